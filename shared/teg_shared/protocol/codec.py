"""Messages to bytes and back; whatever can be wrong with bytes becomes one `MalformedError`.

Types, lengths of fixed tuples, unknown fields and ranges of numbers are checked here, so that rules and rooms
only ever see values of the declared types. What a value means is not judged here.
"""

from typing import Any, Final, Generic, TypeVar

import msgspec

from teg_shared.protocol.messages import FromClient, FromServer, Message
from teg_shared.rules.variant import C, E, G, S, Variant

HIGHEST: Final = 2**31 - 1
"""Highest whole number in anything that a client sends."""

_T = TypeVar("_T")
_ENCODER: Final = msgspec.msgpack.Encoder()
_CANONICAL: Final = msgspec.msgpack.Encoder(order="deterministic")
_FROM_CLIENT: Final = msgspec.msgpack.Decoder(FromClient)
_FROM_SERVER: Final = msgspec.msgpack.Decoder(FromServer)


class MalformedError(Exception):
    """Bytes that are no message of this protocol.

    Attributes:
        code: `malformed` (no msgpack, or cut, or too deep), `invalid` (wrong tag, type or field) or `number`
            (a number out of range).
        detail: what and where, in English, for the log of a developer.
    """

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail


def encode(message: Message) -> bytes:
    """Return the bytes of `message`."""
    return _ENCODER.encode(message)


def pack_raw(value: object) -> msgspec.Raw:
    """Return any msgpack-able value as a part to put into a message."""
    return msgspec.Raw(_ENCODER.encode(value))


def canonical(value: msgspec.Struct) -> bytes:
    """Return the bytes of a struct; equal ones give equal bytes, whatever the order in their dictionaries.

    Raises:
        TypeError: if a dictionary has other keys than text.
    """
    return _CANONICAL.encode(value)


def decode_from_client(payload: bytes) -> FromClient:
    """Return the message in a client's frame.

    Raises:
        MalformedError: if it is none.
    """
    message: FromClient = _typed(_FROM_CLIENT, payload)
    check_numbers(message, lowest=-1)
    return message


def decode_from_server(payload: bytes) -> FromServer:
    """Return the message in a server's frame.

    Raises:
        MalformedError: if it is none.
    """
    message: FromServer = _typed(_FROM_SERVER, payload)
    return message


def typed_decoder(declared: Any) -> msgspec.msgpack.Decoder[Any]:
    """Return a decoder that refuses whatever is not of the declared type."""
    return msgspec.msgpack.Decoder(declared)


def decode_typed(decoder: msgspec.msgpack.Decoder[_T], payload: bytes | msgspec.Raw) -> _T:
    """Return the value in `payload`.

    Raises:
        MalformedError: if there is none of the decoder's type.
    """
    return _typed(decoder, payload)


def _typed(decoder: msgspec.msgpack.Decoder[_T], payload: bytes | msgspec.Raw) -> _T:
    try:
        return decoder.decode(payload)
    except msgspec.ValidationError as error:
        raise MalformedError("invalid", str(error)) from error
    except (ValueError, TypeError, ArithmeticError, RecursionError, MemoryError) as error:
        # DecodeError and UnicodeDecodeError are ValueErrors; deep nesting is a RecursionError
        raise MalformedError("malformed", f"{type(error).__name__}: {error}") from error


def check_numbers(value: object, *, lowest: int) -> None:
    """Look at every whole number in a message or command, nested ones too.

    Raises:
        MalformedError: `number` if one is below `lowest` or above HIGHEST.
    """
    if isinstance(value, int):
        if not lowest <= value <= HIGHEST:
            raise MalformedError("number", f"{value} is not between {lowest} and {HIGHEST}")
    elif isinstance(value, tuple | list):
        for item in value:
            check_numbers(item, lowest=lowest)
    elif isinstance(value, msgspec.Struct):
        for item in msgspec.structs.astuple(value):
            check_numbers(item, lowest=lowest)


class VariantCodec(Generic[S, C, E, G]):
    """Commands, events, states and settings of one variant to `Raw` parts of messages and back."""

    def __init__(self, variant: Variant[S, C, E, G]) -> None:
        self.variant = variant
        self._command = typed_decoder(variant.command_type)
        self._event = typed_decoder(variant.event_type)
        self._state = typed_decoder(variant.state_type)
        self._settings = typed_decoder(variant.settings_type)

    def encode(self, value: msgspec.Struct) -> msgspec.Raw:
        """Return a command, event, state or settings as a part of a message."""
        return pack_raw(value)

    def command(self, raw: bytes | msgspec.Raw) -> C:
        """Return the command in `raw`; no number in it is negative or above HIGHEST.

        Raises:
            MalformedError: if there is none.
        """
        command: C = _typed(self._command, raw)
        check_numbers(command, lowest=0)
        return command

    def event(self, raw: bytes | msgspec.Raw) -> E:
        """Return the event in `raw`.

        Raises:
            MalformedError: if there is none.
        """
        event: E = _typed(self._event, raw)
        return event

    def state(self, raw: bytes | msgspec.Raw) -> S:
        """Return the state in `raw`.

        Raises:
            MalformedError: if there is none.
        """
        state: S = _typed(self._state, raw)
        return state

    def settings(self, raw: bytes | msgspec.Raw) -> G:
        """Return the settings in `raw`; no number in them is negative or above HIGHEST.

        Raises:
            MalformedError: if there are none.
        """
        settings: G = _typed(self._settings, raw)
        check_numbers(settings, lowest=0)
        return settings
