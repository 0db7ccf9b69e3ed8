"""What the doctor found: a table for a terminal, and a text to attach to a bug report."""

import platform
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from rich.table import Table

from server.doctor.findings import Finding, State
from server.words import SOURCE, Words, words_in

MARKS: Mapping[State, str] = {State.FINE: "✓", State.ABSENT: "–", State.POOR: "!", State.WRONG: "✗"}
STYLES: Mapping[State, str] = {
    State.FINE: "green",
    State.ABSENT: "dim",
    State.POOR: "yellow",
    State.WRONG: "bold red",
}
_URL = re.compile(r"\b[a-z][a-z0-9+.-]*://\S+")
_SHORTEST_NAME = 3
"""Shorter names stand in other words too."""


def findings_table(findings: Iterable[Finding], words: Words) -> Table:
    """A row for each finding, with what helps below it."""
    table = Table(show_header=False, box=None, pad_edge=False)
    for each in findings:
        row = [MARKS[each.state], words.say(f"doctor.{each.part}"), words.text(each.found)]
        table.add_row(*row, style=STYLES[each.state] if each.state is not State.FINE else None)
        if each.advice is not None:
            table.add_row("", "", f"→ {words.text(each.advice)}")
    return table


def report_text(
    findings: Sequence[Finding], packages: Mapping[str, str | None], private: Iterable[str] = ()
) -> str:
    """The findings for whoever mends the program, in its own language. private: names to leave out."""
    words = words_in(SOURCE)
    lines = [f"Stationmaster {packages.get('stationmaster')}", f"system: {platform.platform()}"]
    lines += [f"processor: {platform.machine()}", f"python: {platform.python_version()}"]
    lines += [f"{name}: {number or 'missing'}" for name, number in packages.items()]
    for each in findings:
        lines.append(f"[{each.state}] {each.part}: {words.text(each.found)}")
    return without_names("\n".join(lines) + "\n", Path.home(), private)


def without_names(text: str, home: Path, private: Iterable[str]) -> str:
    """The text without paths below the home folder, addresses of cameras, and names of people."""
    text = _URL.sub(lambda match: f"{urlsplit(match.group()).scheme}://…", text)
    if home != Path(home.anchor):
        text = re.sub(rf"{re.escape(str(home))}(?![\w-])\S*", "~/…", text)
    for name in sorted(private, key=len, reverse=True):
        if len(name) >= _SHORTEST_NAME:
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "…", text, flags=re.IGNORECASE)
    return text
