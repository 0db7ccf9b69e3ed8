"""Rows of the data file: written within a transaction, and made values again."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence

from server.dashboard.store_values import Device, Draft, Stored
from server.session_log import Source


def insert(
    connection: sqlite3.Connection, game_id: int, drafts: Sequence[Draft], now: str
) -> tuple[Stored, ...]:
    """Write entries at the end of a log, all at one time: what came together is taken back together."""
    [last] = connection.execute("SELECT max(seq) FROM entries WHERE game_id = ?", (game_id,)).fetchone()
    stored = tuple(Stored(seq, now, draft) for seq, draft in enumerate(drafts, (last or 0) + 1))
    rows = [
        (
            game_id,
            each.seq,
            each.at,
            draft.source.value,
            draft.line,
            draft.frame_ref,
            draft.doubtful,
            draft.quiet,
        )
        for each, draft in zip(stored, drafts, strict=True)
    ]
    connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
    return stored


def name_seats(connection: sqlite3.Connection, game_id: int, names: Mapping[str, str]) -> None:
    """Call seats by these names."""
    rows = [(game_id, seat, name) for seat, name in names.items()]
    connection.executemany("INSERT OR REPLACE INTO seat_names VALUES (?, ?, ?)", rows)


def entries_of(connection: sqlite3.Connection, game_id: int) -> Iterator[Stored]:
    """The log of a game."""
    rows = connection.execute(
        "SELECT seq, at, source, line, frame_ref, doubtful, quiet FROM entries"
        " WHERE game_id = ? ORDER BY seq",
        (game_id,),
    )
    for seq, at, source, line, frame_ref, doubtful, quiet in rows:
        yield Stored(seq, at, Draft(line, Source(source), frame_ref, bool(doubtful), bool(quiet)))


def device_of(row: tuple[int, str, str, str, str | None]) -> Device:
    """The device of a row."""
    number, role, name, joined_at, revoked_at = row
    return Device(number, role, name, joined_at, revoked_at is not None)
