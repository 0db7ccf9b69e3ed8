"""Publishes messages by MQTT; whatever the broker does, nobody waits for it."""

import logging
import threading
from collections.abc import Iterable
from typing import Any, Self

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from server.dashboard.view import GameView
from server.mqtt.broker import Broker
from server.mqtt.messages import OFFLINE, ONLINE, STATUS, Message, discovery_of, forgetting, messages_of
from server.words import Words

LOG = logging.getLogger(__name__)
KEEPALIVE_S = 10
"""A broker that keeps silent for half as long again is taken to be gone."""
LONGEST_PAUSE_S = 30
CONNECT_S = 3.0
"""Ending waits so long at most for a broker that hangs."""


class Publisher:
    """Keeps what is to be told, the newest alone, and tells it again whenever the broker has come back.

    The network runs in a thread of paho's, so that handing over a message takes no time. What changes while
    the broker is away is told once, as it stands when it is there again.
    """

    def __init__(self, broker: Broker, words: Words) -> None:
        self._words = words
        self._kept: dict[str, str] = {}
        self._lock = threading.Lock()
        self._client = Client(CallbackAPIVersion.VERSION2, client_id="", clean_session=True)
        self._client.will_set(STATUS, OFFLINE, qos=1, retain=True)
        self._client.reconnect_delay_set(1, LONGEST_PAUSE_S)
        self._client.on_connect = self._connected
        self._client.connect_timeout = CONNECT_S
        if broker.user is not None:
            self._client.username_pw_set(broker.user, broker.password)
        if broker.secure:
            self._client.tls_set()
        self._client.connect_async(broker.host, broker.port, KEEPALIVE_S)

    def __enter__(self) -> Self:
        self._client.loop_start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._client.is_connected():
            self._client.publish(STATUS, OFFLINE, qos=1, retain=True).wait_for_publish(1)
        self._client.disconnect()
        self._client.loop_stop()

    def changed(self, view: GameView) -> None:
        """Tell how a game stands."""
        self._tell((*discovery_of(view.id, self._words), *messages_of(view, self._words)))

    def forgotten(self, game_id: int) -> None:
        """Take back all that was told of a game."""
        self._tell(forgetting(game_id))

    def _tell(self, messages: Iterable[Message]) -> None:
        with self._lock:
            fresh = [each for each in messages if self._kept.get(each.topic) != each.text]
            self._kept |= {each.topic: each.text for each in fresh}
            if self._client.is_connected():
                for each in fresh:
                    self._client.publish(each.topic, each.text, retain=True)

    def _connected(
        self, client: Client, _data: object, _flags: object, reason: Any, _properties: object
    ) -> None:
        if reason.is_failure:
            LOG.warning("the MQTT broker refuses us: %s", reason)
            return
        with self._lock:
            client.publish(STATUS, ONLINE, qos=1, retain=True)
            for topic, text in self._kept.items():
                client.publish(topic, text, retain=True)
