# ruff: noqa: PLC0415 # a game's rules are loaded by who sits down to it
"""Which model follows a room: that of the variant which is played there."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeAlias

import msgspec
from teg_shared.protocol.messages import FromServer, RoomState
from teg_shared.protocol.session import Step

from teg_tui.changes import Change
from teg_tui.table_model import TableModel

if TYPE_CHECKING:
    from teg_tui.model import Model
    from teg_tui.negocios.model import NegociosModel


class Outside(TableModel[msgspec.Struct]):
    """The model of whoever is in no room yet: nothing is played, so no rules are needed."""

    variant: ClassVar[str] = ""

    def _replaced(self, before: msgspec.Struct | None) -> list[Change]:
        del before
        return []

    def _moved(self, before: msgspec.Struct | None, step: Step) -> list[Change]:
        del before, step
        return []

    @property
    def round(self) -> int:
        """No round."""
        return 0

    @property
    def colours(self) -> list[str]:
        """No colours."""
        return []

    def confirm_staged(self) -> list[msgspec.Struct]:
        """Return no commands."""
        return []


AnyModel: TypeAlias = "Model | NegociosModel"
"""A viewer's model at a table, whatever is played; `isinstance` tells which."""
SomeModel: TypeAlias = "Outside | AnyModel"
"""A viewer's model wherever they are."""


def model_for(variant: str, model: SomeModel) -> SomeModel:
    """Return the model of a variant that goes on where `model` stands; `model` itself if it is the one."""
    if model.variant == variant:
        return model
    other: AnyModel
    if variant == "negocios":
        from teg_tui.negocios.model import NegociosModel

        other = NegociosModel()
    else:
        from teg_tui.model import Model

        other = Model()
    other.take_over(model.session, model.chat, model.connection)
    other.guest = model.guest
    return other


def following(message: FromServer, model: SomeModel) -> SomeModel:
    """Return the model that has to take in this message: a room says what is played in it."""
    return model_for(message.variant, model) if isinstance(message, RoomState) else model
