"""Slow, obvious re-implementations to hold the engine against; they import only `engine.tiles`."""

from dataclasses import dataclass, field

from engine.tiles import Tile, double_set


@dataclass
class House:
    """The house rules that the oracle knows."""

    max_pip: int
    opening_targets: str = "any"
    own_train_first: str = "never"
    mexican_from: str = "first_turn"
    follow_up: str = "any"
    follow_multi: str = "first_open_only"
    max_doubles: int | None = None
    lock: bool = True
    closing_order: str = "fifo"
    dead_release: bool = True
    all_public: bool = False


@dataclass
class Board:
    """A round with all hands open and nothing left to draw.

    trains: seat number or "MX" to its tiles as (inner, outer); doubles: trains that end in an
    unsatisfied double, oldest first; mine: those of the turn under way.
    """

    house: House
    engine: int
    hands: list[list[Tile]]
    trains: dict[str, list[tuple[int, int]]]
    turn: int = 0
    marked: set[str] = field(default_factory=set)
    doubles: list[str] = field(default_factory=list)
    mine: list[str] = field(default_factory=list)
    laid_doubles: int = 0
    turns: list[int] = field(default_factory=list)
    passes: int = 0
    over: bool = False

    def copy(self) -> "Board":
        """A board of its own with the same round on it."""
        return Board(
            self.house,
            self.engine,
            [list(hand) for hand in self.hands],
            {name: list(train) for name, train in self.trains.items()},
            self.turn,
            set(self.marked),
            list(self.doubles),
            list(self.mine),
            self.laid_doubles,
            list(self.turns),
            self.passes,
            self.over,
        )

    def end(self, name: str) -> int:
        """What the train asks for."""
        train = self.trains[name]
        return train[-1][1] if train else self.engine

    def is_dead(self, pips: int) -> bool:
        """Whether every tile with that value lies on the table."""
        lying = {tuple(sorted(link)) for train in self.trains.values() for link in train}
        lying.add((self.engine, self.engine))
        every = [(t.low, t.high) for t in double_set(self.house.max_pip) if pips in (t.low, t.high)]
        return all(tile in lying for tile in every)

    def alive(self, names: list[str]) -> list[str]:
        """Those trains whose doubles can still be satisfied."""
        if not self.house.dead_release:
            return list(names)
        return [name for name in names if not self.is_dead(self.end(name))]

    def first(self, names: list[str]) -> list[str]:
        """Those that may be satisfied now."""
        if self.house.closing_order == "fifo":
            return names[:1]
        return names[-1:] if self.house.closing_order == "lifo" else names

    def may_play(self, tile: Tile, name: str) -> bool:
        """Whether the seat on turn may lay that tile on that train."""
        if self.end(name) not in (tile.low, tile.high):
            return False
        double = tile.low == tile.high
        if double and self.house.max_doubles is not None and self.laid_doubles >= self.house.max_doubles:
            return False
        earlier = self.alive([each for each in self.doubles if each not in self.mine])
        if self.house.lock and earlier:
            return name in self.first(earlier)
        return self._follows(double, name) and self._is_eligible(name)

    def _follows(self, double: bool, name: str) -> bool:
        mine = self.alive([each for each in self.doubles if each in self.mine])
        if not mine or double:
            return True
        if self.house.follow_up == "on_double" and name not in mine:
            return False
        if self.laid_doubles < 2 or self.house.follow_multi == "anywhere":
            return True
        if name in mine:
            return name in self.first(mine)
        return self.house.follow_multi == "first_open_or_plain"

    def _is_eligible(self, name: str) -> bool:
        own = str(self.turn)
        if name == own:
            return True
        is_first = self.turns[self.turn] == 0
        if name == "MX" and not self.trains["MX"]:
            if self.house.mexican_from == "second_turn" and is_first:
                return False
            if self.house.mexican_from == "after_own_started" and not self.trains[own]:
                return False
        if is_first and self.house.opening_targets == "own_only":
            return False
        if not is_first and self.house.own_train_first == "until_started" and not self.trains[own]:
            return False
        return name == "MX" or self.house.all_public or name in self.marked or name in self.doubles

    def moves(self) -> list[tuple[Tile, str]]:
        """All tiles that may be laid, with their trains."""
        if self.over:
            return []
        return [
            (tile, name)
            for name in sorted(self.trains)
            for tile in sorted(set(self.hands[self.turn]))
            if self.may_play(tile, name)
        ]

    def play(self, tile: Tile, name: str) -> "Board":
        """The board after that tile."""
        board = self.copy()
        end = board.end(name)
        board.trains[name].append((end, tile.low + tile.high - end))
        board.hands[board.turn].remove(tile)
        board.passes = 0
        board.doubles = [each for each in board.doubles if each != name]
        if name == str(board.turn):
            board.marked.discard(name)
        if tile.low == tile.high:
            board.doubles.append(name)
            board.mine.append(name)
            board.laid_doubles += 1
        if not board.hands[board.turn]:
            board.over = True
        elif tile.low != tile.high or board.house.follow_up == "none":
            board.next_turn()
        return board

    def give_up(self) -> "Board":
        """The board after a pass."""
        board = self.copy()
        board.marked.add(str(board.turn))
        board.passes += 1
        if board.passes == len(board.hands):
            board.over = True
        board.next_turn()
        return board

    def next_turn(self) -> None:
        """Let the next seat have its turn."""
        self.turns[self.turn] += 1
        self.turn = (self.turn + 1) % len(self.hands)
        self.mine = []
        self.laid_doubles = 0

    def count(self, depth: int) -> int:
        """The number of different lines of that many acts; whoever cannot play passes."""
        if depth == 0:
            return 1
        if self.over:
            return 0
        moves = self.moves()
        if not moves:
            return self.give_up().count(depth - 1)
        return sum(self.play(tile, name).count(depth - 1) for tile, name in moves)
