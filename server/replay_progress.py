"""Live progress of a replay on standard error: how far, how fast, what happened last."""

from collections.abc import Sequence
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from server.replay_lines import clock
from server.session_log import Recorded
from server.session_looks import Seen
from vision.frames import Frame

EVERY_FRAMES = 10
"""The line is drawn anew so often at most; rich itself draws ten times a second."""


class ReplayProgress:
    """Shows time, frames a second and the latest event on a terminal; silent where there is none."""

    def __init__(self, duration_s: float | None, console: Console | None = None) -> None:
        console = console or Console(stderr=True)
        self._bar = Progress(
            BarColumn(bar_width=24),
            TextColumn("{task.fields[film]}", markup=False),
            TimeElapsedColumn(),
            TextColumn("{task.fields[fps]:.0f} fps, {task.fields[events]} events", markup=False),
            TextColumn("{task.description}", markup=False),
            console=console,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
            disable=not console.is_terminal,
        )
        self._duration_s = duration_s
        self._task = self._bar.add_task("", total=duration_s, film="", fps=0.0, events=0)
        self._frames = self._events = 0

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def take(self, frame: Frame, seen: Seen | None, new: Sequence[Recorded]) -> None:  # noqa: ARG002 -- a sink's
        """Count the frame and show the latest entry."""
        self._frames += 1
        self._events += len(new)
        if new:
            self._bar.update(self._task, description=str(new[-1].entry))
        if new or self._frames % EVERY_FRAMES == 0:
            length = "" if self._duration_s is None else f" of {clock(self._duration_s)}"
            elapsed_s = self._bar.tasks[0].elapsed or 0.0
            self._bar.update(
                self._task,
                completed=frame.at_s,
                film=f"{clock(frame.at_s)}{length}",
                fps=self._frames / elapsed_s if elapsed_s > 0 else 0.0,
                events=self._events,
            )
