"""A classic game's position as one line of text, and its record, both ways; for tests, logs and golden files.

Sections stand between bars. The first names the colours in seat order; the others may come in any order, and
each that is left out has its default. Countries and cards are the three letters of the board, seats are colours.

    azul rojo negro | turn azul attack r2 | ARG azul 3, BRA rojo 1, asia negro 2, * negro 1 | hand azul ARG TAY

    turn COLOUR PHASE [rROUND] [lap N] [first COLOUR] [starter COLOUR]     default: first seat, attack, r1
    PLACE COLOUR ARMIES {, ...}       PLACE is a country, a continent's rest, or `*` for the whole rest
    rules [official] NAME:VALUE ...                                          default: the table's house rules
    pool N                            bound CONTINENT N {, ...}              armies to place
    arrived COUNTRY N {, ...}         conquests N                            in this turn
    occupy SOURCE TARGET MOST                                                a conquest that waits
    hand COLOUR CARD ...              `?` or `?*N` are hidden cards          default: no cards
    deck none | CARD ... [*]          the next one first; * is the rest      default: *
    discard CARD ...                  claimed CARD ...                       drawn CARD
    exchanges COLOUR N {, ...}        default: 0
    objective COLOUR N {, ...}        `?` is hidden                          default: 0, only the common one
    dealt COLOUR N {, ...}            default: as objective
    deal SEAT-DIGITS                  default: the owners                    `deal none` before the deal
    killed COLOUR COLOUR {, ...}      the first by the second                default: nobody is known
    neutral COLOUR ...
    pact A B BORDER [id N] [made ROUND] [last ROUND] [notice COLOUR WAITS]   BORDER is ARG-BRA or map
    offer A B BORDER [id N] [last ROUND] [ends PACT]
    ledger rROUND TURN WHAT ID A B BORDER {, ...}
    next N                            default: after the highest id of pacts, offers and ledger
    rolls N                           shuffles N                             default: 0 and 3
    won COLOUR HOW

Pacts are numbered from 1 and made in the present round unless they say otherwise.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from teg_shared.rules.board import members
from teg_shared.rules.classic.data import BOARD, COLOURS, COMMON_ONLY, HIDDEN, NOBODY
from teg_shared.rules.classic.position_reader import Reader, highest_id, rest_of_deck, sections_of
from teg_shared.rules.classic.record import VOCABULARY
from teg_shared.rules.classic.settings import Settings
from teg_shared.rules.classic.state import Pact, Phase, Proposal, State
from teg_shared.rules.notation import Names, NotationError, show_settings


def read_position(text: str) -> State:
    """Return the state that one line describes; see the module's grammar.

    Raises:
        NotationError: if it can't be read or contradicts itself.
    """
    head, *rest = sections_of(text)
    colours: list[str] = []
    while head:
        word = head.take("a colour")
        if word.text in colours:
            raise word.fail(f"{word.text} stands twice")
        colours.append(word.among({colour: colour for colour in COLOURS}, "colour"))
    if len(colours) < 2:
        raise NotationError("expected at least two colours", 1)
    return Reader(colours).read(rest)


def show_position(state: State) -> str:
    """Return `state`, or what a viewer knows of it, as one line; `read_position` makes the same state of it."""
    names = Names(VOCABULARY, state.colours)
    sections = [" ".join(state.colours), _turn(state, names), _countries(state, names)]
    sections += _rules(state)
    sections += _armies(state, names)
    sections += _cards(state, names)
    sections += _seats(state, names)
    sections += _pacts(state, names)
    for name, number, usual in (("rolls", state.rolls, 0), ("shuffles", state.shuffles, 3)):
        if number != usual:
            sections.append(f"{name} {number}")
    if state.winner != NOBODY:
        sections.append(f"won {state.colours[state.winner]} {state.won_by}")
    return " | ".join(sections)


def _turn(state: State, names: Names) -> str:
    parts = ["turn", names.show("seat", state.turn), state.phase.value]
    if state.round != (0 if state.phase is Phase.PLACEMENT else 1):
        parts.append(f"r{state.round}")
    if state.lap != (1 if state.phase is Phase.PLACEMENT else 0):
        parts.append(f"lap {state.lap}")
    if state.first:
        parts.append(f"first {names.show('seat', state.first)}")
    if state.starter != state.first:
        parts.append(f"starter {names.show('seat', state.starter)}")
    return " ".join(parts)


def _countries(state: State, names: Names) -> str:
    pairs = list(zip(state.owners, state.armies, strict=True))
    ((rest, _),) = Counter(pairs).most_common(1)
    parts = [
        f"{names.show('country', n)} {names.show('seat', pair[0])} {pair[1]}"
        for n, pair in enumerate(pairs)
        if pair != rest
    ]
    return ", ".join([*parts, f"* {names.show('seat', rest[0])} {rest[1]}"])


def _rules(state: State) -> Iterator[str]:
    if state.settings != Settings():
        yield " ".join(["rules", *show_settings(state.settings)])


def _armies(state: State, names: Names) -> Iterator[str]:
    if state.pool:
        yield f"pool {state.pool}"
    if any(state.bound):
        bound = (f"{BOARD.continents[n].id} {armies}" for n, armies in enumerate(state.bound) if armies)
        yield "bound " + ", ".join(bound)
    if any(state.arrived):
        arrived = (f"{names.show('country', n)} {armies}" for n, armies in enumerate(state.arrived) if armies)
        yield "arrived " + ", ".join(arrived)
    if state.conquests:
        yield f"conquests {state.conquests}"
    if state.occupation:
        source, target, most = state.occupation.source, state.occupation.target, state.occupation.most
        yield f"occupy {names.show('country', source)} {names.show('country', target)} {most}"


def _pile(cards: Iterable[int], names: Names) -> str:
    """Return cards by name, a run of hidden ones as `?*N`."""
    parts: list[str] = []
    hidden = 0
    for card in [*cards, NOBODY - 1]:
        if card == HIDDEN:
            hidden += 1
            continue
        if hidden:
            parts.append(f"?*{hidden}")
            hidden = 0
        if card >= 0:
            parts.append(names.show("card", card))
    return " ".join(parts)


def _cards(state: State, names: Names) -> Iterator[str]:
    for seat, hand in enumerate(state.hands):
        if hand:
            yield f"hand {names.show('seat', seat)} {_pile(hand, names)}"
    if state.deck != rest_of_deck(state):
        yield f"deck {_pile(reversed(state.deck), names) or 'none'}"
    if state.discard:
        yield f"discard {_pile(state.discard, names)}"
    if state.claimed:
        yield f"claimed {_pile(members(state.claimed), names)}"
    if state.drawn != HIDDEN:
        yield f"drawn {names.show('card', state.drawn)}"


def _by_seat(name: str, values: Iterable[int], usual: Iterable[int], kind: str, names: Names) -> Iterator[str]:
    parts = [
        f"{names.show('seat', seat)} {names.show(kind, value)}"
        for seat, (value, default) in enumerate(zip(values, usual, strict=True))
        if value != default
    ]
    if parts:
        yield f"{name} {', '.join(parts)}"


def _seats(state: State, names: Names) -> Iterator[str]:
    count = len(state.colours)
    yield from _by_seat("exchanges", state.exchanges, [0] * count, "plain", names)
    yield from _by_seat("objective", state.objectives, [COMMON_ONLY] * count, "secret", names)
    yield from _by_seat("dealt", state.dealt, state.objectives, "secret", names)
    yield from _by_seat("killed", state.killers, [NOBODY] * count, "seat", names)
    if state.deal != state.owners:
        yield "deal " + ("".join(map(str, state.deal)) or "none")
    if state.neutral:
        yield " ".join(["neutral", *(names.show("seat", seat) for seat in members(state.neutral))])


def _border(border: tuple[int, int] | None, names: Names) -> str:
    return "map" if border is None else "-".join(names.show("country", country) for country in border)


def _pact(pact: Pact, names: Names) -> str:
    a, b = names.show("seat", pact.a), names.show("seat", pact.b)
    text = f"pact {a} {b} {_border(pact.border, names)} id {pact.id} made {pact.made}"
    if pact.last is not None:
        text += f" last {pact.last}"
    if pact.notice is not None:
        text += f" notice {names.show('seat', pact.notice)} {pact.waits}"
    return text


def _offer(offer: Proposal, names: Names) -> str:
    a, b = names.show("seat", offer.proposer), names.show("seat", offer.partner)
    text = f"offer {a} {b} {_border(offer.border, names)} id {offer.id}"
    if offer.last is not None:
        text += f" last {offer.last}"
    return text if offer.dissolves is None else f"{text} ends {offer.dissolves}"


def _pacts(state: State, names: Names) -> Iterator[str]:
    yield from (_pact(pact, names) for pact in state.pacts)
    yield from (_offer(offer, names) for offer in state.proposals)
    if state.ledger:
        lines = (
            f"r{e.round} {names.show('seat', e.turn)} {e.what} {e.id} {names.show('seat', e.a)}"
            f" {names.show('seat', e.b)} {_border(e.border, names)}"
            for e in state.ledger
        )
        yield "ledger " + ", ".join(lines)
    if state.next_pact != highest_id(state) + 1:
        yield f"next {state.next_pact}"
