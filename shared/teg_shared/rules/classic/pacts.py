"""Pacts of non-aggression and their ledger: C31 to C36."""

from collections.abc import Collection, Iterable

from teg_shared.rules.chance import Chance
from teg_shared.rules.chatter import A_ROUND, said_enough
from teg_shared.rules.classic import guard
from teg_shared.rules.classic.commands import Announce, Answer, ProposeDissolve, ProposePact, Withdraw
from teg_shared.rules.classic.data import BOARD, NOBODY
from teg_shared.rules.classic.events import (
    AnyEvent,
    EndAnnounced,
    PactEnded,
    PactMade,
    PactProposed,
    ProposalClosed,
)
from teg_shared.rules.classic.state import Pact, Phase, Proposal, State, plays
from teg_shared.rules.errors import RuleError

LONGEST_TERM = 99
"""Most rounds ahead that a pact may name as its last."""
MOST_PROPOSALS = 10
"""Open proposals of one seat."""


def _open_table(state: State, seat: int) -> None:
    """Refuse pacts after the end, without pacts, or from a seat that is out (game-over, pacts-off, seat-out)."""
    if state.phase is Phase.OVER:
        raise RuleError("game-over")
    if state.settings.pacts == "none":
        raise RuleError("pacts-off")
    guard.player(state, seat)
    if not plays(state, seat):
        raise RuleError("seat-out", seat=seat)


def find_pact(state: State, seat: int, number: int) -> Pact:
    """Return the standing pact `number` of `seat`.

    Raises:
        RuleError: no-such-pact or not-your-pact.
    """
    for pact in state.pacts:
        if pact.id == number:
            if seat not in (pact.a, pact.b):
                raise RuleError("not-your-pact", pact=number)
            return pact
    raise RuleError("no-such-pact", pact=number)


def find_proposal(state: State, number: int) -> Proposal:
    """Return the open proposal `number`.

    Raises:
        RuleError: no-such-proposal.
    """
    for proposal in state.proposals:
        if proposal.id == number:
            return proposal
    raise RuleError("no-such-proposal", proposal=number)


def in_the_way(state: State, seat: int, source: int, target: int) -> list[Pact]:
    """Return the standing pacts that an attack by `seat` from `source` on `target` violates (C33)."""
    if not state.pacts:
        return []
    victim = state.owners[target]
    return [
        pact
        for pact in state.pacts
        if {pact.a, pact.b} == {seat, victim} and (pact.border is None or set(pact.border) == {source, target})
    ]


def break_pacts(state: State, seat: int, source: int, target: int, breaking: bool) -> list[AnyEvent]:
    """Return the ends of the pacts that an attack breaks (C33).

    Raises:
        RuleError: pact-binds if the house rule forbids it; pact-in-the-way if `breaking` was not said.
    """
    violated = in_the_way(state, seat, source, target)
    if not violated:
        return []
    ids = [pact.id for pact in violated]
    if state.settings.pacts != "breakable":
        raise RuleError("pact-binds", pacts=ids)
    if not breaking:
        raise RuleError("pact-in-the-way", pacts=ids)
    return end_pacts(state, violated, "broken", seat)


def end_pacts(state: State, pacts: Iterable[Pact], how: str, by: int) -> list[AnyEvent]:
    """Return the ends of `pacts`, and of the proposals to dissolve them."""
    events: list[AnyEvent] = []
    for pact in pacts:
        events.append(PactEnded(pact.id, how, by))
        events += [ProposalClosed(p.id, "lapsed") for p in state.proposals if p.dissolves == pact.id]
    return events


def lapses_at_round(state: State, round_: int, gone: Collection[int]) -> list[AnyEvent]:
    """Return the pacts and proposals whose last round is over when `round_` begins, but those in `gone` (C31)."""
    over = [p for p in state.pacts if p.last is not None and p.last < round_ and p.id not in gone]
    stale = [p for p in state.proposals if p.dissolves is None and p.last is not None and p.last < round_]
    return end_pacts(state, over, "lapsed", NOBODY) + [ProposalClosed(p.id, "lapsed") for p in stale]


def lapses_at_turn_end(state: State, seat: int) -> list[AnyEvent]:
    """Return the announced pacts that bound until this turn of `seat` (C33, `notice`)."""
    due = [p for p in state.pacts if p.notice is not None and p.other(p.notice) == seat and p.waits == 1]
    return end_pacts(state, due, "announced", NOBODY)


def lapses_at_leaving(state: State, seat: int) -> list[AnyEvent]:
    """Return what ends when `seat` takes no more turns: its proposals, and the pacts that wait for its turn (C31, C33).

    Its other pacts go on to bind those who made them.
    """
    due = [p for p in state.pacts if p.notice is not None and p.other(p.notice) == seat]
    ended = {p.id for p in due}
    stale = [p for p in state.proposals if seat in (p.proposer, p.partner) and p.dissolves not in ended]
    return end_pacts(state, due, "announced", NOBODY) + [ProposalClosed(p.id, "lapsed") for p in stale]


def lapses_at_conquest(
    state: State, target: int, victim: int, destroyed: bool, gone: Collection[int]
) -> list[AnyEvent]:
    """Return the pacts and proposals that end because `target` was taken from `victim` (C31, C34).

    The pacts in `gone` were broken by the attack itself.
    """
    lost = [
        p
        for p in state.pacts
        if p.id not in gone and ((p.border and target in p.border) or (destroyed and victim in (p.a, p.b)))
    ]
    ended = {p.id for p in lost} | set(gone)
    stale = [
        p
        for p in state.proposals
        if p.dissolves not in ended
        and (
            (p.border and target in p.border and p.dissolves is None)
            or (destroyed and victim in (p.proposer, p.partner))
        )
    ]
    return end_pacts(state, lost, "lapsed", NOBODY) + [ProposalClosed(p.id, "lapsed") for p in stale]


def propose(state: State, seat: int, command: ProposePact, chance: Chance) -> list[AnyEvent]:
    """Propose a pact on a border or on the whole map (C31)."""
    del chance
    _open_table(state, seat)
    partner, border, last = command.partner, command.border, command.last
    guard.player(state, partner)
    if partner == seat:
        raise RuleError("pact-with-oneself")
    if not plays(state, partner):
        raise RuleError("seat-out", seat=partner)
    if border is not None:
        guard.own_country(state, seat, border[0])
        guard.own_country(state, partner, border[1])
        if not BOARD.borders_on(*border):
            raise RuleError("not-bordering", source=border[0], target=border[1])
    if last is not None and not max(1, state.round) <= last <= state.round + LONGEST_TERM:
        raise RuleError("term", last=last, least=max(1, state.round), most=state.round + LONGEST_TERM)
    _refuse_repeated(state, seat, partner, border)
    return [PactProposed(state.next_pact, seat, partner, border, last, None)]


def _refuse_chatter(state: State, seat: int) -> None:
    """Refuse a further proposal of a seat that has made too many in this round (enough-proposals)."""
    if said_enough(state, seat):
        raise RuleError("enough-proposals", most=A_ROUND)


def _refuse_repeated(state: State, seat: int, partner: int, border: tuple[int, int] | None) -> None:
    """Refuse what stands already or waits for an answer (pact-stands, proposal-open, too-many-proposals)."""
    pair, scope = {seat, partner}, set(border) if border else None
    for pact in state.pacts:
        if {pact.a, pact.b} == pair and (pact.border is None or set(pact.border) == scope):
            raise RuleError("pact-stands", pact=pact.id)
    for p in state.proposals:
        if p.dissolves is None and {p.proposer, p.partner} == pair and (set(p.border) if p.border else None) == scope:
            raise RuleError("proposal-open", proposal=p.id)
    if sum(p.proposer == seat for p in state.proposals) >= MOST_PROPOSALS:
        raise RuleError("too-many-proposals", most=MOST_PROPOSALS)
    _refuse_chatter(state, seat)


def propose_dissolve(state: State, seat: int, command: ProposeDissolve, chance: Chance) -> list[AnyEvent]:
    """Propose to end a pact together (C35); one with a seat that takes no turns ends at once: nobody could answer."""
    del chance
    _open_table(state, seat)
    pact = find_pact(state, seat, command.pact)
    for p in state.proposals:
        if p.dissolves == pact.id:
            raise RuleError("proposal-open", proposal=p.id)
    if not plays(state, pact.other(seat)):
        return end_pacts(state, [pact], "dissolved", seat)
    _refuse_chatter(state, seat)
    return [PactProposed(state.next_pact, seat, pact.other(seat), pact.border, None, pact.id)]


def answer(state: State, seat: int, command: Answer, chance: Chance) -> list[AnyEvent]:
    """Accept or decline a proposal made to oneself (C31, C35)."""
    del chance
    _open_table(state, seat)
    proposal = find_proposal(state, command.proposal)
    if proposal.partner != seat:
        raise RuleError("not-addressed", proposal=proposal.id)
    if not command.accept:
        return [ProposalClosed(proposal.id, "declined")]
    if proposal.dissolves is None:
        return [PactMade(proposal.id)]
    return [ProposalClosed(proposal.id, "accepted"), PactEnded(proposal.dissolves, "dissolved", seat)]


def withdraw(state: State, seat: int, command: Withdraw, chance: Chance) -> list[AnyEvent]:
    """Take back an own proposal (C31)."""
    del chance
    _open_table(state, seat)
    proposal = find_proposal(state, command.proposal)
    if proposal.proposer != seat:
        raise RuleError("not-your-proposal", proposal=proposal.id)
    return [ProposalClosed(proposal.id, "withdrawn")]


def announce(state: State, seat: int, command: Announce, chance: Chance) -> list[AnyEvent]:
    """Announce the end of a pact (C33, `notice`); one with a seat that takes no turns ends at once."""
    del chance
    _open_table(state, seat)
    if state.settings.pacts != "notice":
        raise RuleError("no-announcements")
    pact = find_pact(state, seat, command.pact)
    if pact.notice is not None:
        raise RuleError("announced-already", pact=pact.id)
    announced: list[AnyEvent] = [EndAnnounced(pact.id, seat)]
    if not plays(state, pact.other(seat)):
        announced += end_pacts(state, [pact], "announced", seat)
    return announced
