"""One player of a real game of Negocios in memory with nothing but keys: desk and sheets without a screen."""

import msgspec
from teg_shared.protocol.messages import Accepted, FromClient, FromServer, Refused
from teg_shared.rules.chance import LoadedChance
from teg_shared.rules.errors import RuleError
from teg_shared.rules.negocios.commands import AnyCommand
from teg_shared.rules.negocios.data import BOARD
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.negocios.state import Phase, Stage, State

from teg_tui.changes import Status
from teg_tui.map.palette import TRUECOLOR
from teg_tui.negocios_ui.kit import NegociosKit
from teg_tui.theme import skin_for
from teg_tui.widgets.hints import KeyHint
from teg_tui.widgets.sheet import Deed, Sheet, sheet_lines
from tests.client.negocios.table import Table

C = BOARD.index
"""Number of a country by its slug."""
SKIN = skin_for(TRUECOLOR)


class Chair:
    """A player on `seat` of a table; commands are decided by the real rules.

    Attributes:
        commands: what was sent, oldest first.
        refused: codes of what was refused.
        said: the last sentence said.
    """

    def __init__(self, table: Table, seat: int = 0) -> None:
        self.table = table
        self.seat = seat
        self.commands: list[msgspec.Struct] = []
        self.sent: list[FromClient] = []
        self.refused: list[str] = []
        self.said = ""
        self.sheets: list[Sheet] = []
        self._answers: list[FromServer] = []
        self.model = table.model(seat)
        self.model.connected(Status("online"))
        self.kit = NegociosKit(self.model, self, SKIN, animate=False)

    # --- the link

    def act(self, command: msgspec.Struct) -> int:
        self.commands.append(command)
        number = len(self.commands)
        try:
            update = self.table.play(self.seat, command, (self.seat,))[self.seat]  # type: ignore[arg-type]
        except RuleError as error:
            self.refused.append(error.code)
            self._answers.append(Refused(error.code, error.facts, number))
        else:
            self._answers += [Accepted(number, self.table.version), update]
        return number

    def send(self, message: FromClient) -> None:
        self.sent.append(message)

    def other(self, seat: int, command: AnyCommand) -> None:
        """Let another seat do something."""
        self._answers.append(self.table.play(seat, command, (self.seat,))[self.seat])
        self.answer()

    def drain(self) -> list[FromServer]:
        """Return what the server has answered, for a screen that takes it in itself."""
        answers, self._answers = self._answers, []
        return answers

    def answer(self) -> None:
        """Take in what the server has answered."""
        while self._answers:
            self.kit.desk.applied(self.model.apply(self._answers.pop(0)))
        self.sheets = [sheet for sheet in self.sheets if sheet.refreshed()]

    # --- keys

    def press(self, *keys: str) -> str:
        """Press keys, let the server answer after each, and return the last sentence said."""
        for key in keys:
            self.said = ""
            if self.sheets:
                self._sheet(key)
            else:
                self._board(key)
            self.answer()
        return self.said

    def _board(self, key: str) -> None:
        step = self.kit.desk.press(key)
        if step is None:
            sheet = self.kit.open_by_key(key)
            self.sheets += [sheet] if sheet is not None else []
            return
        self.said = step.say
        if step.opens:
            sheet = self.kit.open_by_name(step.opens)
            self.sheets += [sheet] if sheet is not None else []

    def _sheet(self, key: str) -> None:
        sheet = self.sheets[-1]
        deed = sheet.press(key) or Deed()
        self.said = deed.say
        if deed.closes and sheet in self.sheets:
            self.sheets.remove(sheet)
        self.sheets += [deed.opens] if deed.opens is not None else []
        if deed.cursor >= 0:
            self.kit.desk.point(deed.cursor)
        self.kit.desk.act(deed.commands)

    def at(self, slug: str) -> "Chair":
        """Put the cursor on a country."""
        self.kit.desk.point(C[slug])
        return self

    # --- what is seen

    @property
    def offered(self) -> tuple[KeyHint, ...]:
        """The keys that the bottom line offers."""
        return self.sheets[-1].keys() if self.sheets else (*self.kit.desk.keys(), *self.kit.keys(short=True))

    @property
    def hint(self) -> str:
        """The sentence that names the next step."""
        return self.kit.desk.hint()

    def paper(self, width: int = 78, height: int = 60) -> str:
        """Return the sheet on top as text."""
        return "\n".join("".join(p.text for p in line) for line in sheet_lines(self.sheets[-1], width, height))

    @property
    def last(self) -> msgspec.Struct | None:
        """The last command sent."""
        return self.commands[-1] if self.commands else None


def chair(
    mine: dict[str, int] | None = None,
    *,
    phase: Phase = Phase.ATTEMPTS,
    stage: Stage = Stage.TURNS,
    dice: tuple[int, ...] = (),
    hand: tuple[int, ...] = (),
    seats: int = 4,
    settings: Settings | None = None,
    **more: object,
) -> Chair:
    """Return Ana (seat 0, verde) on turn in an arranged state; countries not hers go round the others.

    Args:
        mine: fichas on each of her countries.
        phase: what the game waits for.
        stage: part of the round.
        dice: what the dice show.
        hand: her cards.
        seats: corporations.
        settings: house rules.
        more: fields of the state.
    """
    table = Table(seats, settings=settings)
    state = table.state
    arrange(state, mine or {"argentina": 1, "brasil": 1}, hand)
    state.phase, state.stage, state.turn, state.actor, state.place = phase, stage, 0, 0, 0
    for name, value in more.items():
        setattr(state, name, value)
    return Chair(Table.at(state, LoadedChance(dice)))


def arrange(state: State, mine: dict[str, int], hand: tuple[int, ...]) -> None:
    """Give Ana what `mine` says and the rest to the others in turn; reserves follow."""
    seats = len(state.colours)
    other = 0
    for number, info in enumerate(BOARD.countries):
        if info.id in mine:
            state.owners[number], state.tokens[number] = 0, mine[info.id]
        else:
            state.owners[number], state.tokens[number] = 1 + other % (seats - 1), 1
            other += 1
    state.__dict__.pop("masks", None)
    held = [sum(t for c, t in enumerate(state.tokens) if state.owners[c] == s) for s in range(seats)]
    for seat in range(seats):
        state.reserve[seat] = 65 - held[seat] - state.market[seat]
        state.retained[seat] = [0] * seats
    state.order, state.starter = list(range(seats)), 0
    state.deck = [card for card in state.deck if card not in hand]
    state.hands = [list(hand), *[[] for _ in range(seats - 1)]]
