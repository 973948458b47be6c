"""The dice of attempts, tumbling."""

from teg_tui.negocios.changes import ControlRoll
from teg_tui.negocios.model import NegociosModel
from teg_tui.negocios_ui.dice import ControlThrow
from teg_tui.negocios_ui.naming import country
from teg_tui.screens.tumble import Rolling


class ControlTumble(Rolling[ControlThrow]):
    """The last attempt."""

    def lay(self, model: NegociosModel) -> None:
        """Show the model's last attempt at rest."""
        self.rest(throw_of(model, model.dice) if model.dice is not None else None)

    def roll(self, model: NegociosModel, roll: ControlRoll) -> None:
        """Throw the dice of an attempt; hostile control has none and lies at once."""
        if roll.hostile:
            self.rest(throw_of(model, roll))
        else:
            self.start(throw_of(model, roll))


def throw_of(model: NegociosModel, roll: ControlRoll) -> ControlThrow:
    """Return an attempt with the names and colours that its picture needs."""
    attack, defence = roll.throws[-1] if roll.throws else ((), ())
    return ControlThrow(
        country(roll.source),
        country(roll.target),
        model.colour_of(roll.attacker),
        model.colour_of(roll.defender),
        attack,
        defence,
        max(0, len(roll.throws) - 1),
        roll.won,
    )
