"""The catalogues: nothing missing, nothing unused, the same slots in each language."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import get_args

import pytest
from babel import Locale

import server
from engine.legal import DutyKind
from engine.problems import Code
from engine.rules import PRESETS, RuleSet
from server import cli_options
from server.dashboard.access import Role
from server.dashboard.hand_check import Reason
from server.dashboard.looking_back import AUDIT
from server.dashboard.view import CameraView
from server.dashboard.words import KINDS
from server.doctor.findings import Part
from server.mqtt.messages import SENSORS
from server.sayings import RIVALS
from server.words import (
    CATALOGUES,
    LANGUAGES,
    SOURCE,
    Language,
    Saying,
    Sentence,
    Words,
    best_language,
    catalogue,
    words_in,
)
from vision.readings import NoteKind

PACKAGE = Path(server.__file__).parent
SLOT = re.compile(r"\{(\w+)(?::(\w+))?\}")
FORM = re.compile(r"train\.name\.(?:mexican|slot|seat)\.(\w+)")
"""Trains are inflected where a language does so."""


def literals(annotation: object) -> set[str]:
    return {str(each) for each in get_args(annotation)}


def knob_values(knob: str) -> set[str]:
    return literals(RuleSet.__annotations__[knob])


MADE: Mapping[str, set[str]] = {
    "problem.": {each.value for each in Code},
    "duty.": {each.value for each in DutyKind},
    "rival.": {*(each.value for each in RIVALS), "other"},
    "event.": {*KINDS.values(), *(f"{each}.nobody" for each in ("round", "engine", "place"))},
    "camera.state.": literals(CameraView.model_fields["state"].annotation),
    "camera.advice.": {"waiting", "lost", "restarting", "failed"},
    "check.light.": {"dark", "bright", "well"},
    "line.": {"connecting", "live", "lost", "stranger", "missing"},
    "severity.": {"error", "warning"},
    "flag.": {"before", "after", "before_short", "after_short"},
    "form.": {"correct", "insert", "tile", "tile_hint", "notation", "notation_hint", "train", "seat"},
    "form.kind.": {"place", "draw", "pass", "end", "marker_on", "marker_off", "back", "notation"},
    "seats.": {"clockwise", "counterclockwise"},
    "photo.conflict.": literals(Reason),
    "photo.note.": {each.value for each in NoteKind},
    "photo.end": {"1", "2"},
    "back.": {each.value for each in AUDIT},
    "preset.": set(PRESETS),
    "mqtt.": set(SENSORS),
    "doctor.": {each.value for each in Part},
    "error.only_a.": {each.value for each in Role},
    "role.": {each.value for each in Role},
    "serve.code.": {each.value for each in Role},
    "rule.search.": knob_values("engine_search_tiles"),
    "rule.opening.": knob_values("opening"),
    "rule.announce.": knob_values("announce_last") - {"off"},
    "rule.marker_off.must.": knob_values("marker_off"),
    "rule.marker_off.may.": knob_values("marker_off"),
    **{
        f"rule.{knob}.": knob_values(knob)
        for knob in (
            "engine_source",
            "engine_missing",
            "first_starter",
            "next_starter",
            "mexican_from",
            "follow_up",
            "follow_multi",
            "closing_order",
            "tie",
        )
    },
}
"""Names that are put together where they are used, by their beginning."""


def sources() -> Iterator[str]:
    for pattern in ("*.py", "*.js"):
        for path in PACKAGE.rglob(pattern):
            if "vendor" not in path.parts:
                yield path.read_text(encoding="utf-8")


def used_names() -> set[str]:
    """The names of the sentences that the program says: whole ones, and those that it puts together."""
    text = "\n".join(sources())
    whole = set(re.findall(r"[\"'`]([a-z_0-9]+(?:\.[a-z_0-9]+)*)[\"'`]", text))
    made = {start + end for start, ends in MADE.items() for end in ends}
    return whole | made | {each for each in doctor_names(text) if each in catalogue(SOURCE)}


def doctor_names(text: str) -> Iterator[str]:
    for part, key in re.findall(r"(?:fine|faulty)\(\s*Part\.(\w+), (?:\w+\.\w+, |state, )?\"(\w+)\"", text):
        yield from (f"doctor.{part.lower()}.{key}", f"doctor.{part.lower()}.{key}.help")


def slots_of(key: str, language: Language) -> set[str]:
    """The names of the slots that a sentence has, without the forms that they are asked in."""
    found = catalogue(language)[key]
    texts = [found] if isinstance(found, str) else found.values()
    return {match[1] for text in texts for match in SLOT.finditer(text)}


def forms_of(language: Language) -> set[str]:
    return {match[2] for text in sentences(language) for match in SLOT.finditer(text) if match[2]}


def sentences(language: Language) -> Iterator[str]:
    for found in catalogue(language).values():
        yield from [found] if isinstance(found, str) else found.values()


def plain(language: Language) -> set[str]:
    """The names in a catalogue, but for the inflected trains that each language has as it needs."""
    return {key for key in catalogue(language) if not FORM.fullmatch(key)}


def test_the_command_line_knows_these_languages() -> None:
    assert get_args(cli_options.Language) == LANGUAGES
    assert {each.stem for each in CATALOGUES.glob("*.json")} == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_missing_and_none_is_left_over(language: Language) -> None:
    assert plain(SOURCE) - plain(language) == set()
    assert plain(language) - plain(SOURCE) == set()


def test_each_sentence_that_the_program_says_is_in_the_catalogue() -> None:
    families = {key.partition(".")[0] for key in catalogue(SOURCE)}
    wanted = {
        each
        for each in used_names()
        if "." in each and each.partition(".")[0] in families and not each.endswith((".json", ".pem", ".key"))
    }

    assert wanted - set(catalogue(SOURCE)) == set()


def test_no_sentence_is_unused() -> None:
    used = used_names()
    forms = {form for language in LANGUAGES for form in forms_of(language)}
    numbers = {f"number.{form}" for form in forms}

    assert {key for key in plain(SOURCE) if key not in used | numbers} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_sentence_has_the_slots_of_the_english_one(language: Language) -> None:
    odd = {key for key in plain(language) & plain(SOURCE) if slots_of(key, language) != slots_of(key, SOURCE)}

    assert {key: (slots_of(key, SOURCE), slots_of(key, language)) for key in odd} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_number_has_the_plural_forms_of_its_language(language: Language) -> None:
    wanted = {*Locale.parse(language).plural_form.tags, "other"} - {"many"}
    counted = {key: found for key, found in catalogue(language).items() if not isinstance(found, str)}

    assert counted
    assert {key: set(found) for key, found in counted.items() if set(found) != wanted} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_form_that_a_sentence_asks_for_is_there_for_a_number_or_for_each_train(
    language: Language,
) -> None:
    trains = {FORM.fullmatch(key): key for key in catalogue(language)}
    inflected = {match[1] for match in trains if match}

    for form in inflected:
        for kind in ("mexican", "slot", "seat"):
            assert f"train.name.{kind}.{form}" in catalogue(language)
    assert inflected <= forms_of(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_is_written_as_the_others_are(language: Language) -> None:
    text = (CATALOGUES / f"{language}.json").read_text(encoding="utf-8")

    assert text == json.dumps(json.loads(text), ensure_ascii=False, indent=2) + "\n"


def test_what_a_language_lacks_is_said_in_english() -> None:
    words = Words("hu", {**catalogue("en"), "brand": "Állomás"})

    assert words.say("brand") == "Állomás"
    assert words.say("nav.table") == "Table"


SMALL: Mapping[str, Sentence] = {
    "a": "{n:tiles} on {train:on}, {rest}",
    "number.tiles": {"one": "a tile", "few": "{n} tiles", "other": "{n} of tiles"},
    "train": "the train",
    "train.on": "that train",
    "list": "{these} but not {those:or}",
}


@pytest.mark.parametrize(
    ("n", "text"), [(1, "a tile"), (2, "2 tiles"), (20, "20 of tiles"), (1234.5, "1.234,5 tiles")]
)
def test_numbers_are_counted_as_the_language_counts(n: float, text: str) -> None:
    said = Words("ro", SMALL).say("a", n=n, train=Saying("train"), rest="x")

    assert said == f"{text} on that train, x"


def test_a_slot_that_nothing_fills_stays_as_it_is() -> None:
    assert Words("en", SMALL).say("a", n=1, rest="{n}") == "a tile on {train:on}, {n}"


@pytest.mark.parametrize(
    ("language", "text"), [("en", "a, b, and c but not d or e"), ("hu", "a, b és c but not d vagy e")]
)
def test_lists_are_joined_as_the_language_joins_them(language: Language, text: str) -> None:
    assert Words(language, SMALL).say("list", these=["a", "b", "c"], those=["d", "e"]) == text


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("*", "en"),
        ("de", "en"),
        ("hu-HU,hu;q=0.9,en;q=0.8", "hu"),
        ("de-CH, RO;q=0.5, es;q=0.7", "es"),
        ("eu;q=0.1.2, ro;q=0.1", "ro"),
        ("\x00" * 5000, "en"),
    ],
)
def test_the_browser_s_first_language_that_we_speak_is_taken(accepted: str, language: Language) -> None:
    assert best_language(accepted) == language


def test_an_error_says_why_in_the_language_of_whoever_reads_it() -> None:
    words = words_in("en")

    assert words.reason(ValueError(Saying("error.no_round"))) == words.say("error.no_round")
    assert words.reason(ValueError("plain")) == "plain"
    assert str(ValueError(Saying("error.no_round"))) == "no round is under way, so that no hand is counted"
