"""The tables of the data file, built by ordered migrations with a record of each."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Migration:
    """One step from an older data file to a newer one."""

    number: int
    name: str
    statements: tuple[str, ...]


MIGRATIONS: tuple[Migration, ...] = (
    Migration(
        1,
        "games and their logs",
        (
            """CREATE TABLE games (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                created_at TEXT NOT NULL,
                changed_at TEXT NOT NULL,
                changes INTEGER NOT NULL DEFAULT 0
            )""",
            """CREATE TABLE entries (
                game_id INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
                seq INTEGER NOT NULL,
                at TEXT NOT NULL,
                source TEXT NOT NULL,
                line TEXT NOT NULL,
                frame_ref TEXT,
                doubtful INTEGER NOT NULL DEFAULT 0,
                PRIMARY KEY (game_id, seq)
            ) WITHOUT ROWID""",
            """CREATE TABLE seat_names (
                game_id INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
                seat TEXT NOT NULL,
                name TEXT NOT NULL,
                PRIMARY KEY (game_id, seat)
            ) WITHOUT ROWID""",
        ),
    ),
    Migration(
        2,
        "answers to flags",
        (
            """CREATE TABLE answers (
                game_id INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
                seq INTEGER NOT NULL,
                code TEXT NOT NULL,
                answer TEXT NOT NULL,
                PRIMARY KEY (game_id, seq, code)
            ) WITHOUT ROWID""",
        ),
    ),
    Migration(
        3,
        "devices that joined",
        (
            """CREATE TABLE devices (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                key_hash TEXT NOT NULL UNIQUE,
                role TEXT NOT NULL,
                name TEXT NOT NULL,
                joined_at TEXT NOT NULL,
                revoked_at TEXT
            )""",
        ),
    ),
    Migration(
        4,
        "cameras and what they tell",
        (
            "ALTER TABLE entries ADD COLUMN quiet INTEGER NOT NULL DEFAULT 0",
            """CREATE TABLE posts (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                game_id INTEGER NOT NULL UNIQUE REFERENCES games (id) ON DELETE CASCADE,
                source TEXT NOT NULL,
                seats TEXT NOT NULL,
                at_s REAL NOT NULL DEFAULT 0
            )""",
        ),
    ),
    Migration(
        5,
        "sketches",
        (
            """CREATE TABLE sketches (
                game_id INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
                sketch TEXT NOT NULL
            )""",
        ),
    ),
)

RECORD = """CREATE TABLE IF NOT EXISTS migrations (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL
)"""


class NewerFileError(ValueError):
    """A data file that a newer version has written."""


def migrate(connection: sqlite3.Connection, now: str) -> tuple[Migration, ...]:
    """Bring a data file up to date, each step whole or not at all; returns the steps taken."""
    connection.execute(RECORD)
    taken = tuple(_missing(connection))
    for step in taken:
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in step.statements:
                connection.execute(statement)
            connection.execute("INSERT INTO migrations VALUES (?, ?, ?)", (step.number, step.name, now))
        except sqlite3.Error:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")
    return taken


def _missing(connection: sqlite3.Connection) -> Iterator[Migration]:
    done = {number for (number,) in connection.execute("SELECT number FROM migrations")}
    newest = MIGRATIONS[-1].number
    if max(done, default=0) > newest:
        raise NewerFileError(f"the data file is at step {max(done)}, this version knows {newest}")
    return (step for step in MIGRATIONS if step.number not in done)
