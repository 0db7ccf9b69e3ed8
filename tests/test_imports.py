"""What each package may import, as a positive list (pyproject.toml holds what it may not)."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PURE = {
    "__future__", "abc", "bisect", "collections", "contextlib", "copy", "dataclasses", "decimal", "enum",
    "fractions", "functools", "heapq", "itertools", "math", "operator", "re", "string", "types", "typing",
}  # fmt: skip


def imported_by(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield (file, module it imports) for each Python file below `folder`."""
    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from ((file.name, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{file}: relative import"
                yield file.name, node.module or ""


def test_the_engine_imports_only_the_pure_part_of_the_standard_library(root: Path) -> None:
    foreign = {
        (file, module)
        for file, module in imported_by(root / "engine")
        if module.split(".")[0] not in PURE | {"engine"}
    }

    assert foreign == set()


def test_vision_sees_only_tiles_and_observations_of_the_engine(root: Path) -> None:
    seen = {module for _, module in imported_by(root / "vision") if module.split(".")[0] == "engine"}

    assert seen <= {"engine.tiles", "engine.observation"}


@pytest.mark.parametrize("package", ["engine", "vision", "server", "datasets/scenegen", "models/training"])
def test_each_package_tells_type_checkers_that_it_is_typed(root: Path, package: str) -> None:
    assert (root / package / "py.typed").is_file()
