"""A film's truth that cannot be used is refused in a line that names no option of another command."""

from pathlib import Path

import pytest

from server.film_folder import films_with_truth
from server.film_truths import TruthError, read_truth


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "No such file or directory"),
        ("no json", "expected JSON"),
        ("{}", "no film's truth: KeyError 'format'"),
        ('{"format": 99}', "no film's truth: ValueError expected format 1, got 99"),
    ],
)
def test_a_truth_that_is_none_is_refused_by_its_path(tmp_path: Path, text: str | None, says: str) -> None:
    path = tmp_path / "game.truth.json"
    if text is not None:
        path.write_text(text, encoding="utf-8")

    with pytest.raises(TruthError) as refused:
        read_truth(path)
    assert str(refused.value).startswith(f"{path}: {says}")


def test_a_folder_without_films_is_said(tmp_path: Path) -> None:
    with pytest.raises(TruthError, match="expected films"):
        list(films_with_truth([tmp_path]))
