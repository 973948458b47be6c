"""The dice of attempts, and everybody's for the market, tumbling."""

from typing import TypeAlias

from teg_tui.negocios.changes import ControlRoll, MarketRoll
from teg_tui.negocios.model import NegociosModel
from teg_tui.negocios_ui.dice import ControlThrow
from teg_tui.negocios_ui.dice_market import MarketThrow
from teg_tui.negocios_ui.naming import country
from teg_tui.screens.tumble import Rolling

AnyThrow: TypeAlias = ControlThrow | MarketThrow


class ControlTumble(Rolling[AnyThrow]):
    """The last throw, of whichever kind."""

    def lay(self, model: NegociosModel) -> None:
        """Show the model's last throw at rest."""
        last = model.latest_dice
        self.rest(picture(model, last) if last is not None else None)

    def roll(self, model: NegociosModel, roll: ControlRoll | MarketRoll) -> None:
        """Throw the dice; hostile control has none and lies at once."""
        if isinstance(roll, ControlRoll) and roll.hostile:
            self.rest(picture(model, roll))
        else:
            self.start(picture(model, roll))


def picture(model: NegociosModel, roll: ControlRoll | MarketRoll) -> AnyThrow:
    """Return a throw with the names and colours that its picture needs."""
    return throw_of(model, roll) if isinstance(roll, ControlRoll) else market_throw_of(model, roll)


def throw_of(model: NegociosModel, roll: ControlRoll) -> ControlThrow:
    """Return an attempt as it is drawn."""
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


def market_throw_of(model: NegociosModel, roll: MarketRoll) -> MarketThrow:
    """Return everybody's dice as they are drawn."""
    colours = tuple(model.colour_of(seat) for seat in range(model.seats()))
    return MarketThrow(colours, tuple(map(tuple, roll.rolls)), roll.adder, roll.added, roll.removals)
