"""The difference between two states of one viewer, as small as it goes, and its hash.

A patch is made between what a viewer knew and what the same viewer knows now: it can't name what is in
neither. It knows structs by their fields only, so that every variant's state will do.

On the wire a patch is an array of at most two maps. The first gives fields new values whole. The second edits
fields that are lists: a map {index: value} replaces items; an array [keep, tail, {index: value}] keeps that
many items of the front, replaces some of them and appends the tail.
"""

import hashlib
from functools import cache
from typing import Any, Final, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from teg_shared.protocol.codec import MalformedError, canonical, decode_typed, pack_raw, typed_decoder

HASH_LENGTH: Final = 4
"""Bytes of a state's hash on the wire: enough against faults, and nobody gains by forging one's own view."""

_S = TypeVar("_S", bound=msgspec.Struct)


class _Patch(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    whole: dict[str, msgspec.Raw] = {}
    edits: dict[str, msgspec.Raw] = {}


class _Field:
    """How one field of a state is read."""

    def __init__(self, declared: Any) -> None:
        self.whole = typed_decoder(declared)
        self.edit: msgspec.msgpack.Decoder[Any] | None = None
        if get_origin(declared) is list:
            (item,) = get_args(declared)
            self.edit = typed_decoder(
                dict[int, item] | tuple[int, list[item], dict[int, item]]  # type: ignore[valid-type]
            )


@cache
def _fields(state: type[msgspec.Struct]) -> dict[str, _Field]:
    hints = get_type_hints(state)
    return {name: _Field(hints[name]) for name in state.__struct_fields__}


def state_hash(state: msgspec.Struct) -> bytes:
    """Return the first HASH_LENGTH bytes of the SHA-256 of the state's msgpack."""
    return hashlib.sha256(canonical(state)).digest()[:HASH_LENGTH]


def diff(before: _S, after: _S) -> msgspec.Raw:
    """Return the patch that makes `after` of `before`; both stay as they are.

    Law: `apply_patch(before, diff(before, after)) == after`.
    """
    whole: dict[str, Any] = {}
    edits: dict[str, Any] = {}
    for name in before.__struct_fields__:
        old, new = getattr(before, name), getattr(after, name)
        if old == new:
            continue
        if isinstance(new, list) and (edit := _shorter_edit(old, new)) is not None:
            edits[name] = edit
        else:
            whole[name] = new
    return pack_raw([whole, edits] if edits else [whole] if whole else [])


def _shorter_edit(old: list[Any], new: list[Any]) -> object:
    """Return the edit that makes `new` of `old`, or None if the whole list is as short."""
    keep = min(len(old), len(new))
    items = {n: new[n] for n in range(keep) if old[n] != new[n]}
    edit = items if len(old) == len(new) else [keep, new[keep:], items]
    return edit if len(pack_raw(edit)) < len(pack_raw(new)) else None


def apply_patch(state: _S, patch: bytes | msgspec.Raw) -> _S:
    """Return the state that `patch` makes of `state`, which stays as it is; unchanged fields are shared.

    Raises:
        MalformedError: if it is no patch for such a state.
    """
    content = decode_typed(_PATCH, patch)
    fields = _fields(type(state))
    changes: dict[str, Any] = {}
    for name, raw in content.whole.items():
        changes[name] = decode_typed(_known(fields, name).whole, raw)
    for name, raw in content.edits.items():
        decoder = _known(fields, name).edit
        if decoder is None or name in changes:
            raise MalformedError("invalid", f"patch can't edit the field {name!r}")
        changes[name] = _edited(getattr(state, name), decode_typed(decoder, raw), name)
    return msgspec.structs.replace(state, **changes) if changes else state


_PATCH: Final = typed_decoder(_Patch)


def _known(fields: dict[str, _Field], name: str) -> _Field:
    try:
        return fields[name]
    except KeyError as error:
        raise MalformedError("invalid", f"patch names the unknown field {name!r}") from error


def _edited(old: list[Any], edit: dict[int, Any] | tuple[int, list[Any], dict[int, Any]], name: str) -> list[Any]:
    keep, tail, items = (len(old), [], edit) if isinstance(edit, dict) else edit
    if not 0 <= keep <= len(old) or any(not 0 <= index < keep for index in items):
        raise MalformedError("invalid", f"patch edits {name!r} outside of its {len(old)} items")
    new = old[:keep] + tail
    for index, value in items.items():
        new[index] = value
    return new
