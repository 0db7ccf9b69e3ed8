"""Where a broker is, and telling it how games stand, as `serve --mqtt` asks."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Self
from urllib.parse import unquote, urlsplit

from server.dashboard.tables import Listener
from server.words import Saying, Words

PORTS = {"mqtt": 1883, "mqtts": 8883}


class BrokerError(ValueError):
    """An address that no broker can have."""


@dataclass(frozen=True, slots=True)
class Broker:
    """Where the broker is, and who we are to it."""

    host: str
    port: int
    secure: bool = False
    user: str | None = None
    password: str | None = field(default=None, repr=False)

    @classmethod
    def at(cls, url: str) -> Self:
        """The broker of an address such as mqtt://user:password@host:1883; raises BrokerError."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise BrokerError(Saying("error.broker")) from None
        if parts.scheme not in PORTS or not parts.hostname or parts.path.strip("/"):
            raise BrokerError(Saying("error.broker"))
        user, password = (
            None if each is None else unquote(each) for each in (parts.username, parts.password)
        )
        return cls(parts.hostname, port or PORTS[parts.scheme], parts.scheme == "mqtts", user, password)


@contextmanager
def telling(url: str | None, words: Words) -> Iterator[Listener | None]:
    """What tells a broker, None without one; raises BrokerError."""
    if url is None:
        yield None
        return
    broker = Broker.at(url)
    try:
        from server.mqtt.publisher import Publisher  # noqa: PLC0415 -- comes with the extra `mqtt`
    except ModuleNotFoundError as error:
        raise BrokerError(Saying("error.no_mqtt")) from error
    with Publisher(broker, words) as publisher:
        yield publisher
