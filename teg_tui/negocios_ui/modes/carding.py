"""The window in which a card may be played, and its three parts: N57 to N76, N85 to N87."""

from dataclasses import dataclass
from typing import ClassVar

from teg_shared.rules.negocios.commands import Decline, KeepCards
from teg_shared.rules.negocios.data import FACTOR_OF
from teg_shared.rules.negocios.state import Phase

from teg_tui.i18n import _
from teg_tui.negocios.card_questions import IconStep
from teg_tui.negocios_ui.modes.base import NONE, Marks, Mode, Step, Table, digit
from teg_tui.negocios_ui.naming import code, country, factor, walk
from teg_tui.widgets.hints import KeyHint, Tone


@dataclass(frozen=True)
class Carding(Mode):
    """A card may be played or kept."""

    tone: ClassVar[Tone] = "place"

    def hint(self, table: Table) -> str:
        """Return the choice."""
        cards = len(table.model.hand())
        held = _("1 tarjeta") if cards == 1 else _("{n} tarjetas").format(n=cards)
        return _("Te toca: tenés {held} · Enter para ver y jugar una · f las guarda").format(held=held)

    def keys(self, table: Table) -> tuple[KeyHint, ...]:
        """Return look and keep."""
        del table
        return (KeyHint("⏎", _("Ver tarjetas"), "enter", hot=True), KeyHint("f", _("Guardar"), "f", hot=True))

    def press(self, table: Table, key: str) -> Step | None:
        """Open the hand, or keep it."""
        del table
        if key == "enter":
            return Step(opens="cards")
        return Step(commands=(KeepCards(),)) if key == "f" else None


@dataclass(frozen=True)
class Placing(Mode):
    """Part 1 of a card: fichas are put down here first and sent together, so that each can be taken back (N66)."""

    tone: ClassVar[Tone] = "place"

    def hint(self, table: Table) -> str:
        """Return how many fichas remain and what Enter does on this country."""
        model = table.model
        left = model.to_place()
        if not left or not model.placeable():
            return _("Todo puesto · Enter confirma · - saca una")
        fichas = _("1 ficha") if left == 1 else _("{n} fichas").format(n=left)
        text = _("Tu tarjeta, parte 1: poné {fichas} de tu reserva").format(fichas=fichas)
        if table.cursor in model.placeable():
            return text + " · " + _("Enter: 1 en {country}").format(country=country(table.cursor))
        return text + " · " + _("Tab va a un país tuyo con lugar")

    def keys(self, table: Table) -> tuple[KeyHint, ...]:
        """Return what puts and takes fichas here, and what confirms."""
        model, out = table.model, list[KeyHint]()
        if not model.to_place() or not model.placeable():
            out.append(KeyHint("⏎", _("Confirmar"), "enter", hot=True))
        elif table.cursor in model.placeable():
            out += [KeyHint("⏎", _("Poner 1"), "enter", hot=True), KeyHint("a", _("Todas acá"), "a", hot=True)]
        if table.cursor in model.staged.fichas:
            out.append(KeyHint("-", _("Sacar"), "-", hot=True))
        lost = bool(model.to_place()) and table.cursor not in model.placeable()
        return (*out, KeyHint("Tab", _("Otro tuyo"), "tab", hot=lost))

    def marks(self, table: Table) -> Marks:
        """Light up nothing: every own country may take some."""
        del table
        return Marks(kind="move")

    def jumps(self, table: Table) -> tuple[int, ...]:
        """Return the own countries with room."""
        return tuple(table.model.placeable()) or tuple(table.model.staged.fichas)

    def press(self, table: Table, key: str) -> Step | None:
        """Put, take back or confirm."""
        model, here = table.model, table.cursor
        done = not model.to_place() or not model.placeable()
        if done and key in {"enter", "f"}:
            return Step(commands=tuple(model.confirm_staged()))
        if key in {"-", "backspace"}:
            return Step() if here >= 0 and model.unstage(here) else Step(say=_("Acá no hay fichas sin confirmar."))
        if key == "f":
            return Step(say=_("Todavía te quedan {n} por poner.").format(n=model.to_place()))
        wanted = 1 if key in {"enter", "+"} else model.to_place() if key == "a" else digit(key)
        if wanted <= 0:
            return None
        if here >= 0 and model.stage(here, wanted):
            return Step()
        if not table.owns_cursor:
            return Step(say=_("{country} no es tuyo.").format(country=country(here)))
        return Step(say=_("{country} ya tiene 4 fichas.").format(country=country(here)))


@dataclass(frozen=True)
class Walking(Mode):
    """Part 3 of a card: each icon walks its number of links, drawn step by step (N69, N70)."""

    tone: ClassVar[Tone] = "move"

    def hint(self, table: Table) -> str:
        """Return which icon walks, how far it still must, and what comes of it."""
        model, task = table.model, table.model.icon_task()
        if task is None:
            return ""
        path = model.staged.path
        lead = _("Ícono {n} de 3, {factor}").format(n=task.slot + 1, factor=factor(task.factor))
        if len(path) == task.steps:
            return lead + ": " + self._outcome(table, task)
        left = task.steps - len(path)
        links = _("falta 1 país") if left == 1 else _("faltan {n} países").format(n=left)
        where = walk(task.country, path)
        if table.cursor in model.icon_next():
            goal = " · " + _("Enter: {country}").format(country=country(table.cursor))
            if left == 1 and FACTOR_OF[table.cursor] == task.factor:
                goal += " (" + _("¡coincide!") + ")"
            return f"{lead}: {where} · {links}{goal}"
        return f"{lead}: {where} · {links} · " + _("Tab al próximo")

    def _outcome(self, table: Table, task: IconStep) -> str:
        told = table.model.icon_foretold()
        *way, end = task.country, *table.model.staged.path
        text = " › ".join([*map(code, way), country(end)])
        if told is not None:
            text += " · " + (_("¡coincide!") if told.coincides else _("no coincide"))
        return text + " · " + _("Enter lo mueve")

    def keys(self, table: Table) -> tuple[KeyHint, ...]:
        """Return step, confirm, back and next."""
        model, task, out = table.model, table.model.icon_task(), list[KeyHint]()
        if task is not None and len(model.staged.path) == task.steps:
            out.append(KeyHint("⏎", _("Mover"), "enter", hot=True))
        else:
            if table.cursor in model.icon_next():
                out.append(KeyHint("⏎", _("Pasar por acá"), "enter", hot=True))
            elif self._ways(table):
                out.append(KeyHint("⏎", _("Ir hasta acá"), "enter", hot=True))
            out.append(KeyHint("Tab", _("Otro"), "tab", hot=True))
            if self._goals(table):
                out.append(KeyHint("x", _("Coincidir"), "x", hot=True))
        if model.staged.path:
            out.append(KeyHint("Esc", _("Un paso atrás"), "escape", hot=True))
        return tuple(out)

    def _ways(self, table: Table) -> list[tuple[int, ...]]:
        """Return whole paths to the country under the cursor that go on from the staged one."""
        path = table.model.staged.path
        found = table.model.icon_paths(table.cursor) if table.cursor >= 0 else []
        return [way for way in found if way[: len(path)] == path]

    def _goals(self, table: Table) -> list[tuple[int, ...]]:
        """Return whole paths that go on from the staged one and end on the icon's own factor."""
        model, task = table.model, table.model.icon_task()
        if task is None:
            return []
        path = model.staged.path
        ends = [c for c in range(len(FACTOR_OF)) if task.coincide >> c & 1]
        return [way for end in ends for way in model.icon_paths(end) if way[: len(path)] == path]

    def marks(self, table: Table) -> Marks:
        """Light up the path and what it can go on with."""
        task = table.model.icon_task()
        if task is None:
            return Marks()
        options = frozenset(table.model.icon_next())
        way = (task.country, *table.model.staged.path)
        return Marks(task.country, options, table.cursor if table.cursor in options else NONE, "move", way)

    def jumps(self, table: Table) -> tuple[int, ...]:
        """Return the next countries, those on the way to a coincidence first."""
        model = table.model
        good = {way[len(model.staged.path)] for way in self._goals(table) if len(way) > len(model.staged.path)}
        return tuple(sorted(model.icon_next(), key=lambda c: (c not in good, c)))

    def press(self, table: Table, key: str) -> Step | None:
        """Step on, walk to the end, take a step back, or send the path."""
        model, task = table.model, table.model.icon_task()
        if task is None:
            return None
        if key in {"escape", "backspace", "-"}:
            if not model.unstep_icon():
                return Step(say=_("La tarjeta se usa entera: el ícono tiene que moverse (N65)."))
            return Step(cursor=(task.country, *model.staged.path)[-1])
        if key == "x":
            return self._seek(table)
        if key == "f":
            return Step(say=_("La tarjeta se usa entera: el ícono tiene que moverse (N65)."))
        if key != "enter":
            return None
        if len(model.staged.path) == task.steps:
            command = model.confirm_path()
            return Step(commands=(command,)) if command is not None else Step()
        if model.step_icon(table.cursor):
            return self._onward(table)
        ways = self._ways(table)
        if ways:
            for place in ways[0][len(model.staged.path) :]:
                model.step_icon(place)
            return Step()
        return Step(say=_("{country} no está a un enlace, o ya pasaste por ahí.").format(country=country(table.cursor)))

    def _onward(self, table: Table) -> Step:
        """After a step the cursor goes to the best next country; at the end it stays."""
        return Step(cursor=next(iter(self.jumps(table)), NONE))

    def _seek(self, table: Table) -> Step:
        goals = self._goals(table)
        if not goals:
            return Step(say=_("Desde acá no llega a un país con su factor."))
        for place in goals[0][len(table.model.staged.path) :]:
            table.model.step_icon(place)
        return Step(cursor=goals[0][-1])


@dataclass(frozen=True)
class Exchanging(Mode):
    """An exchange in the market is to be chosen (N74 to N78, N85 to N87)."""

    tone: ClassVar[Tone] = "place"

    def hint(self, table: Table) -> str:
        """Return how much is exchanged and why."""
        exchange = table.model.exchange()
        if exchange is None:
            return ""
        if exchange.bonus:
            return _("Bonificación: otro intercambio de {n} en el mercado · Enter elige de quiénes · f lo deja").format(
                n=exchange.count
            )
        return _("Coincidieron {icons} íconos: metés {n} en el mercado y sacás {n} de otros · Enter elige").format(
            icons=table.view.coincided, n=exchange.count
        )

    def keys(self, table: Table) -> tuple[KeyHint, ...]:
        """Return choose, and leave a bonus."""
        out = [KeyHint("⏎", _("Elegir de quiénes"), "enter", hot=True)]
        if table.view.phase is Phase.BONUS:
            out.append(KeyHint("f", _("Dejarlo"), "f", hot=True))
        return tuple(out)

    def press(self, table: Table, key: str) -> Step | None:
        """Open the choice, or leave a bonus."""
        if key == "enter":
            return Step(opens="exchange")
        if key == "f":
            if table.view.phase is Phase.BONUS:
                return Step(commands=(Decline(),))
            return Step(say=_("Este intercambio es obligatorio (N77)."))
        return None
