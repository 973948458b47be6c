"""The model of the classic game: what one client knows of its table, and the questions that its screens ask."""

from collections.abc import Callable
from typing import ClassVar, TypeVar

from teg_shared.protocol.session import ClientSession, Step
from teg_shared.rules.board import members
from teg_shared.rules.classic.commands import Place
from teg_shared.rules.classic.data import HIDDEN, NOBODY
from teg_shared.rules.classic.events import AnyEvent
from teg_shared.rules.classic.settings import Settings
from teg_shared.rules.classic.state import Pact, Phase, Proposal, State

from teg_tui import changes as ch
from teg_tui import differences, rows, steps
from teg_tui import questions as ask
from teg_tui.changes import Change, LastRoll
from teg_tui.chronicle import Chronicler
from teg_tui.game_model import GameModel, planned
from teg_tui.staging import Staging

T = TypeVar("T")


class Model(GameModel[State, Chronicler]):
    """Everything that one client knows of one room in which the classic game is played.

    Attributes:
        staging: armies that this player has put down and the view does not show yet.
    """

    variant: ClassVar[str] = "classic"

    def __init__(self, session: ClientSession | None = None) -> None:
        super().__init__(session)
        self.staging = Staging()

    # --- what comes in

    def _writer(self) -> Chronicler:
        return Chronicler()

    def _replaced(self, before: State | None) -> list[Change]:
        view = self.view
        if view is None:
            return []
        if before is not None and (before.colours != view.colours or before.deal != view.deal):
            self.forget_game()
        self.chronicler.look(view)
        self.staging.reached(self.version)
        self._trim_staged()
        changes: list[Change] = [ch.ViewReplaced(self.version)]
        return changes + [ch.ProposalArrived(proposal) for proposal in ask.open_proposals_to(view, self.seat)]

    def _moved(self, before: State | None, step: Step) -> list[Change]:
        after = self.view
        if before is None or after is None:
            return []
        events: tuple[AnyEvent, ...] = step.events
        rolls = self.chronicler.rolls
        entries = self._write(events, after)
        self.staging.settle(events)
        self.staging.reached(self.version)
        self._trim_staged()
        changes: list[Change] = []
        if self.chronicler.rolls != rolls and self.dice is not None:
            changes.append(ch.Rolled(self.dice))
        changes += differences.compare(before, after, self.seat)
        changes += differences.told(events)
        return changes + [ch.Chronicled(entry) for entry in entries]

    def _trim_staged(self) -> None:
        """Drop what is staged where it can no longer be placed: the turn or the country may be lost."""
        staged, self.staging.staged = self.staging.staged, {}
        for country, armies in staged.items():
            self.stage(country, armies)

    def _answered(self, number: int, version: int | None) -> None:
        if version is None:
            self.staging.refused(number)
            return
        self.staging.accepted(number, version)
        self.staging.reached(self.version)

    def forget_game(self) -> None:
        """Forget what was told of a game; the view is the session's."""
        super().forget_game()
        self.staging.clear()

    @property
    def colours(self) -> list[str]:
        """Colour slugs of the game's seats, none before it."""
        return self.view.colours if self.view is not None else []

    # --- who and when

    @property
    def over(self) -> bool:
        """Whether there is a game, and it is over."""
        return self.view is not None and self.view.phase is Phase.OVER

    @property
    def round(self) -> int:
        """Round of the game, 0 during placement and before."""
        return self.view.round if self.view is not None else 0

    @property
    def dice(self) -> LastRoll | None:
        """The last roll of an attack that this viewer saw."""
        return self.chronicler.last_roll

    @property
    def my_turn(self) -> bool:
        """Whether the game waits for this viewer."""
        return self._asked(ask.on_turn, default=False)

    @property
    def whose_turn(self) -> int:
        """Seat on turn, -1 before and after the game."""
        return self.view.turn if self.view is not None and self.view.phase is not Phase.OVER else NOBODY

    @property
    def settings(self) -> Settings:
        """House rules of the game, or those planned in the room."""
        if self.view is not None:
            return self.view.settings
        return planned(self.room, Settings)

    def bargain_of(self, number: int) -> Pact | Proposal | None:
        """Return the pact or proposal of this number, past ones included as far as they were seen."""
        return self.chronicler.bargains.get(number)

    def phase_trail(self) -> tuple[rows.TrailStep, ...]:
        """Return the phases of the turn, with the present one lit; nothing before the game."""
        return rows.phase_trail(self.view) if self.view is not None else ()

    def next_step(self) -> rows.NextStep:
        """Return who must do what now."""
        if self.view is not None:
            return steps.game_step(self.view, self.seat, self.staged)
        if self.room is not None:
            return steps.lobby_step(self.room, self.seat)
        return rows.NextStep("connect")

    def available_actions(self) -> list[steps.Action]:
        """Return what keys do something now, the most urgent first."""
        if self.connection.condition == "closed":
            return []
        if self.view is not None:
            return steps.game_actions(self.view, self.seat, self.staged)
        return steps.lobby_actions(self.room, self.seat) if self.room is not None else []

    # --- lists

    def players(self) -> list[rows.PlayerRow]:
        """Return a row for each seat in turn order."""
        infos = self.room.seats if self.room is not None else ()
        return [
            rows.player_row(self.view, infos[seat] if seat < len(infos) else None, seat, self.seat)
            for seat in range(self.seats())
        ]

    def continents(self) -> list[rows.ContinentRow]:
        """Return a row for each continent; nothing before the game."""
        return rows.continent_rows(self.view, self.seat) if self.view is not None else []

    def owner(self, country: int) -> int:
        """Return the seat that owns `country`, -1 before the game."""
        return self.view.owners[country] if self.view is not None else NOBODY

    def armies(self, country: int) -> int:
        """Return the armies on `country`, those staged or sent by this player included."""
        if self.view is None:
            return 0
        return self.view.armies[country] + self.waiting.get(country, 0)

    def hand(self) -> list[int]:
        """Return this viewer's own cards."""
        return self.view.hands[self.seat][:] if self.view is not None and self.seat >= 0 else []

    def exchange_worth(self) -> int:
        """Return the armies that this viewer's next exchange gives (C20)."""
        return ask.exchange_worth(self.view, self.seat) if self.view is not None and self.seat >= 0 else 0

    def objective(self) -> int:
        """Return the number of this viewer's objective; 0 for the common one only, -1 for a spectator."""
        return self.view.objectives[self.seat] if self.view is not None and self.seat >= 0 else HIDDEN

    def objective_progress(self) -> list[rows.Part]:
        """Return how far this viewer is with each part of the objective, and with the common one."""
        return rows.objective_parts(self.view, self.seat) if self.view is not None else []

    # --- what can be done

    def _asked(self, question: Callable[[State, int], T], *, default: T) -> T:
        return question(self.view, self.seat) if self.view is not None else default

    def placeable(self) -> dict[int, int]:
        """Return how many more armies each own country can take now, if any (C4, C8)."""
        view = self.view
        if view is None or not self.my_turn:
            return {}
        places = {country: self.room_on(country) for country in members(view.masks[self.seat])}
        return {country: most for country, most in places.items() if most}

    def room_on(self, country: int) -> int:
        """Return how many more armies can be staged on `country`."""
        return ask.room_on(self.view, self.seat, self.waiting, country) if self.view is not None else 0

    @property
    def staged(self) -> dict[int, int]:
        """Armies put on countries by this player and not yet confirmed, by country."""
        return self.staging.staged

    @property
    def sent(self) -> dict[int, int]:
        """Armies of confirmed placements that the view does not have yet, by country."""
        return self.staging.sent

    @property
    def waiting(self) -> dict[int, int]:
        """Armies staged or sent, by country."""
        return self.staging.waiting

    def reserve(self) -> tuple[int, list[int]]:
        """Return (free armies, armies bound to each continent) that are neither placed nor staged."""
        return ask.reserves(self.view, self.waiting) if self.view is not None else (0, [])

    def stage(self, country: int, armies: int = 1) -> int:
        """Stage up to `armies` on `country` and return how many it took, 0 if none can go there."""
        taken = min(armies, self.room_on(country))
        if taken > 0:
            self.staged[country] = self.staged.get(country, 0) + taken
        return max(taken, 0)

    def unstage(self, country: int, armies: int = 1) -> int:
        """Take up to `armies` staged ones back from `country` and return how many came."""
        taken = min(armies, self.staged.get(country, 0))
        if taken <= 0:
            return 0
        self.staged[country] -= taken
        if not self.staged[country]:
            del self.staged[country]
        return taken

    def unstage_all(self) -> None:
        """Take every staged army back."""
        self.staged.clear()

    def confirm_staged(self) -> list[Place]:
        """Return the commands for what is staged; it counts as sent once `sending` has heard of each."""
        return self.staging.commands()

    def sending(self, number: int, command: Place) -> None:
        """Take note that a placement went out as the act of this number."""
        self.staging.sending(number, command)

    def attack_sources(self) -> list[int]:
        """Return the countries from which this viewer may attack now."""
        return self._asked(ask.attack_sources, default=[])

    def attack_targets(self, source: int) -> list[int]:
        """Return the countries that may be attacked from `source` now; pacts: `pacts_in_way`."""
        return ask.attack_targets(self.view, self.seat, source) if self.view is not None else []

    def regroup_sources(self) -> list[int]:
        """Return the countries out of which this viewer may regroup now."""
        return self._asked(ask.regroup_sources, default=[])

    def regroup_targets(self, source: int) -> list[int]:
        """Return the countries into which this viewer may regroup out of `source` now."""
        return ask.regroup_targets(self.view, self.seat, source) if self.view is not None else []

    def movable(self, source: int) -> int:
        """Return how many armies may be regrouped out of `source` now."""
        return ask.movable(self.view, self.seat, source) if self.view is not None else 0

    def exchangeable_sets(self) -> list[tuple[int, int, int]]:
        """Return the sets of three cards that may be exchanged now."""
        return self._asked(ask.exchangeable_sets, default=[])

    def claimable_cards(self) -> list[int]:
        """Return the cards whose armies may be claimed now."""
        return self._asked(ask.claimable_cards, default=[])

    @property
    def cards_pay(self) -> bool:
        """Whether this viewer's cards bring armies now: by an exchange, or as one's own country (C19, C20)."""
        return bool(self.exchangeable_sets() or self.claimable_cards())

    # --- pacts

    def pacts(self) -> list[Pact]:
        """Return every standing pact."""
        return self.view.pacts[:] if self.view is not None else []

    def pacts_in_way(self, source: int, target: int) -> list[Pact]:
        """Return the pacts that an attack from `source` on `target` would break (C33)."""
        return ask.pacts_in_way(self.view, source, target) if self.view is not None else []

    def pact_partners(self) -> list[int]:
        """Return the seats to which a pact may be proposed now."""
        return self._asked(ask.pact_partners, default=[])

    def pact_borders(self, partner: int) -> list[tuple[int, int] | None]:
        """Return what can be proposed to `partner`: borders (own country, theirs), None for the whole map."""
        return ask.pact_borders(self.view, self.seat, partner) if self.view is not None else []

    def dissolvable_pacts(self) -> list[Pact]:
        """Return the pacts whose common end this viewer may propose."""
        return self._asked(ask.dissolvable, default=[])

    def open_proposals_to_me(self) -> list[Proposal]:
        """Return the proposals that wait for this viewer's answer."""
        return self._asked(ask.open_proposals_to, default=[])

    def open_proposals_by_me(self) -> list[Proposal]:
        """Return this viewer's proposals that nobody has answered yet."""
        return self._asked(ask.open_proposals_by, default=[])
