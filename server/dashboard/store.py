"""The store: all games in one SQLite file. What is acknowledged is on the disk."""

import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from server.dashboard.store_rows import device_of, entries_of, insert, name_seats
from server.dashboard.store_schema import NewerFileError, migrate
from server.dashboard.store_thread import StoreError, WriterThread, connect, explained
from server.dashboard.store_values import Device, Draft, FlagAnswer, GameRow, Post, Stored, StoredGame

FILE_NAME = "stationmaster.sqlite3"
LOCK_NAME = "in-use.sqlite3"


class GameMissingError(LookupError):
    """There is no game of that number."""


class DeviceMissingError(LookupError):
    """There is no device of that number."""


def utc_now() -> str:
    """The time as the store writes it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Store:
    """Games, their logs and the devices that joined. Writes give futures; reads see what is durable."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = _claim(folder / LOCK_NAME)
            connection = connect(self.path)
            migrate(connection, utc_now())
            self._reader = connect(self.path, read_only=True)
        except sqlite3.Error as error:
            raise explained(error, self.path) from error
        except OSError as error:
            raise StoreError(f"the data folder {folder} cannot be used: {error.strerror or error}") from error
        except NewerFileError as error:
            raise StoreError(f"{error}: install a newer Stationmaster or choose another --data") from error
        self._reading = threading.Lock()
        self._writer = WriterThread(self.path, connection)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Write what is queued and let go of the file; closing twice is fine."""
        self._writer.close()
        self._reader.close()
        self._lock.close()

    # Writing

    def create(self, drafts: Sequence[Draft], names: Mapping[str, str]) -> "Future[int]":
        """Begin a game; gives its number."""

        def write(connection: sqlite3.Connection) -> int:
            now = utc_now()
            row = connection.execute("INSERT INTO games (created_at, changed_at) VALUES (?, ?)", (now, now))
            game_id = row.lastrowid
            assert game_id is not None, "an insert has a row"  # noqa: S101
            insert(connection, game_id, drafts, utc_now())
            name_seats(connection, game_id, names)
            return game_id

        return self._writer.submit(write)

    def append(self, game_id: int, drafts: Sequence[Draft]) -> "Future[tuple[Stored, ...]]":
        """Write entries at the end of a game's log, all or none."""

        def write(connection: sqlite3.Connection) -> tuple[Stored, ...]:
            _touch(connection, game_id)
            return insert(connection, game_id, drafts, utc_now())

        return self._writer.submit(write)

    def rename(self, game_id: int, names: Mapping[str, str]) -> "Future[None]":
        """Call seats by other names."""

        def write(connection: sqlite3.Connection) -> None:
            _touch(connection, game_id)
            name_seats(connection, game_id, names)

        return self._writer.submit(write)

    def answer(self, game_id: int, answer: FlagAnswer) -> "Future[None]":
        """Keep what a person said of a flag."""

        def write(connection: sqlite3.Connection) -> None:
            _touch(connection, game_id)
            row = (game_id, answer.seq, answer.code, answer.answer)
            connection.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)", row)

        return self._writer.submit(write)

    def take_post(self, post: Post) -> "Future[None]":
        """Keep which camera watches a game from now on."""

        def write(connection: sqlite3.Connection) -> None:
            row = (post.game_id, post.source, " ".join(post.seats), post.at_s)
            connection.execute("DELETE FROM posts WHERE game_id = ?", (post.game_id,))
            connection.execute("INSERT INTO posts (game_id, source, seats, at_s) VALUES (?, ?, ?, ?)", row)

        return self._writer.submit(write)

    def leave_post(self, game_id: int) -> "Future[None]":
        """No camera watches the game any more."""

        def write(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM posts WHERE game_id = ?", (game_id,))

        return self._writer.submit(write)

    def watched_until(self, game_id: int, at_s: float) -> "Future[None]":
        """Keep up to where a film was watched."""

        def write(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE posts SET at_s = ? WHERE game_id = ?", (at_s, game_id))

        return self._writer.submit(write)

    def draw(self, game_id: int, sketch: str) -> "Future[None]":
        """Keep what was drawn over the picture of a game's camera."""

        def write(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT OR REPLACE INTO sketches VALUES (?, ?)", (game_id, sketch))

        return self._writer.submit(write)

    def delete(self, game_id: int) -> "Future[None]":
        """Forget a game and all that belongs to it."""

        def write(connection: sqlite3.Connection) -> None:
            if connection.execute("DELETE FROM games WHERE id = ?", (game_id,)).rowcount == 0:
                raise GameMissingError(game_id)

        return self._writer.submit(write)

    def add_device(self, key_hash: str, role: str, name: str) -> "Future[Device]":
        """Let a device in."""

        def write(connection: sqlite3.Connection) -> Device:
            now = utc_now()
            row = connection.execute(
                "INSERT INTO devices (key_hash, role, name, joined_at) VALUES (?, ?, ?, ?)",
                (key_hash, role, name, now),
            )
            return Device(row.lastrowid or 0, role, name, now)

        return self._writer.submit(write)

    def revoke(self, device_id: int) -> "Future[None]":
        """Send a device away for good."""

        def write(connection: sqlite3.Connection) -> None:
            done = connection.execute(
                "UPDATE devices SET revoked_at = ? WHERE id = ?", (utc_now(), device_id)
            )
            if done.rowcount == 0:
                raise DeviceMissingError(device_id)

        return self._writer.submit(write)

    # Reading

    def games(self) -> tuple[GameRow, ...]:
        """All games, the one changed last first."""
        with self._read() as connection:
            rows = connection.execute(f"{_GAMES} ORDER BY changed_at DESC, id DESC").fetchall()
        return tuple(GameRow(*row) for row in rows)

    def game(self, game_id: int) -> StoredGame:
        """A game with its log."""
        with self._read() as connection:
            row = connection.execute(f"{_GAMES} WHERE id = ?", (game_id,)).fetchone()
            if row is None:
                raise GameMissingError(game_id)
            names = connection.execute("SELECT seat, name FROM seat_names WHERE game_id = ?", (game_id,))
            said = connection.execute("SELECT seq, code, answer FROM answers WHERE game_id = ?", (game_id,))
            return StoredGame(
                GameRow(*row),
                tuple(entries_of(connection, game_id)),
                tuple(names.fetchall()),
                tuple(FlagAnswer(*each) for each in said),
            )

    def post(self) -> Post | None:
        """The post that was taken last."""
        asked = "SELECT game_id, source, seats, at_s FROM posts ORDER BY number DESC LIMIT 1"
        with self._read() as connection:
            row = connection.execute(asked).fetchone()
        return None if row is None else Post(row[0], row[1], tuple(row[2].split()), row[3])

    def sketch(self, game_id: int) -> str | None:
        """What was drawn for a game; None where nothing was."""
        with self._read() as connection:
            row = connection.execute("SELECT sketch FROM sketches WHERE game_id = ?", (game_id,)).fetchone()
        return None if row is None else str(row[0])

    def devices(self) -> tuple[Device, ...]:
        """All devices that ever joined."""
        with self._read() as connection:
            rows = connection.execute(f"{_DEVICES} ORDER BY id").fetchall()
        return tuple(device_of(row) for row in rows)

    def device(self, key_hash: str) -> Device | None:
        """The device with that key, unless it was sent away."""
        with self._read() as connection:
            row = connection.execute(f"{_DEVICES} WHERE key_hash = ?", (key_hash,)).fetchone()
        found = None if row is None else device_of(row)
        return None if found is None or found.is_revoked else found

    @contextmanager
    def _read(self) -> Iterator[sqlite3.Connection]:
        with self._reading:
            self._reader.execute("BEGIN")
            try:
                yield self._reader
            except sqlite3.Error as error:
                raise explained(error, self.path) from error
            finally:
                self._reader.execute("COMMIT")


_GAMES = "SELECT id, created_at, changed_at, changes FROM games"
_DEVICES = "SELECT id, role, name, joined_at, revoked_at FROM devices"


def _claim(path: Path) -> sqlite3.Connection:
    """A lock on the data folder that ends with the process, however it ends."""
    lock = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=0)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        lock.close()
        if "locked" not in str(error):
            raise
        raise StoreError(
            f"another Stationmaster is using {path.parent}; stop it or choose another --data"
        ) from error
    return lock


def _touch(connection: sqlite3.Connection, game_id: int) -> None:
    done = connection.execute(
        "UPDATE games SET changed_at = ?, changes = changes + 1 WHERE id = ?", (utc_now(), game_id)
    )
    if done.rowcount == 0:
        raise GameMissingError(game_id)
