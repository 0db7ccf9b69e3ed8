"""The log of training runs, `models/RUNS.md`: a table with a row per run, failures too."""

from dataclasses import astuple, dataclass, fields
from pathlib import Path

_HEAD = """# Training runs

Every run has its row, failed ideas too; `stationmaster-lab train` appends it with the verdict `open`.
Rows whose photos were those of real people say so, so that nobody tunes to them unawares.

"""


@dataclass(frozen=True, slots=True)
class RunRow:
    """One row, all as text.

    run: model and folder. data: fingerprint of the sets trained on. verdict: open, kept or dropped, and why.
    """

    date: str
    commit: str
    run: str
    data: str
    idea: str
    budget: str
    numbers: str
    verdict: str = "open"


def _line(cells: list[str]) -> str:
    # A line break or a bar would end the cell.
    clean = [" ".join(cell.split()).replace("|", "\\|") for cell in cells]
    return "| " + " | ".join(clean) + " |\n"


def append_run(path: Path, row: RunRow) -> None:
    """Add a row at the end of the log's table; a log that is not there yet is begun."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    if text and not text.endswith("\n"):
        text += "\n"
    names = [f.name for f in fields(RunRow)]
    head = _line(names)
    if head not in text:
        before = text.rstrip("\n") + "\n\n" if text else _HEAD
        text = before + head + "|" + "---|" * len(names) + "\n"
    lines = text.splitlines(keepends=True)
    # What is written below the table stays there.
    end = lines.index(head)
    while end < len(lines) and lines[end].startswith("|"):
        end += 1
    lines.insert(end, _line(list(astuple(row))))
    part = path.with_suffix(".md.part")
    part.write_text("".join(lines), encoding="utf-8")
    part.replace(path)
