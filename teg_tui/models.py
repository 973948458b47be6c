# ruff: noqa: PLC0415 # the other game's board is loaded by who sits down to it
"""Which model follows a room: that of the variant which is played there."""

from typing import TYPE_CHECKING, TypeAlias

from teg_shared.protocol.messages import FromServer, RoomState

from teg_tui.model import Model

if TYPE_CHECKING:
    from teg_tui.negocios.model import NegociosModel

AnyModel: TypeAlias = "Model | NegociosModel"
"""A viewer's model, whatever is played; `isinstance` tells which."""


def model_for(variant: str, model: AnyModel) -> AnyModel:
    """Return the model of a variant that goes on where `model` stands; `model` itself if it is the one."""
    if model.variant == variant:
        return model
    other: AnyModel
    if variant == "negocios":
        from teg_tui.negocios.model import NegociosModel

        other = NegociosModel()
    else:
        other = Model()
    other.take_over(model.session, model.chat, model.connection)
    return other


def following(message: FromServer, model: AnyModel) -> AnyModel:
    """Return the model that has to take in this message: a room says what is played in it."""
    return model_for(message.variant, model) if isinstance(message, RoomState) else model
