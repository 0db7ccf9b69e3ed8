"""Pages that only look on: websockets to a real server, as pages keep them."""

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field

from e2e_serving import Serving
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


@dataclass
class Watcher:
    """One socket; notes when each view or picture came, in seconds of the monotonic clock."""

    serving: Serving
    path: str
    came_s: list[float] = field(default_factory=list)

    @contextmanager
    def watching(self) -> Iterator["Watcher"]:
        """Look on until the end of the block."""
        url = f"ws://127.0.0.1:{self.serving.port}/api{self.path}"
        with connect(url, origin=self.serving.address, max_size=None, compression=None) as socket:  # type: ignore[arg-type]

            def run() -> None:
                with suppress(ConnectionClosed):
                    for _ in socket:
                        self.came_s.append(time.monotonic())

            thread = threading.Thread(target=run, name=f"watcher of {self.path}", daemon=True)
            thread.start()
            try:
                yield self
            finally:
                socket.close()
                thread.join(10)
                assert not thread.is_alive(), f"the line to {self.path} does not close"


@contextmanager
def watchers(serving: Serving, path: str, count: int) -> Iterator[list[Watcher]]:
    """So many pages that look at the same."""
    with ExitStack() as open_lines:
        yield [open_lines.enter_context(Watcher(serving, path).watching()) for _ in range(count)]
