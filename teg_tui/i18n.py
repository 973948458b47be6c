"""The language of what is shown: Spanish (rioplatense) in the source, others from message catalogues.

Spanish sentences are the keys, so the game speaks Spanish without any catalogue. Sentences kept in tables are
marked with `N_` where they stand and translated with `_` where they are said.
"""

import gettext as _gettext
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

LOCALE: Final = Path(__file__).parent / "locale"
DOMAIN: Final = "teg"
CLICK_DOMAIN: Final = "click"
"""Domain of the sentences of the command-line library, whose source is English."""
SOURCE: Final = "es"
LANGUAGES: Final = ("es", "en")
_VARIABLES: Final = ("TEG_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


class _Speaker:
    """The catalogue in use."""

    language: str = ""
    catalogue: _gettext.NullTranslations = _gettext.NullTranslations()


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language that the environment asks for: the first variable set decides; Spanish by default."""
    for variable in _VARIABLES:
        value = environment.get(variable, "")
        if value:
            wanted = value.replace("-", "_").split(".")[0].split("_")[0].lower()
            return wanted if wanted in LANGUAGES else SOURCE
    return SOURCE


def choose(language: str = "") -> str:
    """Speak `language` from now on, or that of the environment; return the one chosen."""
    chosen = language if language in LANGUAGES else language_of(os.environ)
    _Speaker.language = chosen
    _Speaker.catalogue = _gettext.translation(DOMAIN, LOCALE, [chosen], fallback=True)
    # click asks the default domain in the language of LANGUAGE; this is all it can be told
    os.environ["LANGUAGE"] = chosen
    _gettext.bindtextdomain(CLICK_DOMAIN, str(LOCALE))
    _gettext.textdomain(CLICK_DOMAIN)
    return chosen


def language() -> str:
    """Return the language in use, chosen from the environment at the first question."""
    return _Speaker.language or choose()


def _(sentence: str) -> str:
    """Return `sentence` in the language in use."""
    language()
    return _Speaker.catalogue.gettext(sentence)


def ngettext(one: str, many: str, number: int) -> str:
    """Return the form for `number` in the language in use."""
    language()
    return _Speaker.catalogue.ngettext(one, many, number)


def pgettext(context: str, sentence: str) -> str:
    """Return `sentence` in the language in use, where Spanish has one word for two things."""
    language()
    return _Speaker.catalogue.pgettext(context, sentence)


def N_(sentence: str) -> str:  # noqa: N802 # the name that every extractor of messages knows
    """Mark `sentence` for the catalogue and return it as it is."""
    return sentence
