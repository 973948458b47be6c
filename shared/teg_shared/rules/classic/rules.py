"""The classic variant behind the common interface."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from teg_shared.rules.chance import Chance
from teg_shared.rules.classic import absent, cards, combat, commands, evolve, legal, pacts, setup, turn, view
from teg_shared.rules.classic.data import COLOURS
from teg_shared.rules.classic.events import AnyEvent
from teg_shared.rules.classic.settings import Settings
from teg_shared.rules.classic.state import Phase, State
from teg_shared.rules.errors import RuleError
from teg_shared.rules.variant import Pace, Seat, Variant, Viewer

Decision = Callable[[State, Seat, Any, Chance], list[AnyEvent]]

_DECIDE: dict[type, Decision] = {
    commands.Place: turn.place,
    commands.Exchange: cards.exchange,
    commands.Claim: turn.claim_bonus,
    commands.Attack: combat.attack,
    commands.Occupy: combat.occupy,
    commands.Regroup: turn.regroup,
    commands.EndTurn: turn.end_turn,
    commands.ProposePact: pacts.propose,
    commands.ProposeDissolve: pacts.propose_dissolve,
    commands.Answer: pacts.answer,
    commands.Withdraw: pacts.withdraw,
    commands.Announce: pacts.announce,
}


class Classic:
    """Classic T.E.G. (C1 to C36); stateless."""

    name = "classic"
    seats = range(2, len(COLOURS) + 1)
    colours: tuple[str, ...] = COLOURS
    colours_by_lot = False
    state_type = State
    command_type: Any = commands.AnyCommand
    event_type: Any = AnyEvent
    settings_type = Settings

    def check(self, settings: Settings) -> None:
        """Accept them all: the only number, of exchanges, may be any (C17); see Variant.check."""
        del settings

    def setup(self, colours: Sequence[str], settings: Settings, chance: Chance) -> list[AnyEvent]:
        """See Variant.setup."""
        return setup.setup(colours, settings, chance)

    def decide(self, state: State, seat: Seat, command: commands.AnyCommand, chance: Chance) -> list[AnyEvent]:
        """See Variant.decide; also refuses a seat that is not at the table (unknown-seat)."""
        if not 0 <= seat < len(state.colours):
            raise RuleError("unknown-seat", seat=seat)
        return _DECIDE[type(command)](state, seat, command, chance)

    def evolve(self, state: State | None, event: AnyEvent) -> State:
        """See Variant.evolve."""
        return evolve.evolve(state, event)

    def legal(self, state: State, seat: Seat) -> Iterable[commands.AnyCommand]:
        """See Variant.legal."""
        return legal.legal(state, seat)

    def view(self, state: State, viewer: Viewer) -> State:
        """See Variant.view."""
        return view.view(state, viewer)

    def redact(self, event: AnyEvent, viewer: Viewer) -> AnyEvent | None:
        """See Variant.redact."""
        return view.redact(event, viewer)

    def expire(self, state: State, seat: Seat, chance: Chance) -> list[AnyEvent]:
        """See Variant.expire."""
        return absent.expire(state, seat, chance)

    def leave(self, state: State, seat: Seat, chance: Chance) -> list[AnyEvent]:
        """See Variant.leave."""
        return absent.leave(state, seat, chance)

    def prompted(self, state: State) -> tuple[Seat, ...]:
        """Return the seat on turn and those with a proposal to answer; see Variant.prompted."""
        if state.phase is Phase.OVER:
            return ()
        asked = {proposal.partner for proposal in state.proposals}
        return (state.turn, *sorted(asked - {state.turn}))

    def pace(self, state: State, turn: int) -> Pace:
        """Return the turn or placement that runs, which is one seat's; see Variant.pace."""
        seats = () if state.phase is Phase.OVER else (state.turn,)
        return Pace((state.round, state.lap, *seats), turn, seats)

    def outcome(self, state: State) -> Seat | None:
        """See Variant.outcome."""
        return state.winner if state.phase is Phase.OVER else None


CLASSIC: Final[Variant[State, commands.AnyCommand, AnyEvent, Settings]] = Classic()
