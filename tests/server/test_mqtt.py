"""How games stand, told by MQTT: to a real broker that comes, goes, hangs and comes back."""

import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from little_servers import free_port
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion
from patience import until

from server.dashboard.commands import Add, LogCommand, NewGame, StartRound
from server.dashboard.desk import GameDesk, opening
from server.dashboard.store_values import Draft, GameRow, Stored, StoredGame
from server.dashboard.view import CameraView, GameView
from server.dashboard.view_building import view_of
from server.mqtt import publisher as publishing
from server.mqtt.broker import Broker, BrokerError
from server.mqtt.messages import STATUS, discovery_of, forgetting, messages_of
from server.mqtt.publisher import Publisher
from server.words import words_in

EN = words_in("en")
TURN = "stationmaster/game/1/turn"


@contextmanager
def mosquitto(folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """A broker of our own that keeps nothing on the disk."""
    command = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
    if command is None:
        pytest.skip("no mosquitto: apt-get install mosquitto")
    config = folder / "mosquitto.conf"
    config.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\npersistence false\n")
    with subprocess.Popen([command, "-c", config], stderr=subprocess.DEVNULL) as process:
        try:
            until(partial(answers, port))
            yield process
        finally:
            process.kill()


def answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


@contextmanager
def heard(port: int) -> Iterator[dict[str, Any]]:
    """What a broker keeps and tells, by topic; what is no JSON as text."""
    found: dict[str, Any] = {}

    def take(_client: Client, _data: object, message: MQTTMessage) -> None:
        text = message.payload.decode()
        found[message.topic] = json.loads(text) if text.startswith("{") else text

    client = Client(CallbackAPIVersion.VERSION2)
    client.on_message = take
    client.connect("127.0.0.1", port)
    client.subscribe("#", qos=1)
    client.loop_start()
    try:
        yield found
    finally:
        client.disconnect()
        client.loop_stop()


def view(*lines: str) -> GameView:
    """A game of Anna and Ben after some lines."""
    drafts, names = opening(NewGame(rules="gamerules", players=["Anna", "Ben"]))
    desk = GameDesk.open(StoredGame(GameRow(1, "", "", 0), stored(GameDesk(1), drafts), tuple(names.items())))
    commands: list[LogCommand] = [StartRound(kind="start_round")]
    for command in [*commands, *([Add(kind="add", lines=list(lines))] if lines else [])]:
        drafts = desk.drafts(command)
        desk = desk.foresee(drafts).settle(stored(desk, drafts))
    return view_of(desk, CameraView(state="none"))


def stored(desk: GameDesk, drafts: tuple[Draft, ...]) -> tuple[Stored, ...]:
    return tuple(Stored(seq, "", each) for seq, each in enumerate(drafts, len(desk.entries) + 1))


def test_a_game_tells_turn_flags_doubles_and_scores() -> None:
    told = {each.topic: json.loads(each.text) for each in messages_of(view("place 11-5 on P1 by P1"), EN)}

    assert told[TURN]["state"] == "Ben"
    assert told[TURN]["attributes"]["sentence"] == "Ben plays a tile, or draws one."
    [flag] = told["stationmaster/game/1/flags"]["attributes"]["flags"]
    assert flag["sentence"] == "A train must start with a 12."
    assert told["stationmaster/game/1/scores"]["attributes"]["totals"] == {"Anna": 0.0, "Ben": 0.0}


def test_unsatisfied_doubles_are_told_in_words() -> None:
    lines = ("place 12-5 on P1 by P1", "place 12-3 on MX by P2", "place 5-5 on P1 by P1")
    told = {each.topic: json.loads(each.text) for each in messages_of(view(*lines), EN)}

    assert told["stationmaster/game/1/unsatisfied"] == {
        "state": 1,
        "attributes": {"doubles": [{"pips": 5, "train": "Anna's train"}]},
    }


def test_home_assistant_is_told_where_each_sensor_is() -> None:
    configs = [json.loads(each.text) for each in discovery_of(1, EN)]
    told = {each.topic for each in messages_of(view(), EN)}

    assert {each["state_topic"] for each in configs} == told
    assert {each["availability_topic"] for each in configs} == {STATUS}
    assert len({each["unique_id"] for each in configs}) == len(configs)
    assert {each.topic for each in forgetting(1)} == told | {each.topic for each in discovery_of(1, EN)}


@pytest.mark.parametrize(
    ("url", "broker"),
    [
        ("mqtt://host", Broker("host", 1883)),
        ("mqtts://me:a%40b@host", Broker("host", 8883, secure=True, user="me", password="a@b")),  # noqa: S106
        ("mqtt://[::1]:99/", Broker("::1", 99)),
    ],
)
def test_an_address_names_a_broker(url: str, broker: Broker) -> None:
    assert Broker.at(url) == broker
    assert "a@b" not in repr(Broker.at(url))


@pytest.mark.parametrize(
    "url", ["host", "http://host", "mqtt://", "mqtt://host:x", "mqtt://host/topic", "mqtt://[x"]
)
def test_what_is_no_broker_s_address_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(BrokerError, match="expected an address such as mqtt"):
        Broker.at(url)


def test_the_broker_keeps_what_it_is_told_and_says_when_we_have_gone(tmp_path: Path) -> None:
    port = free_port()
    with mosquitto(tmp_path, port):
        with Publisher(Broker("127.0.0.1", port), EN) as publisher, heard(port) as found:
            publisher.changed(view())
            until(lambda: found.get(STATUS) == "online" and found.get(TURN, {}).get("state") == "Anna")
        with heard(port) as kept:
            until(lambda: kept.get(STATUS) == "offline" and TURN in kept)
            assert "homeassistant/sensor/stationmaster_1_turn/config" in kept


def test_a_broker_that_was_away_is_told_how_things_stand_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "LONGEST_PAUSE_S", 1)
    port = free_port()
    with Publisher(Broker("127.0.0.1", port), EN) as publisher:
        publisher.changed(view())
        with mosquitto(tmp_path, port), heard(port) as found:
            until(lambda: found.get(TURN, {}).get("state") == "Anna", 20)
        publisher.changed(view("place 12-5 on P1 by P1"))
        with mosquitto(tmp_path, port), heard(port) as found:
            until(lambda: found.get(TURN, {}).get("state") == "Ben", 20)
            publisher.forgotten(1)
            until(lambda: found[TURN] == "")


def test_nobody_waits_for_a_broker_that_hangs() -> None:
    views = view(), view("place 12-5 on P1 by P1")
    with (
        closing(socket.create_server(("127.0.0.1", 0))) as silent,
        Publisher(Broker("127.0.0.1", silent.getsockname()[1]), EN) as publisher,
    ):
        begun_s = time.perf_counter()
        for number in range(100):
            publisher.changed(views[number % 2])
        took_s = time.perf_counter() - begun_s

    assert took_s < 5, "it took some milliseconds each, to make the messages"
