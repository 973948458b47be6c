"""Pure questions on a viewer's state, from the chair of one seat: what could be done, and where.

They answer what a screen lights up and what a key may do; whether a command is lawful is for the rules to
say, and a test holds both against each other over whole games.
"""

from teg_shared.rules.board import members
from teg_shared.rules.chatter import said_enough
from teg_shared.rules.classic import cards, legal, pacts, turn
from teg_shared.rules.classic.commands import ProposePact
from teg_shared.rules.classic.data import BOARD, HIDDEN
from teg_shared.rules.classic.state import Pact, Phase, Proposal, State

FIGHTING = (Phase.INCORPORATE, Phase.ATTACK)
"""Phases from which an attack can be made, once nothing is due."""
MARCHING = (Phase.INCORPORATE, Phase.ATTACK, Phase.REGROUP)
"""Phases from which armies can be regrouped, once nothing is due."""


def on_turn(view: State, seat: int) -> bool:
    """Whether `seat` is the one that the game waits for."""
    return view.phase is not Phase.OVER and seat >= 0 and view.turn == seat


def exchange_open(view: State, seat: int) -> bool:
    """Whether `seat` may exchange and claim in its incorporate step (C9, C19, C20)."""
    if not on_turn(view, seat) or view.phase is not Phase.INCORPORATE:
        return False
    return view.round > 1 or view.settings.first_round_incorporates


def exchange_due(view: State, seat: int) -> bool:
    """Whether `seat` must exchange before it goes on (C21)."""
    return on_turn(view, seat) and view.phase is Phase.INCORPORATE and len(view.hands[seat]) >= 5


def exchangeable_sets(view: State, seat: int) -> list[tuple[int, int, int]]:
    """Return the sets of three cards that `seat` may exchange now (C20)."""
    return list(cards.sets(view.hands[seat])) if exchange_open(view, seat) else []


def claimable_cards(view: State, seat: int) -> list[int]:
    """Return the cards whose two armies `seat` may claim now (C19)."""
    if exchange_open(view, seat):
        return [card for card in view.hands[seat] if card != HIDDEN and cards.claimable(view, seat, card)]
    if on_turn(view, seat) and view.phase is Phase.CLAIM and view.drawn != HIDDEN:
        return [view.drawn] if cards.claimable(view, seat, view.drawn) else []
    return []


def reserves(view: State, staged: dict[int, int]) -> tuple[int, list[int]]:
    """Return (free armies, armies bound to each continent) that remain once `staged` is placed (C8).

    Armies bound to a continent are used up first, as the rules do it.
    """
    pool, bound = view.pool, view.bound[:]
    for country, armies in staged.items():
        continent = BOARD.countries[country].continent
        tied = min(bound[continent], armies)
        bound[continent] -= tied
        pool -= armies - tied
    return pool, bound


def room_on(view: State, seat: int, staged: dict[int, int], country: int) -> int:
    """Return how many more armies `seat` can put on `country` beside what is staged (C4, C8)."""
    if not on_turn(view, seat) or view.phase not in (Phase.PLACEMENT, Phase.INCORPORATE):
        return 0
    if country < 0 or view.owners[country] != seat:
        return 0
    pool, bound = reserves(view, staged)
    return pool + bound[BOARD.countries[country].continent]


def ready(view: State, seat: int) -> bool:
    """Whether nothing is due before `seat` attacks, regroups or ends its turn (C8, C13, C21)."""
    if not on_turn(view, seat) or view.phase not in MARCHING:
        return False
    if view.phase is not Phase.INCORPORATE:
        return True
    return not (view.pool or any(view.bound) or exchange_due(view, seat))


def attack_targets(view: State, seat: int, source: int) -> list[int]:
    """Return the countries that `seat` may attack from `source` now, pacts not considered (C10)."""
    if not ready(view, seat) or view.phase not in FIGHTING:
        return []
    if source < 0 or view.owners[source] != seat or view.armies[source] < 2:
        return []
    return [near for near in BOARD.neighbours[source] if view.owners[near] != seat]


def attack_sources(view: State, seat: int) -> list[int]:
    """Return the countries from which `seat` may attack now (C10)."""
    if not ready(view, seat) or view.phase not in FIGHTING:
        return []
    return [source for source in members(view.masks[seat]) if attack_targets(view, seat, source)]


def movable(view: State, seat: int, source: int) -> int:
    """Return how many armies `seat` may regroup out of `source` now (C15)."""
    if source < 0 or not ready(view, seat) or view.owners[source] != seat:
        return 0
    return max(0, turn.movable(view, source))


def regroup_targets(view: State, seat: int, source: int) -> list[int]:
    """Return the countries into which `seat` may regroup out of `source` now (C15)."""
    if not movable(view, seat, source):
        return []
    return [near for near in BOARD.neighbours[source] if view.owners[near] == seat]


def regroup_sources(view: State, seat: int) -> list[int]:
    """Return the countries out of which `seat` may regroup now (C15)."""
    if not ready(view, seat):
        return []
    return [source for source in members(view.masks[seat]) if regroup_targets(view, seat, source)]


def proposable(view: State, seat: int) -> list[ProposePact]:
    """Return every pact without a term that `seat` may propose now (C31, house rule `pacts`)."""
    if seat < 0 or view.phase is Phase.OVER or view.settings.pacts == "none" or not view.masks[seat]:
        return []
    if len(open_proposals_by(view, seat)) >= pacts.MOST_PROPOSALS or said_enough(view, seat):
        return []
    return list(legal.proposals(view, seat))


def pact_partners(view: State, seat: int) -> list[int]:
    """Return the seats to which `seat` may propose some pact now."""
    return sorted({proposal.partner for proposal in proposable(view, seat)})


def pact_borders(view: State, seat: int, partner: int) -> list[tuple[int, int] | None]:
    """Return on what `seat` may propose a pact to `partner`: borders (own country, theirs), None the whole map."""
    return [proposal.border for proposal in proposable(view, seat) if proposal.partner == partner]


def dissolvable(view: State, seat: int) -> list[Pact]:
    """Return the pacts whose common end `seat` may propose now (C35)."""
    asked = {proposal.dissolves for proposal in view.proposals}
    return [pact for pact in pacts_of(view, seat) if pact.id not in asked]


def announceable(view: State, seat: int) -> list[Pact]:
    """Return the pacts whose end `seat` may announce now (C33, `notice`)."""
    if view.settings.pacts != "notice":
        return []
    return [pact for pact in pacts_of(view, seat) if pact.notice is None]


def between(bargain: Pact | Proposal, seat: int) -> bool:
    """Whether `seat` is a side of a pact or of a proposal."""
    if isinstance(bargain, Pact):
        return seat in (bargain.a, bargain.b)
    return seat in (bargain.proposer, bargain.partner)


def pacts_of(view: State, seat: int) -> list[Pact]:
    """Return the standing pacts of `seat`."""
    return [pact for pact in view.pacts if between(pact, seat)]


def open_proposals_to(view: State, seat: int) -> list[Proposal]:
    """Return the proposals that wait for the answer of `seat`, oldest first."""
    return [proposal for proposal in view.proposals if proposal.partner == seat]


def open_proposals_by(view: State, seat: int) -> list[Proposal]:
    """Return the proposals of `seat` that nobody has answered yet, oldest first."""
    return [proposal for proposal in view.proposals if proposal.proposer == seat]


def pacts_in_way(view: State, source: int, target: int) -> list[Pact]:
    """Return the pacts that an attack from `source` on `target` would break (C33)."""
    return pacts.in_the_way(view, view.owners[source], source, target)


def exchange_worth(view: State, seat: int) -> int:
    """Return the armies that the next exchange of `seat` gives (C20)."""
    return cards.exchange_worth(view, seat)
