"""A progress bar on standard error that stays out of the results' way."""

from collections.abc import Callable
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

MIN_PHOTOS = 4
"""Fewer are read in the time in which a bar would only flicker."""


class PhotoProgress:
    """Counts photos on a terminal; silent for few photos and where standard error is a file."""

    def __init__(self, photos: int) -> None:
        console = Console(stderr=True)
        self._bar = Progress(
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.description}", markup=False),
            console=console,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
            disable=photos < MIN_PHOTOS or not console.is_terminal,
        )
        self._task = self._bar.add_task("", total=photos)
        self._begun = 0

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def begin(self, name: str) -> None:
        """Show which photo is being read; those before it are done."""
        self._bar.update(self._task, description=name, completed=self._begun)
        self._begun += 1

    def print_above(self, write: Callable[[], None]) -> None:
        """Let `write` print while the bar is away: results go to standard output, the bar does not."""
        self._bar.stop()
        write()
        if not self._bar.finished:
            self._bar.start()
