"""`stationmaster serve` in a process of its own."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO

from patience import within

START_S = 60.0
"""Long for a server's start on a busy machine."""


@dataclass
class Serving:
    """`stationmaster serve`, which can be killed and started again at the same place."""

    data: Path
    options: tuple[str, ...] = ()
    said: list[str] = field(default_factory=list)
    port: int = 0
    process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        """Where the pages are."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start and wait until it listens; the port stays the same from the first start on."""
        command = [sys.executable, "-c", "from server.cli import main; main()", "serve", "--no-open"]
        command += ["--port", str(self.port), "--data", str(self.data), *self.options]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
        )
        assert self.process.stdout is not None
        self.said = []
        try:
            within(partial(self._listen_to, self.process.stdout), START_S)
            found = re.search(r"127\.0\.0\.1:(\d+)", "".join(self.said))
            assert found, f"the server did not start: {self.said}"
        except AssertionError:
            self.kill()
            raise
        self.port = int(found[1])

    def _listen_to(self, output: IO[str]) -> None:
        for line in output:
            self.said.append(line)
            if line.startswith("Games are kept"):
                return

    @classmethod
    @contextmanager
    def running(cls, data: Path, *options: str) -> Iterator["Serving"]:
        """Serve from a folder until the end of the block."""
        server = cls(data, options)
        server.start()
        try:
            yield server
        finally:
            if server.process is not None and server.process.poll() is None:
                server.kill()

    def code(self, role: str) -> str:
        """The code that was printed for a role."""
        return next(line.split()[-1] for line in self.said if f"code for a {role}" in line)

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """End it as people do; gives its exit status."""
        return self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> int:
        assert self.process is not None
        with self.process as process:
            process.send_signal(how)
            return process.wait(timeout=60)
