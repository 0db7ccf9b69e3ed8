"""The store keeps what it has acknowledged."""

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.dashboard.store import FILE_NAME, GameMissingError, Store
from server.dashboard.store_schema import MIGRATIONS, migrate
from server.dashboard.store_thread import StoreError
from server.dashboard.store_values import Draft, FlagAnswer, Post
from server.session_log import Source

GAME = (Draft("game house P1 P2"), Draft("round 1 starts P1"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as opened:
        yield opened


def new_game(store: Store) -> int:
    return store.create(GAME, {"P1": "Zoë"}).result()


def test_a_game_comes_back_as_it_was_written(store: Store) -> None:
    game = new_game(store)
    seen = Draft("engine 12-12", Source.CAMERA, "17.jpg", doubtful=True)
    store.append(game, [seen]).result()
    store.answer(game, FlagAnswer(3, "wrong_engine", "so")).result()

    read = store.game(game)
    assert [(each.seq, each.draft) for each in read.entries] == [(1, GAME[0]), (2, GAME[1]), (3, seen)]
    assert read.names == (("P1", "Zoë"),)
    assert read.answers == (FlagAnswer(3, "wrong_engine", "so"),)


def test_which_camera_watches_which_game_is_kept(store: Store) -> None:
    first, second = new_game(store), new_game(store)
    assert store.post() is None

    store.take_post(Post(first, "0", ("P2", "P1"))).result()
    store.take_post(Post(second, "film.mp4", ("P1", "P2"))).result()
    store.watched_until(second, 7.5).result()
    assert store.post() == Post(second, "film.mp4", ("P1", "P2"), 7.5)

    store.take_post(Post(first, "1", ("P2", "P1"))).result()
    assert store.post() == Post(first, "1", ("P2", "P1"))
    store.leave_post(first).result()
    store.delete(second).result()
    assert store.post() is None


def test_quiet_entries_come_back_quiet(store: Store) -> None:
    game = new_game(store)
    quiet = Draft("engine 12-12", Source.INFERRED, quiet=True)
    store.append(game, [quiet]).result()

    assert store.game(game).entries[-1].draft == quiet


def test_each_change_of_a_game_raises_its_count(store: Store) -> None:
    game = new_game(store)
    store.append(game, [Draft("engine 12-12")]).result()
    store.rename(game, {"P2": "Ben"}).result()

    assert store.game(game).row.changes == 2


def test_the_game_changed_last_leads_the_list(store: Store) -> None:
    first, second = new_game(store), new_game(store)
    threading.Event().wait(0.002)
    store.append(first, [Draft("engine 12-12")]).result()

    assert [each.id for each in store.games()] == [first, second]


def test_a_deleted_game_leaves_nothing_behind(store: Store) -> None:
    game = new_game(store)
    store.delete(game).result()

    with pytest.raises(GameMissingError):
        store.game(game)
    with sqlite3.connect(store.path) as raw:
        assert raw.execute("SELECT count(*) FROM entries").fetchone() == (0,)


def test_nothing_is_written_to_a_game_that_is_not_there(store: Store) -> None:
    with pytest.raises(GameMissingError):
        store.append(9, [Draft("engine 12-12")]).result()
    with pytest.raises(GameMissingError):
        store.delete(9).result()


def test_the_file_is_in_write_ahead_mode_and_syncs_each_commit(store: Store) -> None:
    modes = store._writer.submit(  # noqa: SLF001 -- the mode belongs to the writer's own connection
        lambda connection: [
            connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")
        ]
    )

    assert modes.result() == ["wal", 2]


def test_a_second_process_is_told_that_the_folder_is_in_use(store: Store, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="another Stationmaster is using"):
        Store(tmp_path)
    assert store.games() == ()


def test_a_file_locked_by_another_program_is_a_message_and_the_game_stays(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = new_game(store)
    store._writer.submit(lambda each: each.execute("SELECT 1").fetchone()).result()  # noqa: SLF001
    other = sqlite3.connect(store.path, isolation_level=None)
    monkeypatch.setattr(store._writer, "_connection", _impatient(store))  # noqa: SLF001
    other.execute("BEGIN IMMEDIATE")

    with pytest.raises(StoreError, match="another program has locked"):
        store.append(game, [Draft("engine 12-12")]).result()
    other.close()
    store.append(game, [Draft("engine 12-12")]).result()
    assert len(store.game(game).entries) == 3


def _impatient(store: Store) -> sqlite3.Connection:
    connection = sqlite3.connect(store.path, isolation_level=None, check_same_thread=False, timeout=0)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def test_a_full_disk_is_a_message_and_writes_nothing(store: Store) -> None:
    game = new_game(store)

    def fill(connection: sqlite3.Connection) -> None:
        [pages] = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages}")

    store._writer.submit(fill).result()  # noqa: SLF001
    with pytest.raises(StoreError, match="is full: nothing was recorded"):
        store.append(game, [Draft("loose 5-5 # " + "x" * 5000)] * 20).result()
    assert len(store.game(game).entries) == 2


def test_a_folder_that_cannot_be_made_is_a_message(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(StoreError, match="cannot be used"):
        Store(tmp_path / "file" / "data")


def test_a_file_of_an_older_version_is_brought_up_to_date_step_by_step(tmp_path: Path) -> None:
    raw = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
    assert migrate(raw, "2026-01-01") == MIGRATIONS
    raw.execute("DROP TABLE devices")
    raw.execute("DELETE FROM migrations WHERE number = 3")
    raw.close()

    with Store(tmp_path) as store:
        assert store.devices() == ()
    raw = sqlite3.connect(tmp_path / FILE_NAME)
    taken = [row[0] for row in raw.execute("SELECT number FROM migrations ORDER BY number")]
    assert taken == [each.number for each in MIGRATIONS]
    raw.close()


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    raw = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
    migrate(raw, "2026-01-01")
    raw.execute("INSERT INTO migrations VALUES (99, 'later', '2030-01-01')")
    raw.close()

    with pytest.raises(StoreError, match="install a newer Stationmaster"):
        Store(tmp_path)


def test_something_else_under_the_file_s_name_is_a_message(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"no database" * 500)

    with pytest.raises(StoreError, match="not a database"):
        Store(tmp_path)


def test_a_closed_store_takes_no_more_and_closes_twice(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.close()
    store.close()

    with pytest.raises(StoreError, match="is closed"):
        store.append(1, [])


def test_opening_and_closing_leaves_no_thread_and_no_lock_behind(tmp_path: Path) -> None:
    before = threading.active_count()
    for _ in range(10):
        Store(tmp_path).close()

    assert threading.active_count() == before


def test_a_device_is_known_by_the_hash_of_its_key_until_it_is_sent_away(store: Store) -> None:
    joined = store.add_device("abc", "player", "Ben's phone").result()

    assert store.device("abc") == joined
    store.revoke(joined.id).result()
    assert store.device("abc") is None
    assert store.device("other") is None
