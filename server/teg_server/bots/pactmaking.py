"""When a planner proposes a pact, to whom, and what it answers: peace is worth what it guards."""

from teg_shared.rules.board import members
from teg_shared.rules.classic.commands import Answer, AnyCommand, ProposePact
from teg_shared.rules.classic.state import Proposal

from teg_server.bots.appraisal import Appraisal
from teg_server.bots.diplomacy import PAUSE, TERM, TRUST, acceptable, leads, partners, room_for_peace, trust
from teg_server.bots.position import attacks, takes_part
from teg_server.bots.tables import NEAR

PEACE_FROM = 2
"""First round in which peace is proposed: before it, all fronts are thin."""
LEAST_VALUE = 1.0
"""Least worth of a pact, in armies."""
WIDE = 4
"""Borders with a seat from which on peace on the whole map is proposed rather than on one border."""


def proposal(appraisal: Appraisal) -> ProposePact | None:
    """Return a proposal to the seat with which peace is worth most, if it is worth something (C31)."""
    view, seat = appraisal.view, appraisal.seat
    if view.settings.pacts == "none" or view.round < PEACE_FROM or leads(view, seat):
        return None
    best: ProposePact | None = None
    most = LEAST_VALUE
    for other in range(len(view.colours)):
        if not welcome(appraisal, other) or not _may_ask(appraisal, other):
            continue
        value, border, borders = _peace(appraisal, other)
        if value > most and border is not None:
            whole = borders >= WIDE and room_for_peace(view, seat) and room_for_peace(view, other)
            best, most = ProposePact(other, None if whole else border, view.round + TERM - 1), value
    return best


def answer(appraisal: Appraisal) -> AnyCommand | None:
    """Return the answer to the first proposal made to the seat."""
    view, seat = appraisal.view, appraisal.seat
    for open_ in view.proposals:
        if open_.partner == seat:
            return Answer(open_.id, _accepts(appraisal, open_))
    return None


def _accepts(appraisal: Appraisal, open_: Proposal) -> bool:
    if open_.dissolves is not None:
        return True
    if not acceptable(appraisal.view, appraisal.seat, open_) or not welcome(appraisal, open_.proposer):
        return False
    return _peace(appraisal, open_.proposer)[0] > 0


def welcome(appraisal: Appraisal, other: int) -> bool:
    """Whether `other` comes into question as a partner: trusted, not leading, not the one to destroy."""
    view, seat = appraisal.view, appraisal.seat
    return (
        other != seat
        and takes_part(view, other)
        and other != appraisal.goals[0].victim
        and sum(takes_part(view, seat) for seat in range(len(view.colours))) > 2
        and not leads(view, other)
        and trust(view, seat, other) >= TRUST
    )


def _may_ask(appraisal: Appraisal, other: int) -> bool:
    """Whether nothing stands or waits between the two, and the last proposal is long ago."""
    view, seat = appraisal.view, appraisal.seat
    if any({pact.a, pact.b} == {seat, other} for pact in view.pacts) or other in partners(view, seat):
        return False
    if any({open_.proposer, open_.partner} == {seat, other} for open_ in view.proposals):
        return False
    return all(
        entry.round <= view.round - PAUSE
        for entry in reversed(view.ledger)
        if entry.what == "proposed" and entry.a == seat and entry.b == other
    )


def _peace(appraisal: Appraisal, other: int) -> tuple[float, tuple[int, int] | None, int]:
    """Return (worth of peace with `other`, the border where it is worth most, number of borders).

    Peace saves what the other might take, and costs the conquests that one would rather make there.
    """
    view, seat = appraisal.view, appraisal.seat
    value = worst = 0.0
    border: tuple[int, int] | None = None
    borders = 0
    for country in members(view.masks[seat]):
        for near in NEAR[country]:
            if view.owners[near] != other:
                continue
            borders += 1
            risk = appraisal.hold(country) * appraisal.peril(view.armies[near], view.armies[country])
            if border is None or risk > worst:
                worst, border = risk, (country, near)
    for near in {near for country in members(view.masks[seat]) for near in NEAR[country]}:
        if view.owners[near] == other:
            value += _exposed(appraisal, near)
    value *= appraisal.weights.fear
    for source, target in attacks(view, seat, appraisal.pacts):
        if view.owners[target] == other:
            value -= max(0.0, appraisal.net(source, target, view.armies[source])) / 2
    return value, border, borders


def _exposed(appraisal: Appraisal, near: int) -> float:
    """Return the most that the armies in a foreign country could take."""
    view, seat = appraisal.view, appraisal.seat
    return max(
        (
            appraisal.hold(country) * appraisal.peril(view.armies[near], view.armies[country])
            for country in NEAR[near]
            if view.owners[country] == seat
        ),
        default=0.0,
    )
