"""Every refusal of this game and the rule behind it: its facts name the rule, so that a client can explain."""

from typing import Final

from teg_shared.rules.errors import RuleError

RULES: Final = {
    # the table
    "seat-count": "N1",
    "colours": "N2",
    "setting": "N89",
    "unknown-seat": "N11",
    "unknown-country": "N9",
    "seat-out": "N110",
    "seat-neutral": "N144",
    "last-player": "N144",
    "game-over": "N103",
    "not-your-turn": "N6",
    "wrong-phase": "N65",
    # attempts
    "not-yours": "N33",
    "own-target": "N51",
    "not-linked": "N33",
    "hostile-tokens": "N47",
    "dice-tokens": "N44",
    "attempt-first": "N53",
    "supply": "N43",
    # cards
    "not-your-card": "N64",
    "card-played": "N62",
    "card-requested": "N150",
    "card-resolving": "N150",
    "tokens": "N66",
    "no-room": "N66",
    "path-length": "N69",
    "path-broken": "N70",
    "path-repeats": "N70",
    "exchange-count": "N77",
    "exchange-repeated": "N75",
    "exchange-own": "N75",
    "exchange-empty": "N86",
    # transfers
    "same-country": "N118a",
    "other-factor": "N118a",
    "invested-already": "N118",
    "reassigned-already": "N118",
    "tokens-stay": "N118b",
    # negotiation
    "no-talks": "N121",
    "not-participant": "N121",
    "done-already": "N130",
    "offer-to-oneself": "N123",
    "goods-differ": "N123",
    "count": "N123",
    "unequal": "N123",
    "same-colour": "N125",
    "not-retained": "N124",
    "not-theirs": "N123",
    "no-cards": "N123",
    "card-unnamed": "N129",
    "card-not-shown": "N129",
    "too-many-offers": "N131",
    "offer-repeated": "N131",
    "no-such-offer": "N131",
    "not-addressed": "N131",
    "not-your-offer": "N131",
    "name-a-card": "N129",
    "offer-void": "N126",
    # ballots
    "no-ballot": "N93",
    "not-a-leader": "N93",
    "named-already": "N95",
    "oneself": "N93",
    "immune": "N94",
    "suspended-already": "N93",
    # pacts
    "pacts-off": "N119",
    "pact-with-oneself": "N119",
    "pact-stands": "N119",
    "no-pact": "N119",
    "pact-in-the-way": "N119",
    "no-pact-to-break": "N119",
    "proposal-open": "N119",
    "enough-proposals": "N119",
    "no-such-proposal": "N119",
    "not-your-proposal": "N119",
}
"""Rule of each code of refusal; some rules refuse by a code of another, see `refuse`."""


def refuse(code: str, rule: str = "", **facts: object) -> RuleError:
    """Return the refusal `code` with its rule among the facts; `rule` where another one than usual is behind it."""
    return RuleError(code, rule=rule or RULES[code], **facts)


REFUSALS: Final = frozenset(RULES)
"""Every code with which this game refuses a command or a table; the client has one sentence for each."""
