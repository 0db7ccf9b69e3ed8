"""What problems, duties and trains say, as sayings: any language can be made of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.legal import Duty, DutyKind
from engine.problems import Code, Problem, Slot
from engine.trains import MEXICAN
from server.words import Filling, Saying

ABOUT_TRAINS = frozenset({Code.TILE_MOVED})
"""Here `came` and `expected` are trains, elsewhere they are seats or numbers."""
SAYS_TRAIN_ITSELF = frozenset({Code.SECOND_PERSONAL_TRAIN})
"""Its sentence says "train" after the name."""
CHOICES = frozenset({DutyKind.SATISFY, DutyKind.FOLLOW_UP, DutyKind.PLAY})
"""What a seat that cannot do it draws or passes for."""
RIVALS = frozenset(
    {
        Code.PLAY_ON_CLOSED_TRAIN,
        Code.MARKER_MISSING,
        Code.TURN_SKIPPED,
        Code.OUT_OF_TURN,
        Code.EXTRA_TILE_IN_TURN,
        Code.MEXICAN_TRAIN_TOO_EARLY,
        Code.FIRST_TURN_OWN_TRAIN_ONLY,
        Code.OWN_TRAIN_FIRST,
        Code.UNSATISFIED_DOUBLE_IGNORED,
        Code.DOUBLE_SATISFIED_OUT_OF_ORDER,
        Code.FOLLOW_UP_NOT_ON_DOUBLE,
        Code.TOO_MANY_DOUBLES,
        Code.MARKER_LEFT_ON,
    }
)
"""What else an act may have been has a sentence of its own for these."""


@dataclass(frozen=True, slots=True)
class Names:
    """What people call the seats; unnamed seats go by their place."""

    by_seat: Mapping[str, str] = field(default_factory=dict)

    def seat(self, seat: str) -> str:
        """A seat's name."""
        return self.by_seat.get(seat, seat)

    def train(self, train: str) -> Saying:
        """A train as it stands in a sentence."""
        if train == MEXICAN:
            return Saying("train.name.mexican")
        if train.startswith("@"):
            return Saying("train.name.slot", {"slot": train[1:]})
        return Saying("train.name.seat", {"name": self.seat(train)})

    def problem(self, found: Problem) -> Saying:
        """The problem, with its other explanation if it has one."""
        slots = {name: self._filling(found.code, name, value) for name, value in found.slots}
        said = Saying(f"problem.{found.code}", slots)
        if found.rival is None:
            return said
        rival = Saying(f"rival.{found.rival if found.rival in RIVALS else 'other'}")
        return Saying("problem.or", {"problem": said, "rival": rival})

    def _filling(self, code: Code, name: str, value: Slot) -> Filling:
        if not isinstance(value, str):
            return value
        if name == "winners":
            return [self.seat(each) for each in value.split("+")]
        is_train = name == "train" or (code in ABOUT_TRAINS and name in ("came", "expected"))
        is_nobodys = value == MEXICAN or value.startswith("@")
        if is_nobodys or (is_train and code not in SAYS_TRAIN_ITSELF):
            return self.train(value)
        return self.seat(value)

    def duty(self, duty: Duty) -> Saying:
        """Who must do what."""
        doubles: Filling = [Saying("duty.double", {"pips": each}) for each in duty.pips]
        must = Saying(f"duty.{duty.kind}", {"seat": self.seat(duty.seat), "doubles": doubles})
        if duty.kind not in CHOICES:
            return Saying("duty.must", {"duty": must})
        return Saying("duty.or_draws" if duty.may_draw else "duty.or_passes", {"duty": must})
