"""Strategies for any event and any command that the types allow, whether or not a game could have it."""

from typing import Any

from hypothesis import strategies as st
from teg_shared.rules.classic import commands as c
from teg_shared.rules.classic import events as e
from teg_shared.rules.classic.settings import Settings

seats = st.integers(0, 2)
nobody = st.integers(-1, 2)
countries = st.integers(0, 49)
cards = st.integers(-1, 49)
secrets = st.integers(-1, 15)
numbers = st.integers(-5, 10**6)
borders = st.none() | st.tuples(countries, countries)
terms = st.none() | st.integers(0, 200)
words = st.sampled_from(["lapsed", "broken", "declined", "objective", "common"])


def lists(items: st.SearchStrategy[int], least: int = 0) -> st.SearchStrategy[tuple[int, ...]]:
    """Return short tuples of some numbers."""
    return st.lists(items, min_size=least, max_size=4).map(tuple)


def nested(items: st.SearchStrategy[int], inner: int = 1) -> st.SearchStrategy[tuple[tuple[int, ...], ...]]:
    """Return short tuples of tuples; several outer ones if inner ones may be empty."""
    return st.lists(lists(items, inner), min_size=0 if inner else 2, max_size=3).map(tuple)


def settings() -> st.SearchStrategy[Settings]:
    """Return any house rules."""
    return st.builds(
        Settings,
        st.booleans(),
        st.sampled_from(["secret", "conquer_all"]),
        st.booleans(),
        st.sampled_from(["up_to_3", "all_but_one"]),
        st.integers(0, 5),
        st.booleans(),
        st.sampled_from(["game", "player"]),
        st.sampled_from(["right_neighbour", "common_only"]),
        st.sampled_from(["breakable", "binding", "notice", "none"]),
        st.sampled_from(["bot", "neutral"]),
    )


def events() -> st.SearchStrategy[Any]:
    """Return any event."""
    return st.one_of(
        st.builds(e.GameStarted, st.lists(st.sampled_from(["azul", "rojo"]), max_size=3).map(tuple), settings()),
        st.builds(e.StarterRolled, nested(numbers), seats),
        st.builds(e.CountriesDealt, lists(seats), nested(numbers)),
        st.builds(e.ObjectivesDealt, lists(secrets)),
        st.builds(e.DeckShuffled, lists(cards)),
        st.builds(e.PlacementStarted, seats, numbers, numbers),
        st.builds(e.TurnStarted, seats, numbers, seats, numbers, lists(numbers)),
        st.builds(e.ArmiesPlaced, countries, numbers, numbers),
        st.builds(e.CardsExchanged, st.tuples(cards, cards, cards), numbers),
        st.builds(e.BonusClaimed, cards, st.booleans()),
        st.builds(e.DiceRolled, countries, countries, lists(numbers), lists(numbers)),
        st.builds(e.CountryTaken, countries, countries, numbers),
        st.builds(e.ArmiesOccupied, countries, countries, numbers),
        st.builds(e.ArmiesRegrouped, countries, countries, numbers),
        st.builds(e.SeatDestroyed, seats, seats, lists(cards)),
        st.builds(e.ObjectiveInherited, seats, secrets, nobody),
        st.builds(e.CardDrawn, seats, cards, st.booleans()),
        st.builds(e.TurnEnded, seats),
        st.builds(e.PactProposed, numbers, seats, seats, borders, terms, terms),
        st.builds(e.ProposalClosed, numbers, words),
        st.builds(e.PactMade, numbers),
        st.builds(e.PactEnded, numbers, words, nobody),
        st.builds(e.EndAnnounced, numbers, seats),
        st.builds(e.SeatLeft, seats),
        st.builds(e.GameWon, seats, words, lists(secrets), lists(secrets), nested(cards, 0)),
    )


def commands() -> st.SearchStrategy[Any]:
    """Return any command."""
    return st.one_of(
        st.builds(c.Place, countries, numbers),
        st.builds(c.Exchange, st.tuples(cards, cards, cards)),
        st.builds(c.Claim, cards),
        st.builds(c.Attack, countries, countries, st.booleans()),
        st.builds(c.Occupy, numbers),
        st.builds(c.Regroup, countries, countries, numbers),
        st.builds(c.EndTurn),
        st.builds(c.ProposePact, seats, borders, terms),
        st.builds(c.ProposeDissolve, numbers),
        st.builds(c.Answer, numbers, st.booleans()),
        st.builds(c.Withdraw, numbers),
        st.builds(c.Announce, numbers),
    )
