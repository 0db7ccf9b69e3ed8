"""Who may do what: join codes, keys of devices, roles."""

import hashlib
import hmac
import secrets
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from server.dashboard.store import Store
from server.dashboard.store_values import Device

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Without the letters and digits that are taken for one another."""
CODE_LENGTH = 8
KEY_BYTES = 32

TRIES = 5
ALL_TRIES = 30
WINDOW_S = 60.0
"""So many wrong codes a minute from one address, and from all: 31^8 codes would take 50,000 years."""


class Role(StrEnum):
    """What a device may do."""

    HOST = "host"
    """Everything: games, devices, cameras."""
    PLAYER = "player"
    """What happens in a game."""
    WATCHER = "watcher"
    """Look on."""

    def may(self, needed: "Role") -> bool:
        """Whether this role includes another."""
        order = (Role.WATCHER, Role.PLAYER, Role.HOST)
        return order.index(self) >= order.index(needed)


class TooManyTriesError(RuntimeError):
    """Too many wrong codes came lately."""


@dataclass(frozen=True, slots=True)
class Joined:
    """A device that was let in, with the key that it alone knows."""

    device: Device
    key: str


def hash_of(secret: str) -> str:
    """What is kept of a key or a code: they are random, so that one round of hashing is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_codes() -> dict[Role, str]:
    """A fresh code for each role."""
    return {role: "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH)) for role in Role}


class TryLimit:
    """Counts wrong codes by address and altogether; memory stays bounded by the total."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._wrong: deque[tuple[float, str]] = deque(maxlen=ALL_TRIES)

    def check(self, address: str) -> None:
        """Refuse an address that has tried too often."""
        now = self._clock()
        while self._wrong and now - self._wrong[0][0] > WINDOW_S:
            self._wrong.popleft()
        from_there = sum(each == address for _, each in self._wrong)
        if from_there >= TRIES or len(self._wrong) >= ALL_TRIES:
            raise TooManyTriesError

    def note(self, address: str) -> None:
        """One more wrong code."""
        self._wrong.append((self._clock(), address))


class Doorkeeper:
    """Lets devices in that know a code. Without codes everybody is the host: only this computer gets here."""

    def __init__(self, store: Store, codes: Mapping[Role, str] | None, clock: Callable[[], float]) -> None:
        self._store = store
        self._hashes = None if codes is None else {role: hash_of(code) for role, code in codes.items()}
        self._limit = TryLimit(clock)
        # Without it, many tries at once would all pass the limit before the first is counted.
        self._joining = threading.Lock()

    @property
    def asks(self) -> bool:
        """Whether a code is needed at all."""
        return self._hashes is not None

    def role_of(self, key: str | None) -> Role | None:
        """The role of the device that shows a key; None for strangers."""
        if self._hashes is None:
            return Role.HOST
        device = None if not key else self._store.device(hash_of(key))
        return None if device is None else Role(device.role)

    def join(self, code: str, name: str, address: str) -> Joined | None:
        """Let a device in; None when the code is wrong."""
        with self._joining:
            self._limit.check(address)
            role = self._role_for(code)
            if role is None:
                self._limit.note(address)
                return None
        key = secrets.token_urlsafe(KEY_BYTES)
        return Joined(self._store.add_device(hash_of(key), role.value, name).result(), key)

    def devices(self) -> tuple[Device, ...]:
        """All devices that ever joined."""
        return self._store.devices()

    def send_away(self, device_id: int) -> None:
        """Let a device in no more."""
        self._store.revoke(device_id).result()

    def _role_for(self, code: str) -> Role | None:
        # People type spaces, dashes and small letters.
        given = hash_of("".join(code.split()).replace("-", "").upper())
        matches = [role for role, each in (self._hashes or {}).items() if hmac.compare_digest(given, each)]
        return matches[0] if matches else None
