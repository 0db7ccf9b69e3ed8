"""Documents say what the program does."""

import ast
import json
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from photo_readings import photo_reading

import server.cli
import training.cli
from server.report import CountedPhoto, json_line

APPS = {"stationmaster": server.cli.app, "stationmaster-lab": training.cli.app}
DOCUMENTS = ("README.md", "CONTRIBUTING.md")


def commands() -> Iterator[tuple[str, str, Any]]:
    """Yield (program, command, click command) of everything that can be typed."""
    for program, app in APPS.items():
        group: Any = typer.main.get_command(app)
        for name, command in group.commands.items():
            yield program, name, command


def code_blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def typed_lines(root: Path) -> list[str]:
    """Everything after a prompt in a document, without its comment."""
    text = "".join((root / name).read_text(encoding="utf-8") for name in DOCUMENTS)
    lines = "".join(code_blocks(text, "console")).splitlines()
    return [line.removeprefix("$ ").split(" #")[0].strip() for line in lines if line.startswith("$ ")]


@pytest.fixture(scope="session")
def readme(root: Path) -> str:
    return (root / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("program", "name", "command"), [pytest.param(*row, id=f"{row[0]} {row[1]}") for row in commands()]
)
def test_each_command_is_in_the_readme(readme: str, program: str, name: str, command: Any) -> None:
    assert f"{program} {name}" in readme or f"`{name}`" in readme
    assert command.help or command.callback.__doc__


def test_each_option_of_count_is_in_the_readme(readme: str) -> None:
    [count] = [command for _, name, command in commands() if name == "count"]
    options = {option for parameter in count.params for option in parameter.opts if option.startswith("--")}

    assert {option for option in options if f"`{option}`" not in readme} == set()


def test_each_command_typed_in_a_document_exists_with_its_options(root: Path) -> None:
    known = {(program, name): command for program, name, command in commands()}
    typed = [shlex.split(part) for line in typed_lines(root) for part in re.split(r"[|>]", line)]
    ours = [words for words in typed if words and words[0] in APPS and words[1] != "--help"]

    assert ours
    for program, name, *arguments in ours:
        parameters = known[program, name].params
        options = {option for each in parameters for option in (*each.opts, *each.secondary_opts)}
        assert {word for word in arguments if word.startswith("--")} <= options, (program, name)


def test_each_make_target_named_in_a_document_exists(root: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (root / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    text = "".join((root / name).read_text(encoding="utf-8") for name in DOCUMENTS)

    named = set(re.findall(r"\bmake ([a-z-]+)`", text)) | set(
        re.findall(r"^\$ .*?\bmake ([a-z-]+)", text, re.MULTILINE)
    )
    assert named
    assert named <= targets


def test_the_json_in_the_readme_has_the_fields_that_are_printed(readme: str) -> None:
    [block] = code_blocks(readme, "json")
    shown = json.loads(block)
    printed = json.loads(json_line(CountedPhoto("hand.jpg", photo_reading("9-4"), 0)))

    assert list(shown) == list(printed)
    assert list(shown["tiles"][0]) == list(printed["tiles"][0])
    assert (shown["total"], shown["set"]) == (printed["total"], printed["set"])


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_each_file_that_a_document_links_to_exists(root: Path, name: str) -> None:
    text = (root / name).read_text(encoding="utf-8")
    targets = {target for target in re.findall(r"\]\(([^)#]+)", text) if "://" not in target}

    assert {target for target in targets if not (root / target).exists()} == set()


def test_each_decision_is_numbered_in_order_and_complete(root: Path) -> None:
    pages = sorted((root / "docs" / "adr").glob("*.md"))

    assert [page.name[:4] for page in pages] == [f"{number:04}" for number in range(1, len(pages) + 1)]
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for part in (
            f"# {int(page.name[:4])}. ",
            "**Status:**",
            "## Context",
            "## Decision",
            "## Consequences",
        ):
            assert part in text, (page.name, part)


def test_the_figures_in_the_readme_are_those_of_the_accuracy_page(root: Path, readme: str) -> None:
    inside = readme.partition("<!-- accuracy:begin -->")[2].partition("<!-- accuracy:end -->")[0]
    page = root / "docs" / "accuracy.md"

    rows = [line for line in inside.splitlines() if line.startswith("|")]
    written = page.read_text(encoding="utf-8").splitlines() if page.is_file() else []
    assert [row for row in rows if row not in written] == []


def glossary_rows(root: Path) -> list[tuple[list[str], list[str]]]:
    """(words, words not to use) of each row."""
    text = (root / "docs" / "glossary.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1:-1] for line in text.splitlines() if line.startswith("| **")]
    return [
        (re.findall(r"\*\*(.+?)\*\*", words), [word.strip() for word in wrong.split(",") if word.strip()])
        for words, _, wrong in rows
    ]


def test_the_glossary_has_each_word_once(root: Path) -> None:
    words = [word for row, _ in glossary_rows(root) for word in row]

    assert sorted(words) == sorted(set(words))
    assert {"tile", "end", "pips", "reading", "doubtful", "rival"} <= set(words)


# Words that are wrong for the game but right elsewhere: a list has rows, a face two halves, a line is a line.
COMMON = {
    "half",
    "side",
    "line",
    "row",
    "box",
    "spots",
    "centrepiece",
    "spinner",
    "pile",
    "shot",
    "station",
    "target",
    "annotation",
}


def test_no_name_in_the_running_app_uses_a_word_the_glossary_rules_out(root: Path) -> None:
    wrong = {word.replace(" ", "_") for _, row in glossary_rows(root) for word in row} - COMMON
    found = {
        (file.name, name)
        for package in ("engine", "vision", "server")
        for file in (root / package).rglob("*.py")
        for name in defined_names(ast.parse(file.read_text(encoding="utf-8")))
        if wrong & {name.lower(), *name.lower().split("_")}
    }

    assert found == set()


def defined_names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def test_the_changelog_speaks_of_the_present_version_or_of_what_is_to_come(root: Path) -> None:
    version = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")

    assert text.index("## [Unreleased]") > 0
    assert all(
        heading in {"Unreleased", version} or heading < version
        for heading in re.findall(r"^## \[(.+?)\]", text, re.MULTILINE)
    )
