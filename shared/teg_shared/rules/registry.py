"""The variants by the name under which they travel; the only place that knows them all.

A variant is imported when it is first asked for: its data is read and checked then, and a client that only
lists rooms pays for none.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Final

from teg_shared.rules.audit import Auditor
from teg_shared.rules.variant import Variant

_WHERE: Final = {
    "classic": ("teg_shared.rules.classic.rules", "CLASSIC"),
    "negocios": ("teg_shared.rules.negocios.rules", "NEGOCIOS"),
}
_AUDITORS: Final = {
    "classic": ("teg_shared.rules.classic.audit", "AUDIT"),
    "negocios": ("teg_shared.rules.negocios.audit", "AUDIT"),
}


class _Variants(Mapping[str, Variant[Any, Any, Any, Any]]):
    """A read-only dictionary that imports a variant at the first look."""

    def __getitem__(self, name: str) -> Variant[Any, Any, Any, Any]:
        module, attribute = _WHERE[name]
        variant: Variant[Any, Any, Any, Any] = getattr(import_module(module), attribute)
        return variant

    def __iter__(self) -> Iterator[str]:
        return iter(_WHERE)

    def __len__(self) -> int:
        return len(_WHERE)

    def __contains__(self, name: object) -> bool:
        return name in _WHERE


VARIANTS: Final[Mapping[str, Variant[Any, Any, Any, Any]]] = _Variants()
"""Every variant by name; KeyError for an unknown one."""


def auditor(name: str) -> Auditor[Any, Any, Any]:
    """Return who checks a finished game of the variant.

    Raises:
        KeyError: for an unknown one.
    """
    module, attribute = _AUDITORS[name]
    found: Auditor[Any, Any, Any] = getattr(import_module(module), attribute)
    return found
