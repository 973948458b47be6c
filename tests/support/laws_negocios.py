"""Semi-random players of T.E.G. de los Negocios who try everything, and the laws that only its states have."""

from collections.abc import Sequence
from random import Random
from typing import Any

from teg_shared.rules.board import mask_of, members
from teg_shared.rules.negocios import commands as c
from teg_shared.rules.negocios import events as e
from teg_shared.rules.negocios import legal
from teg_shared.rules.negocios.cards import resolving, talking
from teg_shared.rules.negocios.course import can_play
from teg_shared.rules.negocios.data import CARDS, COLOURS, COUNTRIES, NOBODY, OBJECTIVES, TOKENS
from teg_shared.rules.negocios.goods import Card, Goods, Land, Tokens
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.negocios.state import Phase, State, market_total, plays
from teg_shared.rules.negocios.talks import MOST_OFFERS

from tests.support.laws import Player, Rules


def house_rules(random: Random) -> Settings:
    """Return any house rules, the default more often."""
    if random.random() < 0.3:
        return Settings()
    return Settings(
        market=random.choice(["auto", "on", "on", "off"]),
        hegemony=random.choice(["three_quarters", "majority"]),
        transfers=random.choice(["one", "phase"]),
        pacts=random.choice(["none", "breakable"]),
        round_limit=random.choice([0, 0, 4, 9]),
        block_size=random.choice([16, 16, 14, 20, 32]),
    )


def totals(state: State) -> list[int]:
    """Return the fichas of each corporation: map, reserve, market and retained by others (N142)."""
    out = [a + b for a, b in zip(state.reserve, state.market, strict=True)]
    for count, owner in zip(state.tokens, state.owners, strict=True):
        out[owner] += count
    for row in state.retained:
        for colour, count in enumerate(row):
            out[colour] += count
    return out


def check(state: State) -> None:
    """Assert what every state keeps: fichas, market, countries and cards (N142, N143)."""
    assert totals(state) == [TOKENS if mask else 0 for mask in state.masks]
    assert min(state.tokens) >= 1
    assert max(state.tokens) <= 4
    assert min(state.reserve) >= 0
    assert min(state.market) >= 0
    assert all(min(row) >= 0 and row[seat] == 0 for seat, row in enumerate(state.retained))
    assert state.masks == [
        mask_of(n for n in range(COUNTRIES) if state.owners[n] == s) for s in range(len(state.masks))
    ]
    total = market_total(state) if state.market_on else 0
    short = sum(state.market) < total and not all(state.masks)
    assert sum(state.market) == total or short
    cards = [card for hand in state.hands for card in hand] + state.deck + state.discard
    assert sorted(cards + [state.card] * (state.card != NOBODY)) == list(range(len(CARDS)))


class Trader(Player):
    """Attempts a lot, plays its cards, and deals in every negotiation."""

    secret = frozenset({"hands", "deck", "objectives", "offers", "requests"})
    limit = 20_000

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.chatter = 0.03

    def table(self, random: Random) -> tuple[Sequence[str], Settings]:
        """Return four to eight colours and any house rules."""
        colours = list(COLOURS)
        random.shuffle(colours)
        return colours[: random.randint(4, 8)], house_rules(random)

    def choose(self, random: Random, state: State) -> tuple[int, c.AnyCommand]:
        """Return what one of those who are asked does, or what somebody says beside it."""
        if random.random() < (0.2 if resolving(state) and talking(state) else self.chatter):
            said = self.aside(random, state)
            if said is not None:
                return said
        asked = self.rules.prompted(state)
        seat = random.choice(asked) if state.phase in (Phase.NEGOTIATE, Phase.BALLOT) else asked[0]
        own = any(p.partner == seat for p in state.proposals)
        if state.phase is Phase.NEGOTIATE and state.participants & ~state.done & 1 << seat:
            return seat, self.talk(random, state, seat)
        commands: list[c.AnyCommand] = list(legal.pact_commands(state, seat)) if own and seat != state.actor else []
        if state.phase is Phase.NEGOTIATE:
            commands += legal.talk_answers(state, seat)
        if state.phase is Phase.BALLOT:
            commands = list(legal.ballot_commands(state, seat)) or commands
        elif seat == state.actor:
            commands = self.step_commands(random, state, seat)
        return seat, random.choice(commands)

    def step_commands(self, random: Random, state: State, seat: int) -> list[c.AnyCommand]:
        """Return what may be done in a step; attempts go on more often than not."""
        commands = list(legal.step_commands(state, seat))
        if state.phase is Phase.ATTEMPTS and len(commands) > 1 and random.random() < 0.9:
            return [x for x in commands if isinstance(x, c.Attempt)] or commands
        if state.phase is Phase.CARD and random.random() < 0.8:
            return [x for x in commands if isinstance(x, c.PlayCard)]
        return commands

    def aside(self, random: Random, state: State) -> tuple[int, c.AnyCommand] | None:
        """Return something about pacts, or a card asked for while another one is resolved."""
        seat = random.choice([s for s in range(len(state.colours)) if plays(state, s)])
        commands: list[c.AnyCommand] = []
        if state.settings.pacts != "none":
            commands += legal.pact_commands(state, seat)
        waits = any(request.seat == seat for request in state.requests)
        if talking(state) and resolving(state) and state.participants >> seat & 1 and not waits:
            commands = [c.PlayCard(card) for card in state.hands[seat] if can_play(state, seat)] or commands
        return (seat, random.choice(commands)) if commands else None

    def talk(self, random: Random, state: State, seat: int) -> c.AnyCommand:
        """Return a word in a negotiation: an answer, a card, an offer or that one is done."""
        for offer in state.offers:
            if offer.partner == seat and random.random() < 0.6:
                command = c.Answer(offer.id, accept=random.random() < 0.7)
                if command in list(legal.talk_answers(state, seat)):
                    return command
        if can_play(state, seat) and random.random() < 0.4:
            return c.PlayCard(random.choice(state.hands[seat]))
        own = sum(offer.proposer == seat for offer in state.offers)
        if own and random.random() < 0.1:
            return c.Withdraw(next(offer.id for offer in state.offers if offer.proposer == seat))
        if random.random() < 0.55 and own < MOST_OFFERS:
            offer_made = self.offer(random, state, seat)
            if offer_made is not None:
                return offer_made
        return c.Done()

    def offer(self, random: Random, state: State, seat: int) -> c.Offer | None:
        """Return an offer that can be made."""
        partners = list(members(state.participants & ~(1 << seat)))
        if not partners:
            return None
        partner = random.choice(partners)
        kind = random.choice([self._tokens, self._lands, self._cards])
        goods = kind(random, state, seat, partner)
        if goods is None:
            return None
        made = c.Offer(partner, *goods)
        open_now = {(o.proposer, o.partner, o.give, o.take) for o in state.offers}
        return None if (seat, partner, *goods) in open_now else made

    def _tokens(self, random: Random, state: State, seat: int, partner: int) -> tuple[Goods, Goods] | None:
        mine = [colour for colour, held in enumerate(state.retained[seat]) if held]
        theirs = [colour for colour, held in enumerate(state.retained[partner]) if held]
        pairs = [(a, b) for a in mine for b in theirs if a != b]
        if not pairs:
            return None
        a, b = random.choice(pairs)
        count = random.randint(1, min(state.retained[seat][a], state.retained[partner][b]))
        return Tokens(a, count), Tokens(b, count)

    def _lands(self, random: Random, state: State, seat: int, partner: int) -> tuple[Goods, Goods]:
        mine, theirs = list(members(state.masks[seat])), list(members(state.masks[partner]))
        return Land(random.choice(mine)), Land(random.choice(theirs))

    def _cards(self, random: Random, state: State, seat: int, partner: int) -> tuple[Goods, Goods] | None:
        if not state.hands[seat] or not state.hands[partner]:
            return None
        give = Card(random.choice(state.hands[seat]))
        shown = [o.give for o in state.offers if o.proposer == partner and o.partner == seat]
        takes = [g for g in shown if isinstance(g, Card) and g.card in state.hands[partner]]
        return (give, random.choice(takes)) if takes else (give, Card(None))

    def normal(self, command: Any) -> Any:
        """Return the one of several equal commands that `legal` lists: offers one for one, seats in order."""
        match command:
            case c.Offer(partner, Tokens(a, count), Tokens(b, other)) if count == other > 1:
                return c.Offer(partner, Tokens(a, 1), Tokens(b, 1))
            case c.Exchange(seats):
                return c.Exchange(tuple(sorted(seats)))
            case _:
                return command

    def step(self, before: State, events: Sequence[e.AnyEvent], after: State) -> None:
        """Count everything, and look at what may not go back (N43, N108, N142)."""
        check(after)
        assert after.round >= before.round
        assert after.rolls >= before.rolls
        assert after.shuffles >= before.shuffles
        fights = sum(isinstance(event, e.CountryTaken) for event in events)
        if fights and not any(isinstance(event, e.TokensPlaced) for event in events):
            assert sum(after.tokens) <= sum(before.tokens)

    def disguise(self, random: Random, state: State, viewer: int | None) -> State:
        """Return a state in which the cards and objectives that `viewer` can't see are other ones."""
        other = state.copy()
        if state.phase is Phase.OVER:
            return other
        seats = [seat for seat in range(len(state.colours)) if seat != viewer]
        hidden = [card for seat in seats for card in state.hands[seat]] + state.deck
        random.shuffle(hidden)
        for seat in seats:
            size = len(state.hands[seat])
            other.hands[seat], hidden = hidden[:size], hidden[size:]
        other.deck = hidden
        own = None if viewer is None else state.objectives[viewer]
        goals = [n for n in range(len(OBJECTIVES)) if n != own]
        random.shuffle(goals)
        other.objectives = [own if seat == viewer else goals.pop() for seat in range(len(state.colours))]  # type: ignore[misc]
        return other


PLAYER = Trader
"""What the law suite plays this variant with."""
