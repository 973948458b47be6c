"""A player without a plan: legal, various, and aggressive enough to end its games.

It exists for tests and measurements, where it must come by every rule of the game now and then.
"""

from random import Random

from teg_shared.rules.classic import cards
from teg_shared.rules.classic.commands import (
    Announce,
    Answer,
    AnyCommand,
    Attack,
    Claim,
    EndTurn,
    Exchange,
    Occupy,
    Place,
    ProposeDissolve,
    ProposePact,
    Regroup,
)
from teg_shared.rules.classic.state import Phase, State, plays
from teg_shared.rules.classic.turn import movable

from teg_server.bots.bot import luck
from teg_server.bots.tables import CONTINENT, COUNTRIES, NEAR
from teg_server.bots.treaties import treaties

TALK = 0.03
"""Chance of saying something about pacts before going on."""
STOP = 0.004
"""Chance of attacking no more, before each attack."""
RASH = 0.05
"""Chance of an attack that superiority does not recommend."""
STAY = 0.2
"""Chance of moving no more, before each regroup."""


class SemiRandom:
    """Legal moves by lot, with a liking for attacks in superior numbers."""

    level = "random"

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, view: State, seat: int) -> AnyCommand:
        """Return a legal command by lot."""
        lot = luck(self._seed, view, seat)
        phase = view.phase
        if phase is Phase.OCCUPY and view.occupation is not None:
            return Occupy(lot.randint(1, view.occupation.most))
        if phase is Phase.PLACEMENT:
            return _place(view, seat, lot)
        if phase is Phase.CLAIM:
            return Claim(view.drawn) if lot.random() < 0.8 else EndTurn()
        if view.settings.pacts != "none" and lot.random() < TALK:
            said = _talk(view, seat, lot)
            if said is not None:
                return said
        if phase is Phase.INCORPORATE:
            command = _incorporate(view, seat, lot)
            if command is not None:
                return command
        if phase is not Phase.REGROUP and lot.random() >= STOP:
            attack = _attack(view, seat, lot)
            if attack is not None:
                return attack
        return _regroup(view, seat, lot) or EndTurn()

    def react(self, view: State, seat: int) -> AnyCommand | None:
        """Accept or decline by lot."""
        for proposal in view.proposals:
            if proposal.partner == seat:
                return Answer(proposal.id, luck(self._seed, view, seat).random() < 0.5)
        return None


def _place(view: State, seat: int, lot: Random) -> Place:
    """Place some armies on a country with a foreign neighbour, if the armies may stand there."""
    owners = view.owners
    wide = view.pool > 0
    held = [country for country in COUNTRIES if owners[country] == seat and (wide or view.bound[CONTINENT[country]])]
    front = [country for country in held if any(owners[near] != seat for near in NEAR[country])]
    held = front or held
    drawn = [lot.choice(held) for _ in range(2 + view.round // 8)]
    country = max(drawn, key=lambda country: view.armies[country])
    most = view.pool + view.bound[CONTINENT[country]]
    return Place(country, most if lot.random() * 30 < view.round else lot.randint(1, most))


def _incorporate(view: State, seat: int, lot: Random) -> AnyCommand | None:
    early = view.round == 1 and not view.settings.first_round_incorporates
    hand = view.hands[seat]
    if not early:
        if len(hand) >= 3 and (len(hand) >= 5 or lot.random() < 0.5):
            sets = list(cards.sets(hand))
            if sets:
                return Exchange(lot.choice(sets))
        for card in hand:
            if cards.claimable(view, seat, card):
                return Claim(card)
    return _place(view, seat, lot) if view.pool or any(view.bound) else None


def _attack(view: State, seat: int, lot: Random) -> Attack | None:
    """Draw some attacks by lot and take the one in greatest superiority; rarely any attack at all."""
    owners, armies = view.owners, view.armies
    pacts = treaties(view, seat)
    options = [
        (source, target)
        for source in COUNTRIES
        if owners[source] == seat and armies[source] > 1
        for target in NEAR[source]
        if owners[target] != seat
    ]
    if view.settings.pacts != "breakable" or lot.random() < 0.9:
        options = [pair for pair in options if not pacts.forbid(*pair, owners[pair[1]])]
    if lot.random() < RASH:
        options = options and [lot.choice(options)]
    else:
        options = [pair for pair in options if armies[pair[0]] > armies[pair[1]] + 1]
    if not options:
        return None
    source, target = max(
        (lot.choice(options) for _ in range(3 + view.round // 8)), key=lambda pair: armies[pair[0]] - armies[pair[1]]
    )
    return Attack(source, target, pacts.forbid(source, target, owners[target]))


def _regroup(view: State, seat: int, lot: Random) -> Regroup | None:
    """Move armies anywhere, but rather all of those that have no foreign neighbour."""
    if lot.random() < STAY:
        return None
    owners = view.owners
    sources = [country for country in COUNTRIES if owners[country] == seat and movable(view, country) > 0]
    inner = [country for country in sources if all(owners[near] == seat for near in NEAR[country])]
    if inner:
        source = lot.choice(inner)
        return Regroup(source, lot.choice(NEAR[source]), movable(view, source))
    sources = [country for country in sources if any(owners[near] == seat for near in NEAR[country])]
    if not sources or lot.random() < 0.8:
        return None
    source = lot.choice(sources)
    target = lot.choice([near for near in NEAR[source] if owners[near] == seat])
    return Regroup(source, target, lot.randint(1, movable(view, source)))


def _talk(view: State, seat: int, lot: Random) -> AnyCommand | None:
    """Propose a pact or the end of one, or announce one, where nothing alike is on the table."""
    mine = [pact for pact in view.pacts if seat in (pact.a, pact.b)]
    if mine and lot.random() < 0.3:
        pact = lot.choice(mine)
        if view.settings.pacts == "notice" and pact.notice is None:
            return Announce(pact.id)
        if all(proposal.dissolves != pact.id for proposal in view.proposals):
            return ProposeDissolve(pact.id)
        return None
    partners = [other for other in range(len(view.colours)) if other != seat and plays(view, other)]
    busy = {proposal.partner for proposal in view.proposals} | {proposal.proposer for proposal in view.proposals}
    partners = [other for other in partners if other not in busy]
    if not partners:
        return None
    partner = lot.choice(partners)
    if any(partner in (pact.a, pact.b) for pact in mine):
        return None
    fronts = [
        (country, near)
        for country in COUNTRIES
        if view.owners[country] == seat
        for near in NEAR[country]
        if view.owners[near] == partner
    ]
    border = lot.choice(fronts) if fronts and lot.random() < 0.5 else None
    return ProposePact(partner, border, view.round + lot.randint(1, 6))
