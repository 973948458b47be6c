"""Suspensions and the choice of the starter (N91, N93 to N98), and pacts where the table has them (N119)."""

from typing import Final

from teg_shared.rules.negocios.ballots import candidates
from teg_shared.rules.negocios.commands import AnswerPact, Name
from teg_shared.rules.negocios.pacts import between
from teg_shared.rules.negocios.state import Proposal, State, from_seat

from teg_server.bots.negocios.appraisal import Appraisal

MOST_PACTS: Final = 1
"""Pacts that a computer keeps at a time."""


def name(appraisal: Appraisal) -> Name:
    """Suspend whoever is most dangerous; start oneself, or whoever lets one play last when the objective is near."""
    view, seat = appraisal.view, appraisal.seat
    ballot = view.ballot
    assert ballot is not None
    able = candidates(view, ballot.kind, seat)
    if ballot.number == 2:
        able = [other for other in able if other in ballot.earlier] or able
    if ballot.kind == "starter":
        return Name(_starter(appraisal, able))
    return Name(max(able, key=lambda other: (appraisal.threat(other), -other)))


def _starter(appraisal: Appraisal, able: list[int]) -> int:
    seat = appraisal.seat
    lack = appraisal.aim.lacking(appraisal.masks)
    first = seat if lack > 2 else (seat + 1) % len(appraisal.view.colours)
    return next(other for other in from_seat(appraisal.view, first) if other in able)


def sworn(view: State, seat: int) -> int:
    """Return the countries that pacts of `seat` protect from it."""
    mask = 0
    for pact in view.pacts:
        if seat in (pact.a, pact.b):
            mask |= view.masks[pact.b if pact.a == seat else pact.a]
    return mask


def answer_pact(view: State, seat: int, proposal: Proposal) -> AnswerPact:
    """Let an end be agreed to, and a pact where one has none and the partner does not lead the table."""
    if proposal.dissolves is not None:
        return AnswerPact(proposal.id, accept=True)
    held = sum(seat in (pact.a, pact.b) for pact in view.pacts)
    most = max(mask.bit_count() for mask in view.masks)
    modest = view.masks[proposal.proposer].bit_count() < most
    accept = held < MOST_PACTS and modest and between(view, seat, proposal.proposer) is None
    return AnswerPact(proposal.id, accept)
