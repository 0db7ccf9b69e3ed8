"""What a look at the table can come to."""

from dataclasses import dataclass

from engine.events import TableEvent
from engine.problems import Problem
from engine.trains import TrainName

Events = tuple[TableEvent, ...]


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The table is as it was. `remarks` are about how it lies, and stand while it lies so."""

    remarks: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Explained:
    """These events lead there, legal or not."""

    events: Events
    remarks: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """More than one story fits; the likeliest comes first."""

    options: tuple[Events, ...]
    remarks: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Contradicted:
    """No events lead there: what does not fit, and on which trains."""

    problems: tuple[Problem, ...]
    where: tuple[TrainName, ...]
    remarks: tuple[Problem, ...] = ()


Reconciliation = Unchanged | Explained | Ambiguous | Contradicted
