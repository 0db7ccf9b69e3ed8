"""From when to when each unsatisfied double stood."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.doubles import live_doubles, pips_of
from engine.trains import TrainName
from server.session_log import Told


@dataclass(frozen=True, slots=True)
class StandingDouble:
    """A double that nobody had played on yet. to_s: None while it stands at the end."""

    round: int
    train: TrainName
    pips: int
    from_s: float
    to_s: float | None = None

    def as_json(self, end_s: float) -> dict[str, object]:
        """The interval; one still standing ends with the film."""
        return {
            "round": self.round,
            "train": self.train,
            "tile": [self.pips, self.pips],
            "from": round(self.from_s, 3),
            "to": round(end_s if self.to_s is None else self.to_s, 3),
        }


def standing_doubles(told: Sequence[Told]) -> Iterator[StandingDouble]:
    """All unsatisfied doubles of a game; a dead number's double is released and stands no more."""
    standing: dict[tuple[TrainName, int], StandingDouble] = {}
    for each in told:
        state, at_s = each.after.round, each.note.at_s
        now = (
            {} if state is None else {(d.train, pips_of(state, d)): state.number for d in live_doubles(state)}
        )
        for key in [key for key in standing if key not in now]:
            gone = standing.pop(key)
            yield StandingDouble(gone.round, gone.train, gone.pips, gone.from_s, at_s)
        for (train, pips), number in now.items():
            if (train, pips) not in standing:
                standing[train, pips] = StandingDouble(number, train, pips, at_s)
    yield from standing.values()
