"""The beginner: attacks where it has more armies, stops on a whim, forgets things; keeps its word."""

from random import Random

from teg_shared.rules.classic.commands import (
    Answer,
    AnyCommand,
    Attack,
    Claim,
    EndTurn,
    Exchange,
    Occupy,
    Place,
)
from teg_shared.rules.classic.state import Phase, State

from teg_server.bots import hand
from teg_server.bots.bot import luck
from teg_server.bots.position import attacks, fronts, march, own
from teg_server.bots.tables import CONTINENT, NEAR
from teg_server.bots.treaties import Treaties, treaties

FORGETS = 0.3
"""Chance of forgetting the armies of a card."""
TIRES = 0.05
"""Chance of attacking no more, before each attack in the first rounds."""
DESPAIRS = 50
"""Rounds after which a beginner would attack in half the numbers of the defender."""
TIRELESS = 15
"""Round from which on a beginner wants the end as well."""
LOOKS = 3
"""Attacks compared before one is made."""
HANDFUL = 5
"""Armies placed at a time, unless a neighbour calls for more."""
SUPERIORITY = 2
"""Armies more than the defender's that make an attack look good."""


class Novato:
    """A beginner, with the mistakes of one."""

    level = "novato"

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, view: State, seat: int) -> AnyCommand:
        """See Bot.choose."""
        lot = luck(self._seed, view, seat)
        pacts = treaties(view, seat)
        phase = view.phase
        if phase is Phase.OCCUPY and view.occupation is not None:
            return Occupy(lot.randint(1, view.occupation.most))
        if phase is Phase.PLACEMENT:
            return _place(view, seat, pacts, lot)
        if phase is Phase.CLAIM:
            return Claim(view.drawn) if lot.random() >= FORGETS else EndTurn()
        if phase is Phase.INCORPORATE:
            command = _incorporate(view, seat, pacts, lot)
            if command is not None:
                return command
        if phase is not Phase.REGROUP:
            attack = _attack(view, seat, pacts, lot)
            if attack is not None:
                return attack
        return (lot.random() < 0.8 + view.round / 60 and march(view, seat, pacts)) or EndTurn()

    def react(self, view: State, seat: int) -> AnyCommand | None:
        """Accept whatever is proposed."""
        for proposal in view.proposals:
            if proposal.partner == seat:
                return Answer(proposal.id, True)
        return None


def _place(view: State, seat: int, pacts: Treaties, lot: Random) -> Place:
    """Place some armies on any front; those bound to a continent, anywhere in it if need be."""
    bound = view.bound
    held = [c for c in own(view, seat) if view.pool or bound[CONTINENT[c]]]
    front = set(fronts(view, seat, pacts)).intersection(held)
    held = sorted(front) or held
    country = lot.choice(held)
    most = view.pool + bound[CONTINENT[country]]
    against = max(view.armies[near] for near in NEAR[country])
    return Place(country, lot.randint(1, min(most, max(HANDFUL, 2 * against))))


def _incorporate(view: State, seat: int, pacts: Treaties, lot: Random) -> Place | Exchange | Claim | None:
    if not hand.closed(view):
        if hand.must_exchange(view, seat):
            return hand.exchange(view, seat)
        claim = hand.bonus(view, seat)
        if claim is not None and lot.random() >= FORGETS:
            return claim
    return _place(view, seat, pacts, lot) if view.pool or any(view.bound) else None


def _attack(view: State, seat: int, pacts: Treaties, lot: Random) -> Attack | None:
    """Attack anywhere in superior numbers; a beginner tires less the longer the game takes."""
    if lot.random() < TIRES * (1 - view.round / TIRELESS):
        return None
    armies = view.armies
    asked = max(0.5, 1 - view.round / DESPAIRS)
    pairs = [
        (source, target)
        for source, target in attacks(view, seat, pacts)
        if armies[source] >= armies[target] * asked + SUPERIORITY
    ]
    if not pairs:
        return None
    seen = (lot.choice(pairs) for _ in range(LOOKS))
    return Attack(*max(seen, key=lambda pair: armies[pair[0]] - armies[pair[1]]))
