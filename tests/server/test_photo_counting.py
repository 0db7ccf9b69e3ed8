"""Photos of leftover tiles: what they come to, under the rules, held against the table."""

import io
import json
from pathlib import Path
from typing import Any

import pillow_heif
import pytest
from desk_apps import do, new_game
from fastapi.testclient import TestClient
from PIL import Image

from engine.tiles import Tile
from server.words import Saying

BYTES = {"Content-Type": "application/octet-stream"}
PHOTOS = ("hand.jpg", "scattered.jpg", "dark.jpg")


def truth_of(demo: Path, name: str) -> list[str]:
    lines = (demo / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    row = next(each for each in map(json.loads, lines) if each["file"] == name)
    return sorted(str(Tile.of(each["a"], each["b"])) for each in row["tiles"])


def where(conflict: dict[str, Any]) -> str:
    """What has the tile already, in English."""
    found = conflict["where"]
    return str(found if isinstance(found, str) else Saying(found["key"], found["slots"]))


def told(photo: dict[str, Any]) -> list[str]:
    return sorted(str(Tile.of(*(end["pips"] for end in each["ends"]))) for each in photo["tiles"])


@pytest.mark.model
@pytest.mark.parametrize("name", PHOTOS)
def test_the_demo_photos_are_told_as_they_are(photo_client: TestClient, demo: Path, name: str) -> None:
    answer = photo_client.post(
        "/api/photos?double_blank=50", content=(demo / name).read_bytes(), headers=BYTES
    )
    photo, truth = answer.json(), truth_of(demo, name)

    assert answer.status_code == 200
    assert told(photo) == truth
    pips = sum(int(end) for tile in truth for end in tile.split("-"))
    assert photo["value"] == pips + 50 * ("0-0" in truth)
    for each in photo["tiles"]:
        assert all(0 <= share <= 1 for corner in each["corners"] for share in corner)
        assert all(0 <= end["confidence"] <= 1 for end in each["ends"])


@pytest.mark.model
def test_the_picture_is_upright_and_bare_of_what_the_camera_wrote_into_it(
    photo_client: TestClient, demo: Path
) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010F] = "SecretPhone"
    with Image.open(demo / "hand.jpg") as photo:
        lying = photo.transpose(Image.Transpose.ROTATE_90)
    out = io.BytesIO()
    lying.save(out, "JPEG", quality=95, exif=exif)

    counted = photo_client.post("/api/photos", content=out.getvalue(), headers=BYTES).json()
    answer = photo_client.get(counted["picture"])
    assert answer.headers["content-type"] == "image/jpeg"
    assert answer.headers["cache-control"] == "private, no-store"
    assert b"SecretPhone" in out.getvalue()
    assert b"SecretPhone" not in answer.content
    with Image.open(io.BytesIO(answer.content)) as shown:
        assert shown.size == (counted["width"], counted["height"]) == (720, 1280)
        assert not shown.getexif()
    assert told(counted) == truth_of(demo, "hand.jpg")


@pytest.mark.model
@pytest.mark.parametrize("kind", ["PNG", "WEBP", "HEIF"])
def test_photos_of_every_kind_are_taken(photo_client: TestClient, demo: Path, kind: str) -> None:
    out = io.BytesIO()
    with Image.open(demo / "hand.jpg") as photo:
        if kind == "HEIF":
            pillow_heif.from_pillow(photo).save(out, quality=90)
        else:
            photo.save(out, kind, quality=90)

    counted = photo_client.post("/api/photos", content=out.getvalue(), headers=BYTES).json()
    assert told(counted) == truth_of(demo, "hand.jpg")


def test_a_picture_that_was_never_there_is_not_found(photo_client: TestClient) -> None:
    assert photo_client.get("/api/photos/0123456789abcdefghijkl").status_code == 404
    assert photo_client.get("/api/photos/..%2F..%2Fetc%2Fpasswd").status_code == 404


@pytest.mark.model
def test_a_hand_is_counted_by_the_rules_and_held_against_table_and_hands(
    photo_client: TestClient, demo: Path
) -> None:
    game = new_game(photo_client, rules="gamerules(double_blank=25)")
    do(photo_client, game, "add", lines=["place 12-1 on P1 by P1"])
    do(photo_client, game, "reveal", seat="P1", tiles=["0-4", "0-0"])

    photo = photo_client.post(
        f"/api/games/{game}/photos?seat=P2", content=(demo / "hand.jpg").read_bytes(), headers=BYTES
    ).json()
    assert told(photo) == truth_of(demo, "hand.jpg")
    assert photo["value"] == photo["check"]["value"] == 103
    assert {(each["tile"], each["reason"], where(each)) for each in photo["check"]["conflicts"]} == {
        ("1-12", "on_train", "Anna's train"),
        ("0-4", "in_hand", "Anna"),
    }


@pytest.mark.parametrize(
    ("tiles", "value", "conflicts"),
    [
        pytest.param([], 0, [], id="an empty hand"),
        pytest.param(["0-0", "3-4"], 57, [], id="the double blank at its price"),
        pytest.param(["12-12"], 24, [("12-12", "on_hub", "")], id="the engine tile"),
        pytest.param(["5-12"], 17, [("5-12", "on_train", "Anna's train")], id="a tile that lies on a train"),
        pytest.param(["1-2"], 3, [("1-2", "in_hand", "Anna")], id="a tile of another hand"),
        pytest.param(["3-4", "4-3"], 14, [("3-4", "twice", "")], id="one tile twice"),
        pytest.param(["3-13"], 16, [("3-13", "not_in_set", "12")], id="a tile of a larger set"),
    ],
)
def test_a_hand_is_checked_before_it_is_confirmed(
    photo_client: TestClient, tiles: list[str], value: int, conflicts: list[tuple[str, str, str]]
) -> None:
    game = new_game(photo_client)
    do(photo_client, game, "add", lines=["place 12-5 on P1 by P1"])
    do(photo_client, game, "reveal", seat="P1", tiles=["1-2"])
    before = photo_client.get(f"/api/games/{game}").json()

    check = photo_client.post(f"/api/games/{game}/hands/P2/check", json={"tiles": tiles}).json()
    assert check["value"] == value
    assert [(each["tile"], each["reason"], where(each)) for each in check["conflicts"]] == conflicts
    assert photo_client.get(f"/api/games/{game}").json() == before, "looking changes nothing"


def test_a_seat_may_change_its_own_hand(photo_client: TestClient) -> None:
    game = new_game(photo_client)
    do(photo_client, game, "reveal", seat="P1", tiles=["1-2"])

    check = photo_client.post(f"/api/games/{game}/hands/P1/check", json={"tiles": ["1-2", "1-3"]}).json()
    assert check["conflicts"] == []
