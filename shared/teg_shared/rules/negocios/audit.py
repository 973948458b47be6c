"""Checking a game afterwards: every die and every shuffled card again, and the command behind each entry."""

from collections.abc import Sequence

from teg_shared.rules.audit import LuckFault
from teg_shared.rules.chance import Chance
from teg_shared.rules.negocios import ballots
from teg_shared.rules.negocios import commands as c
from teg_shared.rules.negocios import events as e
from teg_shared.rules.negocios.data import CARDS
from teg_shared.rules.negocios.setup import deal_countries, deal_objectives
from teg_shared.rules.negocios.state import BallotKind, State

Faces = tuple[int, ...]


class NegociosAuditor:
    """See Auditor; stateless."""

    def luck_fault(self, state: State | None, event: e.AnyEvent, chance: Chance) -> LuckFault | None:
        """See Auditor.luck_fault."""
        if state is None:
            return None  # only the start of the game, in which there is no luck
        match event:
            case e.CountriesDealt(owners):
                return _differ("shuffle", 0, deal_countries(len(state.colours), chance).owners, owners)
            case e.ObjectivesDealt(objectives):
                return _differ("shuffle", state.shuffles, deal_objectives(state, chance).objectives, objectives)
            case e.DeckShuffled(cards):
                return _differ("shuffle", state.shuffles, _deck(state, chance), cards)
            case e.RoundStarted(starter=starter, drawn=True):
                expected = chance.shuffle(state.shuffles, len(state.colours))[:1]
                return _differ("shuffle", state.shuffles, expected, (starter,))
            case e.AttemptRolled():
                return _attempt_fault(state, event, chance)
            case e.MarketRolled(rolls):
                return _market_fault(state, rolls, chance)
            case _:
                return _ballot_fault(state, event, chance)

    def command_of(self, events: Sequence[e.AnyEvent]) -> c.AnyCommand | None:
        """See Auditor.command_of."""
        broken = any(isinstance(event, e.PactEnded) and event.how in ("broken", "forced") for event in events)
        for place, event in enumerate(events):
            if isinstance(event, e.AttemptRolled):
                return c.Attempt(event.source, event.target, breaking=broken)
            if isinstance(event, e.HostileControl):
                taken = events[place + 1]
                assert isinstance(taken, e.CountryTaken)
                return c.Attempt(event.source, event.target, taken.placed, broken)
        return _command_behind(events[0]) if events else None


AUDIT = NegociosAuditor()


def _differ(what: str, index: int, expected: Faces, found: Faces) -> LuckFault | None:
    return None if expected == found else LuckFault(what, index, expected, found)


def _deck(state: State, chance: Chance) -> Faces:
    """Shuffle the deck again: all cards at first, later the discards (N60)."""
    cards = state.discard if state.round else range(len(CARDS))
    return tuple(cards[place] for place in chance.shuffle(state.shuffles, len(cards)))


def _attempt_fault(state: State, event: e.AttemptRolled, chance: Chance) -> LuckFault | None:
    """Roll as many dice again as were shown; whether they were the right number is the rules' question (N36)."""
    for number, (attack, defence) in enumerate(event.throws, start=state.rolls):
        dice = len(attack)
        faces = chance.roll(number, dice + len(defence), (state.turn, event.source, event.target))
        first, second = (tuple(sorted(side, reverse=True)) for side in (faces[:dice], faces[dice:]))
        fault = _differ("roll", number, first + second, attack + defence)
        if fault is not None:
            return fault
    return None


def _market_fault(state: State, rolls: Sequence[Faces], chance: Chance) -> LuckFault | None:
    """Roll everybody's die again, and the ties that were shown (N80, N81)."""
    for number, row in enumerate(rolls, start=state.rolls):
        found = tuple(face for face in row if face)
        fault = _differ("roll", number, chance.roll(number, len(found)), found)
        if fault is not None:
            return fault
    return None


def _ballot_fault(state: State, event: e.AnyEvent, chance: Chance) -> LuckFault | None:
    """Draw the lots of ballots again (N95, N147)."""
    ballot = state.ballot
    match event:
        case e.Named(voter, seat, True) if ballot is not None:
            expected = ballots.default(state, ballot.kind, voter, chance)[0]
        case e.SeatSuspended(kind, seat, True):
            expected = _lot(state, kind, chance)
        case e.StarterNamed(seat, True):
            expected = _lot(state, "starter", chance)
        case _:
            return None
    return _differ("shuffle", state.shuffles, (expected,), (seat,))


def _lot(state: State, kind: BallotKind, chance: Chance) -> int:
    if state.ballot is not None:
        return ballots.drawn(state, state.ballot, chance)
    leader = next(seat for seat in ballots.leaders(state, kind) if ballots.candidates(state, kind, seat))
    return ballots.default(state, kind, leader, chance)[0]


def _command_behind(first: e.AnyEvent) -> c.AnyCommand | None:
    """Return the command whose answer begins with `first`, attempts and negotiations aside."""
    match first:
        case e.AttemptsEnded():
            return c.EndAttempts()
        case e.CountryTaken(origin=origin):
            return c.Supply(origin)
        case e.CardPlayed(card=card) | e.CardRequested(card=card):
            return c.PlayCard(card)
        case e.CardsKept():
            return c.KeepCards()
        case e.TokensPlaced(country, tokens):
            return c.Place(country, tokens)
        case e.IconMoved(path=path):
            return c.MoveIcon(path)
        case e.MarketExchanged(seats=seats):
            return c.Exchange(seats)
        case e.CardFinished():
            return c.Decline()
        case e.TokensMoved(source, target, tokens, invested):
            return c.Invest(source, target, tokens) if invested else c.Reassign(source, target, tokens)
        case e.TurnEnded():
            return c.EndTurn()
        case _:
            return _word_behind(first)


def _word_behind(first: e.AnyEvent) -> c.AnyCommand | None:
    """Return the word in a negotiation, in a ballot or about a pact whose answer begins with `first`."""
    match first:
        case e.OfferMade(partner=partner, give=give, take=take):
            return c.Offer(partner, give, take)
        case e.DealMade(number):
            return c.Answer(number, accept=True)
        case e.OfferClosed(number, "declined"):
            return c.Answer(number, accept=False)
        case e.OfferClosed(number, "withdrawn"):
            return c.Withdraw(number)
        case e.SeatDone():
            return c.Done()
        case e.Named(seat=seat):
            return c.Name(seat)
        case e.PactProposed(partner=partner, dissolves=pact):
            return c.ProposePact(partner, dissolve=pact is not None)
        case e.PactMade(number) | e.ProposalClosed(number, "accepted"):
            return c.AnswerPact(number, accept=True)
        case e.ProposalClosed(number, "declined"):
            return c.AnswerPact(number, accept=False)
        case e.ProposalClosed(number, "withdrawn"):
            return c.WithdrawPact(number)
        case _:
            return None
