"""What happens for a player who does not act: the clock (N55, N77, N130, N147, N148, N153, N154) and leaving (N144)."""

from teg_shared.rules.board import members
from teg_shared.rules.chance import Chance
from teg_shared.rules.negocios import ballots, cards, control, course, market, pacts, talks, transfers
from teg_shared.rules.negocios.commands import (
    Answer,
    AnswerPact,
    Attempt,
    Decline,
    Done,
    EndAttempts,
    EndTurn,
    Exchange,
    KeepCards,
    MoveIcon,
    Place,
    Supply,
)
from teg_shared.rules.negocios.data import BOARD, MOST_ON_COUNTRY
from teg_shared.rules.negocios.draft import Draft
from teg_shared.rules.negocios.events import AnyEvent, OfferClosed, SeatLeft
from teg_shared.rules.negocios.refusals import refuse
from teg_shared.rules.negocios.state import Ballot, Phase, State, plays
from teg_shared.rules.negocios.timing import period
from teg_shared.rules.negocios.victory import settle
from teg_shared.rules.odds import control_probability


def awaited(state: State) -> tuple[int, ...]:
    """Return the seats without which the game does not go on.

    A control turn, a supply and a card wait for one seat; a negotiation for each participant that is not done; a
    ballot for each leader that has named nobody.
    """
    if state.phase is Phase.OVER:
        return ()
    if state.phase is Phase.NEGOTIATE:
        return tuple(members(state.participants & ~state.done))
    if state.phase is Phase.BALLOT:
        assert state.ballot is not None
        return tuple(ballots.waiting(state.ballot))
    return (state.actor,)


def prompted(state: State) -> tuple[int, ...]:
    """Return the seats from which the game waits, then those with an offer or a proposal about a pact to answer.

    Who is done may still be made an offer, and may answer it.
    """
    if state.phase is Phase.OVER:
        return ()
    first = awaited(state)
    asked = {proposal.partner for proposal in state.proposals}
    if state.phase is Phase.NEGOTIATE:
        asked.update(offer.partner for offer in state.offers)
    return (*first, *sorted(asked.difference(first)))


def expire(state: State, seat: int, chance: Chance) -> list[AnyEvent]:
    """Return the events that end the obligations of `seat` in the stated way.

    - Attempts: the compulsory one is made with the best odds, the lowest numbers among equals, one ficha moving in by
      hostile control; then attempts end, the card is saved and nothing is transferred (N55, N153).
    - Supply: the stack with the lowest number (N43).
    - A card that has been begun is used whole: fichas one by one on the own country with fewest, the lowest number
      among equals (N66); the first path in the order of numbers (N154); exchanges from those with most market fichas,
      the lowest seat among equals (N77); bonuses are left (N86).
    - Negotiation: offers are declined, then done (N130). Ballot: see `ballots.default` (N147, N148). Proposals about
      pacts: declined.

    Raises:
        RuleError: game-over or not-your-turn.
    """
    if state.phase is Phase.OVER:
        raise refuse("game-over")
    if seat not in prompted(state):
        raise refuse("not-your-turn", turn=state.actor, phase=state.phase.value)
    draft = Draft(state, chance)
    _end_obligations(draft, seat)
    return draft.events


def _end_obligations(draft: Draft, seat: int) -> None:
    state = draft.state
    for proposal in [p for p in state.proposals if p.partner == seat]:
        draft.apply(pacts.answer(state, seat, AnswerPact(proposal.id, accept=False), draft.chance))
    step = period(state)
    while seat in prompted(state) and period(state) == step:
        if state.phase is Phase.BALLOT:
            assert state.ballot is not None
            named, drawn = ballots.default(state, state.ballot.kind, seat, draft.chance)
            course.start_round(draft, ballots.put(draft, seat, named, drawn=drawn))
        else:
            draft.apply(_default(state, seat, draft.chance))


def _default(state: State, seat: int, chance: Chance) -> list[AnyEvent]:
    """Return the events of the next thing that must be done for `seat`, ballots left aside."""
    match state.phase:
        case Phase.ATTEMPTS if state.attempts or not course.can_attempt(state, seat):
            return control.stop(state, seat, EndAttempts(), chance)
        case Phase.ATTEMPTS:
            return control.attempt(state, seat, best_attempt(state, seat), chance)
        case Phase.SUPPLY:
            return control.supply(state, seat, Supply(control.stacks(state, seat)[0]), chance)
        case Phase.CARD:
            return cards.keep(state, seat, KeepCards(), chance)
        case Phase.PLACE:
            room = [c for c in members(state.masks[seat]) if state.tokens[c] < MOST_ON_COUNTRY]
            return cards.place(state, seat, Place(min(room, key=lambda c: (state.tokens[c], c)), 1), chance)
        case Phase.MOVE:
            return cards.move_icon(state, seat, MoveIcon(cards.legal_paths(state)[0]), chance)
        case Phase.EXCHANGE:
            richest = sorted(market.sources(state, seat), key=lambda other: (-state.market[other], other))
            return cards.exchange(state, seat, Exchange(tuple(richest[: state.value])), chance)
        case Phase.BONUS:
            return cards.decline(state, seat, Decline(), chance)
        case Phase.TRANSFER:
            return transfers.end(state, seat, EndTurn(), chance)
        case _:
            made = next((offer.id for offer in state.offers if offer.partner == seat), None)
            if made is not None:
                return talks.answer(state, seat, Answer(made, accept=False), chance)
            return talks.done(state, seat, Done(), chance)


def best_attempt(state: State, seat: int) -> Attempt:
    """Return the attempt with the best odds, the lowest attacking then attacked country among equals (N55).

    One that breaks a pact is chosen only when every linked enemy is protected (N119).
    """
    free: list[tuple[float, int, int]] = []
    sworn: list[tuple[float, int, int]] = []
    mask = state.masks[seat]
    for source in members(mask):
        for target in members(BOARD.adjacency[source] & ~mask):
            breaks = bool(state.pacts) and pacts.between(state, seat, state.owners[target]) is not None
            odds = 1.0
            if not control.is_hostile(state, source, target):
                odds = float(control_probability(*control.attempt_dice(state, source, target)))
            (sworn if breaks else free).append((-odds, source, target))
    _, source, target = min(free or sworn)
    return Attempt(source, target, breaking=not free)


def leave(state: State, seat: int, chance: Chance) -> list[AnyEvent]:
    """Return the events after which `seat` only defends; what it has begun ends as if the clock had run out (N144).

    It has no control turn, negotiation or choice any more; it is a corporation like any other otherwise: it may be
    attacked, captures in defence, throws its die, and wins if it comes to that.

    Raises:
        RuleError: game-over, seat-out, seat-neutral, or last-player if nobody else would be left to play.
    """
    if state.phase is Phase.OVER:
        raise refuse("game-over")
    if not state.masks[seat]:
        raise refuse("seat-out", seat=seat)
    if not plays(state, seat):
        raise refuse("seat-neutral", seat=seat)
    if not any(plays(state, other) for other in range(len(state.colours)) if other != seat):
        raise refuse("last-player")
    draft = Draft(state, chance)
    now = draft.state
    for offer in [o for o in now.offers if seat in (o.proposer, o.partner)]:
        draft.emit(OfferClosed(offer.id, "lapsed"))
    if now.phase is not Phase.BALLOT and seat in prompted(now):
        _end_obligations(draft, seat)
        if now.phase is Phase.OVER:
            return draft.events
    draft.apply(pacts.lapse(now, seat))
    ballot = now.ballot
    draft.emit(SeatLeft(seat))
    if not settle(draft, seat):
        _go_on_without(draft, seat, ballot)
    return draft.events


def _go_on_without(draft: Draft, seat: int, ballot: Ballot | None) -> None:
    """Let the game wait for nobody who has left; a ballot is held anew, for it may have named or asked that seat."""
    state = draft.state
    if ballot is not None:
        course.start_round(draft, ballots.run(draft, ballot.kind))
    while seat in prompted(state):
        _end_obligations(draft, seat)
    if state.phase is Phase.NEGOTIATE:
        course.close_talks_if_done(draft)
