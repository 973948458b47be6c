"""Semi-random players of classic T.E.G. who attack a lot, and the laws that only its states have."""

from collections.abc import Sequence
from random import Random
from typing import Any

from teg_shared.rules.board import mask_of, members
from teg_shared.rules.classic import commands as c
from teg_shared.rules.classic import events as e
from teg_shared.rules.classic import legal
from teg_shared.rules.classic.combat import losses
from teg_shared.rules.classic.data import BOARD, COLOURS, COUNTRIES, OBJECTIVES
from teg_shared.rules.classic.settings import OFFICIAL, Settings
from teg_shared.rules.classic.state import Phase, State, plays, pool_left
from teg_shared.rules.classic.turn import movable

from tests.support.laws import Player, Rules
from tests.support.tables import normal


def house_rules(random: Random) -> Settings:
    """Return any house rules, the preset and the default more often."""
    if random.random() < 0.3:
        return random.choice([Settings(), OFFICIAL])
    return Settings(
        rotate_first=random.random() < 0.5,
        small_table_objective=random.choice(["secret", "conquer_all"]),
        first_round_incorporates=random.random() < 0.5,
        conquest_move=random.choice(["up_to_3", "all_but_one"]),
        second_conquest_after=random.choice([0, 1, 3]),
        bonus_spends_card=random.random() < 0.5,
        exchange_counter=random.choice(["game", "player"]),
        orphan_objective=random.choice(["right_neighbour", "common_only"]),
        pacts=random.choice(["breakable", "binding", "notice", "none"]),
    )


class Brawler(Player):
    """Piles its armies up on a border and attacks from there; talks about pacts now and then."""

    secret = frozenset({"hands", "deck", "objectives", "dealt", "drawn"})
    limit = 40_000

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.chatter = 0.06

    def table(self, random: Random) -> tuple[Sequence[str], Settings]:
        """Return two to six colours and any house rules."""
        colours = list(COLOURS)
        random.shuffle(colours)
        return colours[: random.randint(2, 6)], house_rules(random)

    def choose(self, random: Random, state: State) -> tuple[int, c.AnyCommand]:
        """Return what the seat on turn does, or what somebody says about pacts."""
        if random.random() < self.chatter:
            seat = random.choice([s for s in range(len(state.colours)) if plays(state, s)])
            talk = self.talk(random, state, seat)
            if talk is not None:
                return seat, talk
        return state.turn, self.act(random, state, state.turn)

    def talk(self, random: Random, state: State, seat: int) -> c.AnyCommand | None:
        """Return something about pacts: answers rather than new proposals."""
        if state.settings.pacts == "none":
            return None
        said = list(legal.pact_commands(state, seat))
        answers = [command for command in said if not isinstance(command, c.ProposePact)]
        command = random.choice(answers or said) if said else None
        if isinstance(command, c.ProposePact) and random.random() < 0.7:
            return c.ProposePact(command.partner, command.border, max(1, state.round) + random.randint(0, 3))
        return command

    def act(self, random: Random, state: State, seat: int) -> c.AnyCommand:
        """Return the next move of a turn."""
        phase = state.phase
        if phase is Phase.OCCUPY:
            assert state.occupation is not None
            return c.Occupy(state.occupation.most if random.random() < 0.8 else 1)
        if phase is Phase.CLAIM:
            return c.Claim(state.drawn) if random.random() < 0.8 else c.EndTurn()
        if phase is Phase.INCORPORATE:
            offers = (
                [x for x in legal.turn_commands(state, seat) if isinstance(x, c.Exchange | c.Claim)]
                if state.hands[seat]
                else []
            )
            if offers and (len(state.hands[seat]) >= 5 or random.random() < 0.5):
                return random.choice([x for x in offers if isinstance(x, c.Exchange)] or offers)
        if phase in (Phase.PLACEMENT, Phase.INCORPORATE) and pool_left(state):
            return self.place(random, state, seat)
        if phase is not Phase.REGROUP and random.random() < 0.998:
            attack = self.attack(random, state, seat)
            if attack is not None:
                return attack
        return self.march(random, state, seat) or c.EndTurn()

    def place(self, random: Random, state: State, seat: int) -> c.Place:
        """Return most armies on the biggest pile at a border."""
        mask = state.masks[seat]
        for continent, bound in enumerate(state.bound):
            if bound:
                return c.Place(self.pile(random, state, mask, mask & BOARD.continent_masks[continent]), bound)
        armies = state.pool if random.random() < 0.8 else random.randint(1, state.pool)
        return c.Place(self.pile(random, state, mask, mask), armies)

    def pile(self, random: Random, state: State, mask: int, among: int) -> int:
        """Return a country of `among`, the strongest of those on a border rather than another."""
        border = [n for n in members(among) if BOARD.adjacency[n] & ~mask] or list(members(among))
        return max(border, key=lambda n: state.armies[n]) if random.random() < 0.8 else random.choice(border)

    def march(self, random: Random, state: State, seat: int) -> c.Regroup | None:
        """Return a move that brings all it can from behind to a border or parts a big pile, now and then another."""
        mask = state.masks[seat]
        if random.random() < 0.05:
            return random.choice([*legal.regroupings(state, seat)] or [None])
        for source in members(mask):
            armies = movable(state, source)
            near = list(members(BOARD.adjacency[source] & mask))
            if armies < 1 or not near:
                continue
            if BOARD.adjacency[source] & ~mask:
                weakest = min(near, key=lambda n: state.armies[n])
                if armies > 20 and state.armies[weakest] < armies // 4 and BOARD.adjacency[weakest] & ~mask:
                    return c.Regroup(source, weakest, armies // 2)
            else:
                return c.Regroup(source, self.pile(random, state, mask, mask_of(near)), armies)
        return None

    def attack(self, random: Random, state: State, seat: int) -> c.Attack | None:
        """Return an attack with good odds, now and then any; over a pact only if there is nothing else.

        In a long game one seat after the other loses its patience and attacks whatever the odds.
        """
        rash = state.round > 20 and state.round // 3 % len(state.colours) == seat
        offers = [x for x in legal.attacks(state, seat) if rash or state.armies[x.source] > state.armies[x.target]]
        clean = [x for x in offers if not x.breaking]
        if not clean and random.random() < 0.3:
            clean = offers
        if not clean:
            return None
        if random.random() < 0.1:
            return random.choice(clean)
        beaten = [x for x in clean if state.armies[x.source] > 1.3 * state.armies[x.target] > 9]
        if beaten:
            return max(beaten, key=lambda x: state.armies[x.target])
        return max(clean, key=lambda x: state.armies[x.source] - state.armies[x.target])

    def normal(self, command: Any) -> Any:
        """Return cards in order and proposals without a term."""
        return normal(command)

    def step(self, before: State, events: Sequence[e.AnyEvent], after: State) -> None:
        """Cards, armies and countries are conserved but for what the events say."""
        cards = [card for pile in (after.deck, after.discard, *after.hands) for card in pile]
        assert sorted(cards) == list(range(COUNTRIES)), "a card is lost or twice"
        made = sum(map(grown, events))
        assert sum(after.armies) == sum(before.armies) + made, events
        assert min(after.armies) >= 1, events
        assert sum(after.masks) == BOARD.full
        assert all(
            after.masks[s] == mask_of(n for n in range(50) if after.owners[n] == s) for s in range(len(after.masks))
        )
        if not any(isinstance(event, e.TurnStarted | e.PlacementStarted) for event in events):
            assert pool_left(after) == pool_left(before) + sum(map(granted, events)), events
        assert min(after.pool, *after.bound) >= 0
        ids = [p.id for p in after.pacts] + [p.id for p in after.proposals]
        assert len(set(ids)) == len(ids)
        assert (
            all(plays(after, p.proposer) and plays(after, p.partner) for p in after.proposals)
            or after.phase is Phase.OVER
        )
        assert all(p.dissolves is None or p.dissolves in ids for p in after.proposals)
        assert after.ledger[: len(before.ledger)] == before.ledger, "the ledger was edited"

    def disguise(self, random: Random, state: State, viewer: int | None) -> State:
        """Return the state with the unseen cards and objectives exchanged among their places."""
        if state.phase is Phase.OVER:
            other = state.copy()
            random.shuffle(other.deck)
            return other
        other = state.copy()
        unseen = [s for s in range(len(state.colours)) if s != viewer]
        cards = [*other.deck, *(card for s in unseen for card in other.hands[s])]
        random.shuffle(cards)
        for s in unseen:
            other.hands[s] = [cards.pop() for _ in other.hands[s]]
        other.deck = cards
        if state.turn != viewer and state.phase is Phase.CLAIM:
            other.drawn = other.hands[state.turn][-1]
        numbers = range(len(OBJECTIVES) + 1)
        other.objectives = [random.choice(numbers) if s in unseen else n for s, n in enumerate(state.objectives)]
        other.dealt = [random.choice(numbers) if s in unseen else n for s, n in enumerate(state.dealt)]
        return other


def grown(event: e.AnyEvent) -> int:
    """Return by how many the armies on the board grow with an event."""
    match event:
        case e.ArmiesPlaced(_, armies, _):
            return armies
        case e.BonusClaimed():
            return 2
        case e.DiceRolled(_, _, attack, defence):
            return -sum(losses(attack, defence))
        case _:
            return 0


def granted(event: e.AnyEvent) -> int:
    """Return by how many the armies to be placed grow with an event."""
    match event:
        case e.ArmiesPlaced(_, armies, _):
            return -armies
        case e.CardsExchanged(_, armies):
            return armies
        case _:
            return 0


PLAYER = Brawler
