"""Reads the line that teg_shared.rules.classic.position describes; it must not know how one is written."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from teg_shared.rules.board import mask_of, members
from teg_shared.rules.classic.data import BOARD, COMMON_ONLY, COUNTRIES, HIDDEN, NOBODY, OBJECTIVES
from teg_shared.rules.classic.events import GameStarted
from teg_shared.rules.classic.evolve import blank
from teg_shared.rules.classic.record import VOCABULARY
from teg_shared.rules.classic.settings import OFFICIAL, Settings
from teg_shared.rules.classic.state import LedgerEntry, Occupation, Pact, Phase, Proposal, State
from teg_shared.rules.notation import Names, NotationError, Word, Words, read_settings

CONTINENTS: Final = {continent.id: n for n, continent in enumerate(BOARD.continents)}
_MOST: Final = 2**31 - 1
_SAME: Final = -2
"""Stands for a dealt objective that is still the seat's own."""


def sections_of(text: str) -> list[Words]:
    """Return the words between the bars of `text`, section by section."""
    sections, column = [], 1
    for part in text.split("|"):
        sections.append(Words(part, column))
        column += len(part) + 1
    return sections


def listed(words: Words, read_one: Callable[[], object]) -> None:
    """Read one item, and another one after each comma."""
    read_one()
    while words.skip(","):
        read_one()


def rest_of_deck(state: State, top: Iterable[int] = ()) -> list[int]:
    """Return the cards that lie nowhere else, the first of the board on top of the pile."""
    gone = {card for hand in (*state.hands, state.discard, top) for card in hand}
    return [card for card in reversed(range(COUNTRIES)) if card not in gone]


def highest_id(state: State) -> int:
    """Return the highest id of a pact or proposal that the state still names, 0 if there is none."""
    ids = [pact.id for pact in state.pacts] + [offer.id for offer in state.proposals]
    return max(ids + [entry.id for entry in state.ledger], default=0)


class Reader:
    """Fills a blank state section by section."""

    def __init__(self, colours: list[str]) -> None:
        self.state = blank(GameStarted(tuple(colours), Settings()))
        self.state.phase, self.state.round, self.state.lap, self.state.shuffles = Phase.ATTACK, 1, 0, 3
        self.state.objectives = [COMMON_ONLY] * len(colours)
        self.names = Names(VOCABULARY, colours)
        self.cards = 0
        self.placed = 0
        self.rests: list[tuple[int, int, int]] = []
        self.dealt = [_SAME] * len(colours)
        self.deal: list[int] | None = None
        self.deck: list[int] | None = None
        self.deck_goes_on = False
        self.undated: list[int] = []
        self.next_pact = 0

    def read(self, sections: list[Words]) -> State:
        """Return the state of these sections; those that name the seats are read before.

        Raises:
            NotationError: if one can't be read or they contradict each other.
        """
        state, seen = self.state, set()
        for words in sections:
            name = words.peek()
            if name in seen and name not in ("hand", "pact", "offer"):
                raise words.take("").fail(f"{name} stands twice")
            seen.add(name)
            parse = getattr(self, f"_{name}_section", None)
            if parse is None:
                listed(words, partial(self._countries, words))
            else:
                words.take(name)
                parse(words)
            words.end()
        self._finish_board()
        self._finish_rest()
        return state

    def _finish_board(self) -> None:
        state = self.state
        for mask, owner, armies in sorted(self.rests, key=lambda rest: rest[0].bit_count()):
            self._put(mask & ~self.placed, owner, armies)
        if self.placed != BOARD.full:
            lacking = " ".join(VOCABULARY.countries[c] for c in members(BOARD.full & ~self.placed))
            raise NotationError(f"no owner for {lacking}", 1)
        state.masks = [mask_of(c for c in range(COUNTRIES) if state.owners[c] == s) for s in range(len(state.colours))]

    def _finish_rest(self) -> None:
        state = self.state
        state.deal = state.owners[:] if self.deal is None else self.deal
        pairs = zip(self.dealt, state.objectives, strict=True)
        state.dealt = [now if dealt == _SAME else dealt for dealt, now in pairs]
        state.deck = self.deck or []
        if self.deck is None or self.deck_goes_on:
            state.deck = rest_of_deck(state, state.deck) + state.deck
        for place in self.undated:
            p = state.pacts[place]
            state.pacts[place] = Pact(p.id, p.a, p.b, p.border, state.round, p.last, p.notice, p.waits)
        state.next_pact = self.next_pact or highest_id(state) + 1

    def _put(self, mask: int, owner: int, armies: int) -> None:
        for country in members(mask):
            self.state.owners[country], self.state.armies[country] = owner, armies
        self.placed |= mask

    def _countries(self, words: Words) -> None:
        place = words.take("a section or a country")
        mask = self._place(place)
        owner = self._seat(words, nobody=True)
        armies = words.take("armies").number("armies", 0)
        if mask.bit_count() > 1:
            self.rests.append((mask, owner, armies))
        elif mask & self.placed:
            raise place.fail(f"{place.text} stands twice")
        else:
            self._put(mask, owner, armies)

    def _place(self, word: Word) -> int:
        if word.text == "*":
            return BOARD.full
        if word.text in CONTINENTS:
            return BOARD.continent_masks[CONTINENTS[word.text]]
        if word.text not in VOCABULARY.countries:
            raise word.fail(f"unknown section or country {word.text!r}")
        return 1 << VOCABULARY.countries.index(word.text)

    def _seat(self, words: Words, *, nobody: bool = False) -> int:
        word = words.take("a colour")
        seat = self.names.read("seat", word)
        if seat == NOBODY and not nobody:
            raise word.fail("expected a colour")
        return seat

    def _number(self, words: Words, what: str, low: int = 0, high: int = _MOST) -> int:
        return words.take(what).number(what, low, high)

    def _country(self, words: Words) -> int:
        word = words.take("a country")
        return word.among({code: n for n, code in enumerate(VOCABULARY.countries)}, "country")

    def _cards(self, words: Words) -> list[int]:
        cards: list[int] = []
        while words and words.peek() != "*":
            word = words.take("a card")
            if word.text.startswith("?*"):
                cards += [HIDDEN] * Word(word.text[2:], word.column + 2).number("number of cards", 1, COUNTRIES)
                continue
            card = self.names.read("card", word)
            if card != HIDDEN and self.cards >> card & 1:
                raise word.fail(f"card {word.text} stands twice")
            self.cards |= 0 if card == HIDDEN else 1 << card
            cards.append(card)
        return cards

    def _by_seat(self, words: Words, into: list[int], read_one: Callable[[], int]) -> None:
        def one() -> None:
            seat = self._seat(words)
            into[seat] = read_one()

        listed(words, one)

    def _turn_section(self, words: Words) -> None:
        state = self.state
        state.turn = self._seat(words)
        state.phase = words.take("a phase").among({phase.value: phase for phase in Phase}, "phase")
        state.round = 0 if state.phase is Phase.PLACEMENT else 1
        state.lap = 1 if state.phase is Phase.PLACEMENT else 0
        if words.peek().startswith("r"):
            word = words.take("a round")
            state.round = Word(word.text[1:], word.column + 1).number("round")
        if words.skip("lap"):
            state.lap = self._number(words, "lap", 0, 2)
        if words.skip("first"):
            state.first = state.starter = self._seat(words)
        if words.skip("starter"):
            state.starter = self._seat(words)

    def _rules_section(self, words: Words) -> None:
        base = OFFICIAL if words.skip("official") else Settings()
        rules = []
        while words:
            rules.append(words.take("a house rule"))
        self.state.settings = read_settings(base, rules)

    def _pool_section(self, words: Words) -> None:
        self.state.pool = self._number(words, "armies")

    def _bound_section(self, words: Words) -> None:
        def one() -> None:
            continent = words.take("a continent").among(CONTINENTS, "continent")
            self.state.bound[continent] = self._number(words, "armies")

        listed(words, one)

    def _arrived_section(self, words: Words) -> None:
        def one() -> None:
            country = self._country(words)
            self.state.arrived[country] = self._number(words, "armies")

        listed(words, one)

    def _conquests_section(self, words: Words) -> None:
        self.state.conquests = self._number(words, "conquests")

    def _occupy_section(self, words: Words) -> None:
        self.state.occupation = Occupation(self._country(words), self._country(words), self._number(words, "armies", 2))

    def _hand_section(self, words: Words) -> None:
        seat = self._seat(words)
        self.state.hands[seat] += self._cards(words)

    def _deck_section(self, words: Words) -> None:
        self.deck = [] if words.skip("none") else self._cards(words)[::-1]
        self.deck_goes_on = words.skip("*")

    def _discard_section(self, words: Words) -> None:
        self.state.discard = self._cards(words)

    def _claimed_section(self, words: Words) -> None:
        while words:
            self.state.claimed |= 1 << self._country(words)

    def _drawn_section(self, words: Words) -> None:
        self.state.drawn = self._country(words)

    def _exchanges_section(self, words: Words) -> None:
        self._by_seat(words, self.state.exchanges, lambda: self._number(words, "exchanges"))

    def _secret(self, words: Words) -> int:
        if words.skip("?"):
            return HIDDEN
        return self._number(words, "objective", 0, len(OBJECTIVES))

    def _objective_section(self, words: Words) -> None:
        self._by_seat(words, self.state.objectives, lambda: self._secret(words))

    def _dealt_section(self, words: Words) -> None:
        self._by_seat(words, self.dealt, lambda: self._secret(words))

    def _deal_section(self, words: Words) -> None:
        word = words.take("the deal")
        if word.text != "none" and len(word.text) != COUNTRIES:
            raise word.fail(f"the deal has {COUNTRIES} digits")
        digits = "" if word.text == "none" else word.text
        seats = {str(seat): seat for seat in range(len(self.state.colours))}
        self.deal = [Word(digit, word.column + n).among(seats, "seat") for n, digit in enumerate(digits)]

    def _killed_section(self, words: Words) -> None:
        self._by_seat(words, self.state.killers, lambda: self._seat(words))

    def _neutral_section(self, words: Words) -> None:
        while words:
            self.state.neutral |= 1 << self._seat(words)

    def _border(self, words: Words) -> tuple[int, int] | None:
        word = words.take("a border or map")
        if word.text == "map":
            return None
        parts = word.split("-")
        if len(parts) != 2:
            raise word.fail(f"expected a border or map, not {word.text!r}")
        return self.names.read("country", parts[0]), self.names.read("country", parts[1])

    def _fresh_id(self, words: Words) -> int:
        if words.skip("id"):
            return self._number(words, "id")
        return highest_id(self.state) + 1

    def _pact_section(self, words: Words) -> None:
        a, b, border = self._seat(words), self._seat(words), self._border(words)
        number = self._fresh_id(words)
        made = self._number(words, "round") if words.skip("made") else None
        last = self._number(words, "round") if words.skip("last") else None
        notice, waits = (self._seat(words), self._number(words, "turns")) if words.skip("notice") else (None, 0)
        self.state.pacts.append(Pact(number, a, b, border, made or 0, last, notice, waits))
        if made is None:
            self.undated.append(len(self.state.pacts) - 1)

    def _offer_section(self, words: Words) -> None:
        a, b, border = self._seat(words), self._seat(words), self._border(words)
        number = self._fresh_id(words)
        last = self._number(words, "round") if words.skip("last") else None
        ends = self._number(words, "pact") if words.skip("ends") else None
        self.state.proposals.append(Proposal(number, a, b, border, last, ends))

    def _ledger_section(self, words: Words) -> None:
        listed(words, lambda: self.state.ledger.append(self._ledger_line(words)))

    def _ledger_line(self, words: Words) -> LedgerEntry:
        word = words.take("a round")
        if not word.text.startswith("r"):
            raise word.fail(f"expected a round, not {word.text!r}")
        round_ = Word(word.text[1:], word.column + 1).number("round")
        turn, what, number = self._seat(words), words.take("what happened").text, self._number(words, "id")
        return LedgerEntry(round_, turn, what, number, self._seat(words), self._seat(words), self._border(words))

    def _next_section(self, words: Words) -> None:
        self.next_pact = self._number(words, "id", 1)

    def _rolls_section(self, words: Words) -> None:
        self.state.rolls = self._number(words, "rolls")

    def _shuffles_section(self, words: Words) -> None:
        self.state.shuffles = self._number(words, "shuffles")

    def _won_section(self, words: Words) -> None:
        self.state.winner, self.state.won_by = self._seat(words), words.take("how").text
