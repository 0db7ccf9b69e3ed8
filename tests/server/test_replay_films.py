"""A whole short game, filmed and told: without models, with them, one film and a folder of films."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from truth_looker import LookNoise, TruthLooker, arms_of

from engine.record import parse_record
from scenegen.film_family import load_family
from scenegen.film_look import FilmLook, look_of
from scenegen.film_plan import make_script
from scenegen.film_recipe import FilmRecipe, draw_film
from scenegen.film_record import film_record
from scenegen.film_script import FilmScript
from scenegen.film_truth import FilmTruth
from scenegen.film_write import FilmOrder, format_of, write_film
from server.film_folder import FilmsRequest, run_films
from server.replay_command import ReplayRequest, run_replay
from server.replay_models import load_looker
from vision.looks import Looker

PLAYS = 7


@dataclass(frozen=True, slots=True)
class Filmed:
    """A film with all that it was made from."""

    path: Path
    script: FilmScript
    look: FilmLook
    truth: FilmTruth

    def told_by_truth(self, noise: LookNoise | None = None) -> Looker:
        return TruthLooker(self.truth, arms_of(self.script, self.look), noise)

    def request(self, folder: Path) -> ReplayRequest:
        """A replay as its players would ask for it."""
        return ReplayRequest(
            str(self.path),
            rules="house",
            players=",".join(self.script.seats),
            set_size=9,
            truth=self.path.with_suffix(".truth.json"),
            record=folder / "game.txt",
            as_json=folder / "events.jsonl",
        )


@pytest.fixture(scope="module")
def filmed(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Filmed:
    recipe = _short(draw_film(load_family(root / "datasets/recipes/films/tests.toml"), 0))
    script = make_script(film_record(recipe), recipe)
    look = look_of(recipe, script.table_mm)
    path = tmp_path_factory.mktemp("film") / "game.mp4"
    return Filmed(path, script, look, write_film(FilmOrder(script, look, format_of(recipe), path)))


def _short(recipe: FilmRecipe) -> FilmRecipe:
    return replace(
        recipe, game=replace(recipe.game, plays=PLAYS), view=replace(recipe.view, size_px=(1280, 720), fps=25)
    )


def told(folder: Path) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The events, and the figures at the end."""
    lines = [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]
    return lines[:-1], lines[-1]["score"]["figures"]


LOOKERS: dict[str, Callable[[Filmed], Looker]] = {
    "exact": lambda film: film.told_by_truth(),
    "noisy": lambda film: film.told_by_truth(LookNoise(seed=3, corners_px=0.5, wrong=0.01, missed=0.02)),
}


@pytest.mark.parametrize("looker", LOOKERS.values(), ids=LOOKERS.keys())
def test_a_filmed_game_is_told_play_by_play_without_models(
    filmed: Filmed, tmp_path: Path, looker: Callable[[Filmed], Looker]
) -> None:
    assert run_replay(filmed.request(tmp_path), lambda: looker(filmed)) == 0

    events, figures = told(tmp_path)
    assert figures["plays"]["value"] == 1
    assert figures["made up, per film"]["value"] == 0
    assert figures["flags that are wrong"]["value"] in (0, None)
    assert figures["delay, 95th percentile s"]["value"] <= 1.5
    assert sum(each["kind"] == "place" for each in events) == PLAYS
    assert len(parse_record((tmp_path / "game.txt").read_text()).entries) >= PLAYS


@pytest.mark.model
def test_a_filmed_game_is_told_by_the_shipped_models(filmed: Filmed, tmp_path: Path) -> None:
    assert run_replay(filmed.request(tmp_path), lambda: load_looker(None)) == 0

    _, figures = told(tmp_path)
    assert figures["plays"]["value"] >= (PLAYS - 1) / PLAYS
    assert figures["made up, per film"]["value"] <= 1


def test_a_replay_begins_anew_where_one_was_killed(filmed: Filmed, tmp_path: Path) -> None:
    (tmp_path / ".game.txt.part").write_text("half a rec")
    (tmp_path / "game.txt").write_text("of another game")

    run_replay(filmed.request(tmp_path), filmed.told_by_truth)

    assert "of another game" not in (tmp_path / "game.txt").read_text()
    assert not list(tmp_path.glob(".*.part"))


def test_a_folder_of_films_is_added_up(
    filmed: Filmed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = tmp_path / "films.md"
    request = FilmsRequest([filmed.path.parent], tmp_path / "told", report)

    assert run_films(request, filmed.told_by_truth) == 0

    assert json.loads(capsys.readouterr().out)["figures"]["plays"]["of"] == f"{PLAYS} of {PLAYS}"
    assert f"| game | 3 | 9 | {PLAYS} of {PLAYS} |" in report.read_text()
    assert (tmp_path / "told" / "game.txt").is_file()


def no_models() -> Looker:
    raise AssertionError("what is wrong with the source is answered before any model is loaded")


@pytest.mark.parametrize(
    ("name", "content"),
    [("missing.mp4", None), ("text.mp4", b"no film"), ("empty.mp4", b""), ("camera77", None)],
)
def test_a_broken_source_gets_one_line(
    name: str, content: bytes | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    source = "77" if name == "camera77" else str(path)

    assert run_replay(ReplayRequest(source, record=tmp_path / "game.txt"), no_models) == 2

    said = capsys.readouterr().err
    assert len(said.strip().splitlines()) == 1
    assert "Traceback" not in said
    assert not list(tmp_path.glob("*.txt"))


def test_films_without_truth_get_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.mp4").write_bytes(b"")

    assert run_films(FilmsRequest([tmp_path]), lambda: TruthLooker.__new__(TruthLooker)) == 2
    assert "game.truth.json" in capsys.readouterr().err

    empty = tmp_path / "none"
    empty.mkdir()
    assert run_films(FilmsRequest([empty]), no_models) == 2
    assert "expected films" in capsys.readouterr().err
