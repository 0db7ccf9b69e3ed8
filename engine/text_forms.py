"""The one-line text forms of a round and a game, which `state_notation` reads back."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.trains import Seat, Train

if TYPE_CHECKING:
    from engine.claims import Claim
    from engine.game import GameState, RoundScore
    from engine.state import LastPlay, RoundState, Turn, Unsatisfied


def format_state(state: "RoundState") -> str:
    """The round as one line: parts between bars, left out where nothing is to be said."""
    parts = [f"round {state.number} of {state.rules}", f"seats {_words(state.seats)}"]
    parts += [f"engine {state.engine}"] if state.engine else []
    parts += [f"starter {state.starter}"] if state.starter else []
    trains = [each for each in state.trains if each != Train(each.name)]
    parts += map(str, trains)
    parts += _listed("slots", [f"{slot}={train}" for slot, train in state.slots])
    parts += _listed("strays", [f"{each.tile}@{each.train}" for each in state.strays])
    parts += _listed("unsatisfied", map(_format_unsatisfied, state.unsatisfied))
    parts.append(f"turn {_format_turn(state.turn)}")
    parts += [f"or {_format_turn(turn)}" for turn in state.rivals]
    parts += [f"completed {_words(state.completed)}"] if any(state.completed) else []
    parts += [f"previous {state.previous}"] if state.previous else []
    parts += [f"awaiting {state.awaiting}"] if state.awaiting else []
    parts += [] if state.boneyard is None else [f"boneyard {state.boneyard}"]
    if any(count is not None for count in state.hands):
        parts.append(f"hands {_words('?' if n is None else n for n in state.hands)}")
    parts += [f"passes {state.passes}"] if state.passes else []
    parts += [f"over {state.over.ending}{_by(state.over.winner)}"] if state.over else []
    parts += [_format_claim(each) for each in state.claims]
    parts += [_words(("revealed", seat, *tiles)) for seat, tiles in state.revealed]
    parts += [f"last {_format_play(state.last)}"] if state.last else []
    return " | ".join(parts)


def _words(values: Iterable[object]) -> str:
    return " ".join(map(str, values))


def _listed(word: str, values: Iterable[object]) -> list[str]:
    text = _words(values)
    return [f"{word} {text}"] if text else []


def _by(seat: Seat | None) -> str:
    return f"/{seat}" if seat else ""


def _format_unsatisfied(double: "Unsatisfied") -> str:
    return f"{double.train}{_by(double.by)}+{double.since}"


def _format_turn(turn: "Turn") -> str:
    doubles = "".join(f" double {each}" for each in turn.doubles)
    return f"{turn.seat} played {turn.played} drawn {turn.draws}{doubles}"


def _format_claim(claim: "Claim") -> str:
    seen = "" if claim.is_seen else " inferred"
    ends, doubles = (",".join(map(str, each)) or "-" for each in (claim.ends, claim.doubles))
    played = "".join(f" {tile}" for tile in claim.played)
    return f"claim {claim.kind} {claim.seat}{seen} on {ends} doubles {doubles} drawn {claim.draws}{played}"


def _format_play(play: "LastPlay") -> str:
    marks = (" open" if play.was_open else "") + (" released" if play.was_released else "")
    marks += " late" if play.was_over else ""
    covered = f" covered {_format_unsatisfied(play.covered)}" if play.covered else ""
    previous = f" previous {play.previous}" if play.previous else ""
    before = f"completed {_words(play.completed)} after {_format_turn(play.before)}"
    return f"{play.link} on {play.train} by {play.mover}{marks}{covered}{previous} {before}"


def format_game(game: "GameState") -> str:
    """The game as one line; the round under way comes after a double bar."""
    parts = [f"game {game.rules}", *_listed("seats", game.seats)]
    parts += map(_format_score, game.scores)
    parts += _listed("entered", [f"{seat}={points}" for seat, points in game.entered])
    parts += ["over"] if game.is_over else []
    return " | ".join(parts) + (f" || {game.round}" if game.round else "")


def _format_score(score: "RoundScore") -> str:
    engine = "" if score.engine is None else f" engine {score.engine}"
    starter = f" starter {score.starter}" if score.starter else ""
    winner = f" winner {score.winner}" if score.winner else ""
    points = "".join(f" points {seat}={points}" for seat, points in score.points)
    return f"score {score.number}{engine}{starter}{winner}{points}"
