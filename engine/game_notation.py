"""Reading a game from one line; `str` writes it."""

from fractions import Fraction

from engine.event_notation import POINTS
from engine.game import GameState, RoundScore
from engine.notation import Reader
from engine.rules import read_rules
from engine.state_notation import read_state, until_bar
from engine.trains import Seat, read_seat


def parse_game(text: str) -> GameState:
    """The game that a line describes."""
    reader = Reader(text)
    reader.expect("game")
    rules = read_rules(reader)
    seats: tuple[Seat, ...] = ()
    scores: list[RoundScore] = []
    entered: tuple[tuple[Seat, Fraction], ...] = ()
    is_over = False
    while not reader.at_end():
        if reader.accept("||"):
            state = read_state(reader)
            return reader.finish(GameState(rules, seats, tuple(scores), entered, state, is_over))
        reader.expect("|")
        if reader.word("seats"):
            seats = until_bar(reader, read_seat)
        elif reader.word("score"):
            scores.append(_read_score(reader))
        elif reader.word("entered"):
            entered = until_bar(reader, _read_points)
        else:
            reader.expect("over")
            is_over = True
    return GameState(rules, seats, tuple(scores), entered, None, is_over)


def _read_score(reader: Reader) -> RoundScore:
    number = reader.number("the round's number")
    engine = reader.number("the engine tile's value") if reader.word("engine") else None
    starter = read_seat(reader) if reader.word("starter") else None
    winner = read_seat(reader) if reader.word("winner") else None
    points: list[tuple[Seat, Fraction]] = []
    while reader.word("points"):
        points.append(_read_points(reader))
    return RoundScore(number, engine, starter, winner, tuple(points))


def _read_points(reader: Reader) -> tuple[Seat, Fraction]:
    seat = read_seat(reader)
    reader.expect("=")
    return seat, Fraction(reader.take(POINTS, "points such as 12 or 21/2"))
