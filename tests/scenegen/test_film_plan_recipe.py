"""Families of films are read strictly and drawn evenly; their games are cut to length."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from films import recipe

from engine.record import judge_record, parse_record
from engine.rules import parse_rules
from scenegen.film_family import Span, load_family, make_family
from scenegen.film_recipe import draw_film
from scenegen.film_record import FilmError, film_record, read_game
from scenegen.recipe import RecipeError

RECIPES = Path(__file__).parents[2] / "datasets" / "recipes" / "films"
GOOD: dict[str, Any] = {"name": "a", "seed": 1}


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        pytest.param({"seed": 1}, "the recipe lacks: name", id="no name"),
        pytest.param({**GOOD, "film": 3}, "the recipe has unknown keys: film", id="unknown key"),
        pytest.param({**GOOD, "name": 3}, "name needs a text, got 3", id="name"),
        pytest.param({**GOOD, "films": 0}, "films needs a whole number from 1 up, got 0", id="no films"),
        pytest.param({**GOOD, "seed": True}, "seed needs a whole number from 0 up, got True", id="flag"),
        pytest.param({**GOOD, "game": 3}, "game needs a table, got 3", id="no table"),
        pytest.param(
            {**GOOD, "game": {"player": [2]}}, r"\[game\] has unknown keys: player", id="key in table"
        ),
        pytest.param(
            {**GOOD, "game": {"players": 2}}, r"\[game\] players needs a list of choices", id="no list"
        ),
        pytest.param({**GOOD, "game": {"players": []}}, r"\[game\] players needs a list", id="empty list"),
        pytest.param(
            {**GOOD, "game": {"players": [9]}}, r"\[game\] players needs choices out of 2, 3", id="nine seats"
        ),
        pytest.param({**GOOD, "game": {"presets": ["home"]}}, "out of gamerules, house", id="preset"),
        pytest.param({**GOOD, "game": {"codes": ["cheating"]}}, r"\[game\] codes needs choices", id="code"),
        pytest.param({**GOOD, "game": {"plays": [5, 2]}}, r"plays needs \[least, most\]", id="span reversed"),
        pytest.param({**GOOD, "acts": {"hover": 2}}, "hover needs a share from 0 to 1, got 2", id="share"),
        pytest.param({**GOOD, "view": {"fps": ["30"]}}, "fps needs choices that are numbers", id="fps"),
        pytest.param({**GOOD, "view": {"sizes": ["8k"]}}, "sizes needs choices out of 1080p", id="size"),
    ],
)
def test_a_faulty_recipe_says_what_is_wrong(raw: dict[str, Any], problem: str) -> None:
    with pytest.raises(RecipeError, match=problem):
        make_family(raw)


def test_a_file_that_is_missing_or_no_toml_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("name = ", encoding="utf-8")

    with pytest.raises(RecipeError, match="no recipe at"):
        load_family(tmp_path / "none.toml")
    with pytest.raises(RecipeError, match="is not TOML"):
        load_family(broken)


def test_as_many_films_as_there_are_choices_take_each_once() -> None:
    family = make_family({**GOOD, "game": {"players": [2, 3, 4, 5, 6, 7, 8]}})

    players = [draw_film(family, number).game.players for number in range(14)]

    assert sorted(players[:7]) == sorted(players[7:]) == [2, 3, 4, 5, 6, 7, 8]
    assert players[:7] != players[7:]


def test_numbers_from_a_span_stay_in_it() -> None:
    family = make_family({**GOOD, "game": {"plays": [3, 5]}, "view": {"height_mm": [900, 950]}})

    films = [draw_film(family, number) for number in range(30)]

    assert {film.game.plays for film in films} == {3, 4, 5}
    assert all(900 <= film.view.height_mm <= 950 for film in films)
    assert family.game.plays == Span(3, 5)


def test_a_set_too_small_for_the_table_is_replaced_by_a_bigger_one() -> None:
    family = make_family({**GOOD, "game": {"players": [8], "set_sizes": [6]}})

    assert draw_film(family).game.set_size == 9


def test_several_rounds_are_played_with_short_hands() -> None:
    family = make_family(
        {**GOOD, "game": {"players": [3], "rounds": [3], "short_hand": [5], "presets": ["house"]}}
    )

    game = draw_film(family).game

    assert parse_rules(game.rules).deal == ((12, 3, 5),)


@pytest.mark.parametrize("plays", [1, 7, 20])
def test_a_game_is_cut_after_so_many_tiles(plays: int) -> None:
    record = film_record(recipe(2, tables={"game": {"plays": [plays, plays]}}))

    assert record.count("\nplace ") == plays
    assert not record.rstrip().split("\n")[-1].startswith("draw")


def test_the_record_of_a_film_can_be_judged_and_bears_its_violations() -> None:
    fouls = {"game": {"violations": [0.4], "plays": [30, 30]}}
    record = film_record(recipe(4, tables=fouls))

    _, verdicts = judge_record(parse_record(record))

    found = [problem.code.value for verdict in verdicts for problem in verdict.problems]
    told = [line.partition("# ")[2] for line in record.split("\n") if "# " in line]
    assert len(told) >= 3
    assert set(told) <= set(found)


def test_tiles_are_taken_back_as_often_as_the_recipe_says() -> None:
    never, often = (
        film_record(recipe(4, tables={"game": {"take_back": share, "plays": [30, 30]}})) for share in (0, 0.5)
    )

    assert never.count("\nback ") == 0
    assert often.count("\nback ") > 3


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        pytest.param("", "a film needs a record with one game, got 0", id="empty"),
        pytest.param("round 1\n", "a round needs a game", id="round alone"),
        pytest.param("game house P1 P2\n", "a film needs a record with a round", id="game alone"),
        pytest.param("game house P1 P2\nrownd 1\n", "line 2: ", id="no record"),
        pytest.param("game house P1 P2\nretract 7\n", "7", id="amendment of nothing"),
    ],
)
def test_a_record_without_a_round_of_a_game_is_refused(text: str, problem: str) -> None:
    with pytest.raises(FilmError, match=problem):
        read_game(text)


def test_a_remark_that_is_no_code_means_nothing() -> None:
    game = read_game("game house P1 P2\nround 1 starts P1\nengine 12-12  # at last\n")

    assert [told.code for told in game.rounds[0].events] == [None, None]


@pytest.mark.parametrize("path", sorted(RECIPES.glob("*.toml")), ids=lambda path: path.stem)
def test_all_recipes_of_the_project_can_be_drawn(path: Path) -> None:
    family = load_family(path)

    films = [draw_film(family, number) for number in range(min(family.films, 14))]

    assert len({film.seed for film in films}) == len(films)


def test_films_that_measure_share_no_looks_with_those_that_teach() -> None:
    teach, measure = (load_family(RECIPES / f"{name}.toml") for name in ("train", "valid"))

    for taught, measured in (
        (teach.view.style_seeds, measure.view.style_seeds),
        (teach.view.background_seeds, measure.view.background_seeds),
    ):
        assert taught.most < measured.least or measured.most < taught.least
    assert teach.seed != measure.seed


@pytest.mark.slow
def test_the_films_that_measure_hold_six_hundred_plays_of_all_sorts() -> None:
    family = load_family(RECIPES / "valid.toml")

    films = [draw_film(family, number) for number in range(family.films)]

    assert len(films) >= 12
    assert sum(film_record(film).count("\nplace ") for film in films) >= 600
    assert {film.game.players for film in films} == set(range(2, 9))
    assert len({film.game.rules.split("(")[0] for film in films}) == 4
    assert sum(film.game.rounds == 3 for film in films) >= 2
    assert sum(film.game.violations == 0 for film in films) >= 2


def test_a_film_of_a_larger_family_is_the_same_film() -> None:
    family = make_family(GOOD)

    assert draw_film(replace(family, films=5), 3) == draw_film(replace(family, films=50), 3)
