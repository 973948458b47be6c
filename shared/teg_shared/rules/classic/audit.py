"""Checking a classic game afterwards: every die and every shuffled card again, and the command behind each entry."""

from collections.abc import Sequence

from teg_shared.rules.audit import LuckFault
from teg_shared.rules.chance import Chance
from teg_shared.rules.classic import commands as c
from teg_shared.rules.classic import events as e
from teg_shared.rules.classic.data import COUNTRIES
from teg_shared.rules.classic.setup import (
    DEAL,
    FIRST_DECK,
    OBJECTIVE_DEAL,
    deal_countries,
    deal_objectives,
    draw_highest,
)
from teg_shared.rules.classic.state import State

Faces = tuple[int, ...]


class ClassicAuditor:
    """See Auditor; stateless."""

    def luck_fault(self, state: State | None, event: e.AnyEvent, chance: Chance) -> LuckFault | None:
        """See Auditor.luck_fault."""
        if state is None:
            return None  # only the start of the game, in which there is no luck
        match event:
            case e.StarterRolled():
                return _starter_fault(state, event, chance)
            case e.CountriesDealt():
                return _deal_fault(state, event, chance)
            case e.ObjectivesDealt(objectives):
                expected = deal_objectives(len(state.colours), state.settings, chance)
                return _differ("shuffle", OBJECTIVE_DEAL, expected, objectives)
            case e.DeckShuffled(cards):
                return _differ("shuffle", state.shuffles, _deck(state, chance), cards)
            case e.DiceRolled():
                return _attack_fault(state, event, chance)
            case _:
                return None

    def command_of(self, events: Sequence[e.AnyEvent]) -> c.AnyCommand | None:
        """See Auditor.command_of."""
        for event in events:
            if isinstance(event, e.DiceRolled):
                return c.Attack(event.source, event.target, breaking=True)  # where no pact is, it says nothing
        return _command_behind(events[0]) if events else None


AUDIT = ClassicAuditor()


def _differ(what: str, index: int, expected: Faces, found: Faces) -> LuckFault | None:
    return None if expected == found else LuckFault(what, index, expected, found)


def _flat(rolls: Sequence[Faces]) -> Faces:
    return tuple(face for roll in rolls for face in roll)


def _starter_fault(state: State, event: e.StarterRolled, chance: Chance) -> LuckFault | None:
    """Draw for the first turn again (C2)."""
    seats = len(state.colours)
    first, rolls = draw_highest(tuple(range(seats)), seats, chance, state.rolls)
    if (first, rolls) == (event.first, event.rolls):
        return None
    return LuckFault("roll", state.rolls, (*_flat(rolls), first), (*_flat(event.rolls), event.first))


def _deal_fault(state: State, event: e.CountriesDealt, chance: Chance) -> LuckFault | None:
    """Deal the countries and roll for the left-over ones again (C3)."""
    owners, rolls = deal_countries(len(state.colours), chance, state.rolls)
    if rolls != event.rolls:
        return LuckFault("roll", state.rolls, _flat(rolls), _flat(event.rolls))
    return _differ("shuffle", DEAL, owners, event.owners)


def _deck(state: State, chance: Chance) -> Faces:
    """Shuffle the deck again: all cards at first, later the discard (C3, C22)."""
    if state.shuffles <= FIRST_DECK:
        return chance.shuffle(FIRST_DECK, COUNTRIES)
    return tuple(state.discard[place] for place in chance.shuffle(state.shuffles, len(state.discard)))


def _attack_fault(state: State, event: e.DiceRolled, chance: Chance) -> LuckFault | None:
    """Roll as many dice again as were shown; whether they were the right number is the rules' question (C11)."""
    dice = len(event.attack)
    faces = chance.roll(state.rolls, dice + len(event.defence), (state.turn, event.source, event.target))
    attack, defence = (tuple(sorted(side, reverse=True)) for side in (faces[:dice], faces[dice:]))
    return _differ("roll", state.rolls, attack + defence, event.attack + event.defence)


def _command_behind(first: e.AnyEvent) -> c.AnyCommand | None:
    """Return the command whose answer begins with `first`, attacks aside."""
    match first:
        case e.ArmiesPlaced(country, armies):
            return c.Place(country, armies)
        case e.CardsExchanged(cards):
            return c.Exchange(cards)
        case e.BonusClaimed(card):
            return c.Claim(card)
        case e.ArmiesOccupied(armies=armies):
            return c.Occupy(armies)
        case e.ArmiesRegrouped(source, target, armies):
            return c.Regroup(source, target, armies)
        case e.DeckShuffled() | e.CardDrawn() | e.TurnEnded():
            return c.EndTurn()
        case _:
            return _word_behind(first)


def _word_behind(first: e.AnyEvent) -> c.AnyCommand | None:
    """Return the command about pacts whose answer begins with `first`."""
    match first:
        case e.PactProposed(dissolves=int(pact)):
            return c.ProposeDissolve(pact)
        case e.PactProposed(_, _, partner, border, last):
            return c.ProposePact(partner, border, last)
        case e.PactEnded(pact, "dissolved"):
            return c.ProposeDissolve(pact)
        case e.PactMade(proposal) | e.ProposalClosed(proposal, "accepted"):
            return c.Answer(proposal, accept=True)
        case e.ProposalClosed(proposal, "declined"):
            return c.Answer(proposal, accept=False)
        case e.ProposalClosed(proposal, "withdrawn"):
            return c.Withdraw(proposal)
        case e.EndAnnounced(pact):
            return c.Announce(pact)
        case _:
            return None
