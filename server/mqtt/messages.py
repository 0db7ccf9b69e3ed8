"""What a game says to home automation: retained messages, and how Home Assistant finds them."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from server.dashboard.view import GameView
from server.words import Words

ROOT = "stationmaster"
STATUS = f"{ROOT}/status"
"""Whether the program is there; the broker says that it is not when it has gone without a word."""
ONLINE, OFFLINE = "online", "offline"
DISCOVERY = "homeassistant"
SENSORS: Mapping[str, str] = {
    "turn": "mdi:account-arrow-right",
    "flags": "mdi:flag",
    "unsatisfied": "mdi:alert-octagon",
    "scores": "mdi:trophy",
}
"""What is told of each game, and its icon."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message that the broker keeps; an empty one takes back what it kept."""

    topic: str
    text: str


def messages_of(view: GameView, words: Words) -> Iterator[Message]:
    """All that is told of a game as it stands."""
    told = {
        "turn": _turn(view, words),
        "flags": _flags(view, words),
        "unsatisfied": _unsatisfied(view, words),
        "scores": _scores(view),
    }
    for sensor, (state, attributes) in told.items():
        text = json.dumps({"state": state, "attributes": attributes}, ensure_ascii=False)
        yield Message(_topic(view.id, sensor), text)


def discovery_of(game_id: int, words: Words) -> Iterator[Message]:
    """What tells Home Assistant of a game's sensors."""
    device = {"identifiers": [f"{ROOT}_{game_id}"], "name": f"Stationmaster {game_id}"}
    for sensor, icon in SENSORS.items():
        topic, unique = _topic(game_id, sensor), f"{ROOT}_{game_id}_{sensor}"
        config = {
            "name": words.say(f"mqtt.{sensor}"),
            "unique_id": unique,
            "state_topic": topic,
            "value_template": "{{ value_json.state }}",
            "json_attributes_topic": topic,
            "json_attributes_template": "{{ value_json.attributes | tojson }}",
            "availability_topic": STATUS,
            "icon": icon,
            "device": device,
        }
        yield Message(f"{DISCOVERY}/sensor/{unique}/config", json.dumps(config, ensure_ascii=False))


def forgetting(game_id: int) -> Iterator[Message]:
    """What takes back all that was told of a game."""
    for sensor in SENSORS:
        yield Message(f"{DISCOVERY}/sensor/{ROOT}_{game_id}_{sensor}/config", "")
        yield Message(_topic(game_id, sensor), "")


def _topic(game_id: int, sensor: str) -> str:
    return f"{ROOT}/game/{game_id}/{sensor}"


Told = tuple[str | int, Mapping[str, object]]


def _turn(view: GameView, words: Words) -> Told:
    if view.round is None:
        return "", {"round": None, "sentence": ""}
    said = " ".join(words.sentence(each.sentence) for each in view.round.turn.duties)
    return view.round.turn.name, {"round": view.round.number, "sentence": said}


def _flags(view: GameView, words: Words) -> Told:
    flags = [
        {"code": each.code, "severity": each.severity, "sentence": words.sentence(each.sentence)}
        for each in view.flags
    ]
    return len(flags), {"flags": flags}


def _unsatisfied(view: GameView, words: Words) -> Told:
    waiting = [] if view.round is None else view.round.unsatisfied
    doubles = [{"pips": each.pips, "train": words.text(each.title)} for each in waiting]
    return len(doubles), {"doubles": doubles}


def _scores(view: GameView) -> Told:
    names = {each.seat: each.name for each in view.seats}
    totals = {names[seat]: points for seat, points in view.scores.totals.items()}
    leaders = ", ".join(names[seat] for seat in view.scores.leaders)
    return leaders, {"totals": totals, "rounds": len(view.scores.rounds), "over": view.is_over}
