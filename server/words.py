"""Sentences in the language of whoever reads them: a catalogue per language, for page and program alike."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from babel import Locale, default_locale
from babel.lists import format_list
from babel.numbers import format_decimal

CATALOGUES = Path(__file__).parent / "static" / "words"

Language: TypeAlias = Literal["en", "eu", "hu", "ro", "es"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
SOURCE: Language = "en"
"""The language that sentences are written in first; what another one lacks is said in it."""

Sentence: TypeAlias = str | Mapping[str, str]
"""A sentence, or one for each plural form of a number."""

_SLOT = re.compile(r"\{(\w+)(?::(\w+))?\}")
_ASKED = re.compile(r"\s*([A-Za-z]+)[A-Za-z0-9-]*\s*(?:;\s*q=([0-9.]+))?\s*")


@dataclass(frozen=True, slots=True)
class Saying:
    """A sentence in no language yet: its name in the catalogue, and what fills its slots."""

    key: str
    slots: "Mapping[str, Filling]" = field(default_factory=dict)

    def __str__(self) -> str:
        return words_in(SOURCE).text(self)


Filling: TypeAlias = str | int | float | Saying | Sequence[str] | Sequence[Saying]
"""Names as they are, numbers and lists as the language writes them, sayings in the form that a slot wants."""


class Words:
    """The sentences of a language.

    A sentence's slots are {name} or {name:form}. With a form a number is counted ({count:tiles} is
    "number.tiles" in its plural form), another saying is inflected ({train:on} is its name with ".on" where
    the catalogue has that), and a list is joined by "or" ({rivals:or}).
    """

    def __init__(self, language: Language, sentences: Mapping[str, Sentence]) -> None:
        self.language = language
        self._sentences = sentences
        self._locale = Locale.parse(language)

    def say(self, key: str, **slots: Filling) -> str:
        """The sentence of that name with its slots filled."""
        return self.text(Saying(key, slots))

    def text(self, saying: Saying) -> str:
        """The saying in this language."""
        return self._filled(self._sentence(saying.key), saying.slots)

    def sentence(self, saying: Saying) -> str:
        """The saying standing alone: it begins with a capital whatever fills its first slot."""
        text = self.text(saying)
        return text[:1].upper() + text[1:]

    def reason(self, error: Exception) -> str:
        """Why an error was raised: in this language where it carries a saying, else as it says itself."""
        why = error.args[0] if error.args else ""
        return self.text(why) if isinstance(why, Saying) else str(error)

    def knows(self, key: str) -> bool:
        """Whether there is a sentence of that name."""
        return key in self._sentences

    def _sentence(self, key: str, number: float | None = None) -> str:
        found = self._sentences[key]
        if isinstance(found, str):
            return found
        return found.get("other" if number is None else self._locale.plural_form(number), found["other"])

    def _filled(self, sentence: str, slots: Mapping[str, Filling]) -> str:
        def fill(match: "re.Match[str]") -> str:
            name, form = match.groups()
            return self._part(slots[name], form) if name in slots else match.group()

        return _SLOT.sub(fill, sentence)

    def _part(self, filling: Filling, form: str | None) -> str:
        match filling:
            case str():
                return filling
            case Saying(key, slots):
                inflected = f"{key}.{form}"
                return self.text(Saying(inflected if inflected in self._sentences else key, slots))
            case int() | float():
                number = format_decimal(filling, "#,##0.##", locale=self._locale)
                if form is None:
                    return number
                return self._filled(self._sentence(f"number.{form}", filling), {"n": number})
            case _:
                parts = [self._part(each, None) for each in filling]
                return format_list(parts, style="or" if form == "or" else "standard", locale=self._locale)


@cache
def catalogue(language: Language) -> Mapping[str, Sentence]:
    """The sentences of a language's own file."""
    found: Mapping[str, Sentence] = json.loads((CATALOGUES / f"{language}.json").read_text(encoding="utf-8"))
    return found


@cache
def words_in(language: Language) -> Words:
    """The words of a language; what its file lacks is said in English."""
    return Words(language, {**catalogue(SOURCE), **catalogue(language)})


def words_here(asked: Language | None = None) -> Words:
    """The words of the language that was asked for, else of the one that this computer is set to."""
    return words_in(asked or best_language((default_locale("LC_MESSAGES") or SOURCE).replace("_", "-")))


def best_language(accepted: str) -> Language:
    """The best of our languages by an Accept-Language header, else English."""
    ranked = sorted(_asked(accepted), key=lambda each: -each[1])
    return next((ours for asked, _ in ranked for ours in LANGUAGES if ours == asked), SOURCE)


def _asked(accepted: str) -> Iterator[tuple[str, float]]:
    for part in accepted[:1000].split(","):
        if match := _ASKED.fullmatch(part):
            try:
                yield match[1].lower(), float(match[2] or 1)
            except ValueError:
                continue
