"""T.E.G. de los Negocios behind the common interface."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from teg_shared.rules.chance import Chance
from teg_shared.rules.negocios import (
    absent,
    cards,
    commands,
    control,
    evolve,
    legal,
    naming,
    pacts,
    setup,
    talks,
    timing,
    transfers,
    view,
)
from teg_shared.rules.negocios.data import COLOURS, LEAST_SEATS
from teg_shared.rules.negocios.events import AnyEvent
from teg_shared.rules.negocios.refusals import refuse
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.negocios.state import Phase, State
from teg_shared.rules.variant import Pace, Seat, Variant, Viewer

Decision = Callable[[State, Seat, Any, Chance], list[AnyEvent]]

_DECIDE: dict[type, Decision] = {
    commands.Attempt: control.attempt,
    commands.EndAttempts: control.stop,
    commands.Supply: control.supply,
    commands.PlayCard: cards.play,
    commands.KeepCards: cards.keep,
    commands.Place: cards.place,
    commands.MoveIcon: cards.move_icon,
    commands.Exchange: cards.exchange,
    commands.Decline: cards.decline,
    commands.Invest: transfers.transfer,
    commands.Reassign: transfers.transfer,
    commands.EndTurn: transfers.end,
    commands.Offer: talks.offer,
    commands.Answer: talks.answer,
    commands.Withdraw: talks.withdraw,
    commands.Done: talks.done,
    commands.Name: naming.name,
    commands.ProposePact: pacts.propose,
    commands.AnswerPact: pacts.answer,
    commands.WithdrawPact: pacts.withdraw,
}


class Negocios:
    """T.E.G. de los Negocios (N1 to N156); stateless."""

    name = "negocios"
    seats = range(LEAST_SEATS, len(COLOURS) + 1)
    colours: tuple[str, ...] = COLOURS
    colours_by_lot = True
    state_type = State
    command_type: Any = commands.AnyCommand
    event_type: Any = AnyEvent
    settings_type = Settings

    def check(self, settings: Settings) -> None:
        """See Variant.check."""
        setup.check_settings(settings)

    def setup(self, colours: Sequence[str], settings: Settings, chance: Chance) -> list[AnyEvent]:
        """See Variant.setup."""
        return setup.setup(colours, settings, chance)

    def decide(self, state: State, seat: Seat, command: commands.AnyCommand, chance: Chance) -> list[AnyEvent]:
        """See Variant.decide; also refuses a seat that is not at the table (unknown-seat)."""
        if not 0 <= seat < len(state.colours):
            raise refuse("unknown-seat", seat=seat)
        return _DECIDE[type(command)](state, seat, command, chance)

    def evolve(self, state: State | None, event: AnyEvent) -> State:
        """See Variant.evolve."""
        return evolve.evolve(state, event)

    def legal(self, state: State, seat: Seat) -> Iterable[commands.AnyCommand]:
        """See Variant.legal; offers are free in part, see the module `legal`."""
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
        """See Variant.prompted."""
        return absent.prompted(state)

    def pace(self, state: State, turn: int) -> Pace:
        """See Variant.pace; a negotiation and a ballot are of several seats at once (N95, N130, N153)."""
        return Pace(timing.period(state), timing.seconds(state, turn), absent.awaited(state))

    def outcome(self, state: State) -> Seat | None:
        """See Variant.outcome."""
        return state.winner if state.phase is Phase.OVER else None


NEGOCIOS: Final[Variant[State, commands.AnyCommand, AnyEvent, Settings]] = Negocios()
