"""What `stationmaster doctor` found out about one part of the installation."""

from dataclasses import dataclass
from enum import StrEnum

from server.words import Saying


class State(StrEnum):
    """How a part does."""

    FINE = "fine"
    ABSENT = "absent"
    """Not there, and not needed."""
    POOR = "poor"
    """It works, but not well."""
    WRONG = "wrong"


class Part(StrEnum):
    """What is looked at, in this order."""

    VERSIONS = "versions"
    MODEL = "model"
    SPEED = "speed"
    CAMERA = "camera"
    PORT = "port"
    DISK = "disk"
    CERTIFICATE = "certificate"


@dataclass(frozen=True, slots=True)
class Finding:
    """How a part does, in a sentence, and what helps where it does not do well."""

    part: Part
    state: State
    found: Saying
    advice: Saying | None = None


def fine(part: Part, key: str, **slots: str | float) -> Finding:
    """A part that does well."""
    return Finding(part, State.FINE, Saying(f"doctor.{part}.{key}", slots))


def faulty(part: Part, state: State, key: str, **slots: str | float) -> Finding:
    """A part that does not do well; the catalogue says what helps under the same name."""
    name = f"doctor.{part}.{key}"
    return Finding(part, state, Saying(name, slots), Saying(f"{name}.help", slots))
