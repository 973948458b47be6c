"""Pacts: whom to trust, what to accept and what to propose (C31 to C36), read from the public ledger.

No computer player attacks over a standing pact; those that stand are therefore never without an end: they
carry a last round, or can be announced away (`notice`).
"""

from teg_shared.rules.classic.commands import Announce, Answer, AnyCommand, ProposeDissolve, Withdraw
from teg_shared.rules.classic.state import Pact, Proposal, State

from teg_server.bots.position import takes_part

TERM = 6
"""Most rounds, the present one counted, that computer players agree to when they can't announce an end."""
PAUSE = 3
"""Rounds between two proposals of the same to the same seat."""
TRUST = 0.4
"""Least trust in a partner."""
GREAT = 22
"""Countries from which on nobody gets peace: eight more win (C25)."""
LEAD = 1.15
"""A seat with that many times the average number of countries leads."""


def trust(view: State, seat: int, other: int) -> float:
    """Return how far `seat` trusts `other`, 0 to 1: the pacts it broke and those it kept, from the ledger."""
    value = 0.7
    for entry in view.ledger:
        if entry.what == "broken" and entry.a == other:
            if entry.b == seat:
                return 0.0
            value -= 0.3
        elif entry.what == "lapsed" and {entry.a, entry.b} == {seat, other}:
            value += 0.1
    return max(0.0, min(1.0, value))


def leads(view: State, other: int) -> bool:
    """Whether `other` is too strong for peace: near the common objective, or clearly ahead (C25)."""
    counts = [mask.bit_count() for mask in view.masks if mask]
    mine = view.masks[other].bit_count()
    return mine >= GREAT or mine * len(counts) > LEAD * sum(counts)


def partners(view: State, seat: int) -> set[int]:
    """Return the seats with which `seat` has peace on the whole map."""
    return {pact.other(seat) for pact in view.pacts if pact.border is None and seat in (pact.a, pact.b)}


def room_for_peace(view: State, seat: int) -> bool:
    """Whether `seat` may have one more partner: a table that is all at peace never ends."""
    others = sum(takes_part(view, other) for other in range(len(view.colours))) - 1
    return len(partners(view, seat)) < others // 2


def bounded(view: State, last: int | None) -> bool:
    """Whether a pact that ends with round `last` ends soon enough."""
    if last is None:
        return view.settings.pacts == "notice"
    return last - max(1, view.round) < TERM + 2


def acceptable(view: State, seat: int, proposal: Proposal) -> bool:
    """Whether a level that does not weigh pacts accepts `proposal`."""
    if proposal.dissolves is not None:
        return True
    proposer = proposal.proposer
    if not bounded(view, proposal.last) or trust(view, seat, proposer) < TRUST or leads(view, proposer):
        return False
    return proposal.border is not None or (room_for_peace(view, seat) and room_for_peace(view, proposer))


def answer_plainly(view: State, seat: int) -> AnyCommand | None:
    """Return the answer to the first proposal made to `seat`, without weighing what it is worth."""
    for proposal in view.proposals:
        if proposal.partner == seat:
            return Answer(proposal.id, acceptable(view, seat, proposal))
    return None


def tidy(view: State, seat: int) -> AnyCommand | None:
    """Return what is to be said about the own pacts and proposals before anything else in a turn, if anything.

    A proposal without an answer is taken back in the next turn; peace with a seat that leads is announced
    away (`notice`), or its end is proposed, once in a while.
    """
    made = {entry.id: entry.round for entry in view.ledger if entry.what in {"proposed", "dissolve-proposed"}}
    for proposal in view.proposals:
        if proposal.proposer == seat and made.get(proposal.id, view.round) < view.round:
            return Withdraw(proposal.id)
    for pact in view.pacts:
        if seat in (pact.a, pact.b) and leads(view, pact.other(seat)) and pact.notice is None:
            if view.settings.pacts == "notice":
                return Announce(pact.id)
            if pact.last is None and not _asked_lately(view, seat, pact):
                return ProposeDissolve(pact.id)
    return None


def _asked_lately(view: State, seat: int, pact: Pact) -> bool:
    """Whether the end of `pact` waits for an answer, or was proposed by `seat` in the last rounds."""
    return any(open_.dissolves == pact.id for open_ in view.proposals) or any(
        entry.what == "dissolve-proposed"
        and (entry.a, entry.b, entry.border) == (seat, pact.other(seat), pact.border)
        and entry.round > view.round - PAUSE
        for entry in view.ledger
    )
