"""From the desk to the page: builds the view of a game."""

from collections.abc import Iterator
from dataclasses import replace

from engine.dealing import round_count
from engine.doubles import pips_of
from engine.events import (
    EngineLaid,
    Event,
    MarkerPlaced,
    MarkerTaken,
    Moved,
    Replaced,
    TakenBack,
    TilePlaced,
)
from engine.game import GameState, expected_starter, game_standings
from engine.legal import owed
from engine.log import Corrected, Inserted
from engine.offers import end_of, offers
from engine.problems import Problem, Severity
from engine.scoring import hand_value
from engine.state import RoundState
from engine.trains import Seat, Train
from server.dashboard.desk import GameDesk, Held
from server.dashboard.looking_back import AUDIT, looking_back, told
from server.dashboard.view import (
    CameraView,
    DutyView,
    FlagView,
    GameSummary,
    GameView,
    HandView,
    LogLine,
    NextRoundView,
    ProblemView,
    QuestionView,
    RoundOverView,
    RoundScoreView,
    RoundView,
    ScoresView,
    SeatView,
    TileView,
    TrainView,
    TurnView,
    UnsatisfiedView,
)
from server.dashboard.words import KINDS, event_slots
from server.sayings import Names
from server.session_log import Ledger, entered

GRAVE = (Severity.ERROR, Severity.WARNING)


def view_of(desk: GameDesk, camera: CameraView, pictured: frozenset[int] = frozenset()) -> GameView:
    """The whole view of a game. pictured: the entries whose flags have pictures."""
    game, names, held = desk.game, Names(desk.names), held_in(desk, current_round(desk))
    log = list(log_lines(desk, held))
    return GameView(
        id=desk.id,
        version=desk.version,
        rules=str(game.rules),
        max_pip=game.rules.max_pip,
        round_count=round_count(game.rules),
        seats=list(_seats(game, names)),
        round=None if game.round is None else _round(game.round, _ledger(held), names),
        next_round=_next_round(desk),
        is_over=game.is_over,
        flags=list(_flags(desk, held, names, pictured)) if game.round else [],
        question=_question(log),
        log=log,
        scores=_scores(game),
        looking_back=list(looking_back(desk, held)),
        camera=camera,
    )


def summary_of(desk: GameDesk, created_at: str, changed_at: str) -> GameSummary:
    """A line for the list of games."""
    game, names = desk.game, Names(desk.names)
    return GameSummary(
        id=desk.id,
        created_at=created_at,
        changed_at=changed_at,
        players=[names.seat(each) for each in game.seats],
        rules=str(game.rules),
        rounds_played=len(game.scores),
        round_count=round_count(game.rules),
        is_over=game.is_over,
        leaders=[names.seat(each) for each in _leaders(game)],
    )


def current_round(desk: GameDesk) -> int:
    """The round that the latest event belongs to, from 1."""
    return round_of(desk.held[-1]) if desk.held else 1


def held_in(desk: GameDesk, number: int) -> tuple[Held, ...]:
    """The events of a round; what comes before the first one belongs to it."""
    return tuple(each for each in desk.held if round_of(each) == number)


def round_of(held: Held) -> int:
    """The number of the round that an event belongs to."""
    game = held.before if held.after.round is None else held.after
    return game.round.number if game.round else len(game.scores) + 1


def _seats(game: GameState, names: Names) -> Iterator[SeatView]:
    hands = (None,) * len(game.seats) if game.round is None else game.round.hands
    for seat, hand in zip(game.seats, hands, strict=True):
        yield SeatView(seat=seat, name=names.seat(seat), hand=hand)


def _ledger(held: tuple[Held, ...]) -> Ledger:
    ledger: Ledger = {}
    for each in held:
        ledger = entered(ledger, each.seq, _by_owner(each))
    return ledger


def _by_owner(held: Held) -> Event:
    """The event with its trains by their owners: the camera calls them by their slots."""
    state = held.after.round or held.before.round
    if state is None:
        return held.event
    match held.event:
        case Moved() as event:
            return replace(event, origin=state.name_of(event.origin), train=state.name_of(event.train))
        case (TilePlaced() | TakenBack() | Replaced() | MarkerPlaced() | MarkerTaken()) as event:
            return replace(event, train=state.name_of(event.train))
        case _:
            return held.event


def _round(state: RoundState, ledger: Ledger, names: Names) -> RoundView:
    over = state.over
    return RoundView(
        number=state.number,
        engine=None if state.engine is None else str(state.engine),
        starter=state.starter,
        boneyard=state.boneyard,
        trains=list(_trains(state, ledger, names)),
        turn=_turn(state, names),
        unsatisfied=list(_unsatisfied(state, names)),
        over=None if over is None else RoundOverView(ending=over.ending.value, winner=over.winner),
    )


def _trains(state: RoundState, ledger: Ledger, names: Names) -> Iterator[TrainView]:
    slots = {train: slot for slot, train in state.slots}
    laid_by = {state.name_of(train): [each.seq for each in lying] for train, lying in ledger.items()}
    playable = set() if state.over else {each.train for each in offers(state, state.turn)}
    waiting = {each.train for each in state.unsatisfied}
    for train in state.trains:
        name = train.name
        yield TrainView(
            name=name,
            title=names.train(name),
            seat=state.owner(name),
            slot=int(name[1:]) if name.startswith("@") else slots.get(name),
            tiles=list(_tiles(train, laid_by.get(name, []))),
            is_open=state.owner(name) is None or train.is_open or train.marker_seen,
            has_marker=train.marker_seen,
            free_end=train.free_end,
            asks=end_of(state, train),
            is_unsatisfied=name in waiting,
            may_play=name in playable,
        )


def _tiles(train: Train, seqs: list[int]) -> Iterator[TileView]:
    for at, link in enumerate(train.links):
        seq = seqs[at] if len(seqs) == len(train.links) else None
        yield TileView(inner=link.inner, outer=link.outer, is_double=link.is_double, seq=seq)


def _turn(state: RoundState, names: Names) -> TurnView:
    duties = [
        DutyView(seat=each.seat, kind=each.kind.value, sentence=names.duty(each), may_draw=each.may_draw)
        for each in owed(state)
    ]
    return TurnView(
        seat=state.turn.seat,
        name=names.seat(state.turn.seat),
        duties=duties,
        others=[names.seat(each.seat) for each in state.rivals],
    )


def _unsatisfied(state: RoundState, names: Names) -> Iterator[UnsatisfiedView]:
    for each in state.unsatisfied:
        yield UnsatisfiedView(
            train=each.train, title=names.train(each.train), pips=pips_of(state, each), by=each.by
        )


def _next_round(desk: GameDesk) -> NextRoundView | None:
    game = desk.game
    if game.round is not None or game.is_over or not game.seats:
        return None
    return NextRoundView(
        number=len(game.scores) + 1, engine=str(desk.next_engine()), starter=expected_starter(game)
    )


def _flags(
    desk: GameDesk, held: tuple[Held, ...], names: Names, pictured: frozenset[int]
) -> Iterator[FlagView]:
    """The grave problems that nobody has answered yet, the newest first."""
    muted = {each.code for each in desk.answers if each.answer == "house"}
    said = {(each.seq, each.code) for each in desk.answers}
    for each in reversed(held):
        for found in each.problems:
            code = found.code.value
            if found.code in AUDIT:
                continue
            if found.severity in GRAVE and code not in muted and (each.seq, code) not in said:
                yield FlagView(
                    **_problem(found, names).model_dump(), seq=each.seq, has_pictures=each.seq in pictured
                )


def _problem(found: Problem, names: Names) -> ProblemView:
    return ProblemView(
        code=found.code.value,
        severity=found.severity.value,
        rule=found.rule,
        sentence=names.problem(found),
    )


def log_lines(desk: GameDesk, events: tuple[Held, ...]) -> Iterator[LogLine]:
    """Events that hold, as lines of the log."""
    names = Names(desk.names)
    mended = {each.seq for each in desk.parsed if isinstance(each, Corrected)}
    for held in events:
        stored, event = desk.entries[held.seq - 1], _by_owner(held)
        yield LogLine(
            seq=held.seq,
            at=stored.at,
            source=stored.draft.source.value,
            kind=KINDS[type(held.event)],
            slots=event_slots(event, names, _mover(held)),
            line=str(event),
            round=round_of(held),
            is_doubtful=held.note.doubtful,
            is_mended=held.seq in mended or isinstance(desk.parsed[held.seq - 1], Inserted),
            problems=[_problem(each, names) for each in told(desk, held)],
        )


def _mover(held: Held) -> Seat | None:
    match held.event:
        case TilePlaced(_, _, by) | EngineLaid(_, by) if by is not None:
            return by
        case TilePlaced():
            last = None if held.after.round is None else held.after.round.last
            return None if last is None else last.mover
        case _:
            return None


def _question(log: list[LogLine]) -> QuestionView | None:
    doubtful = [each for each in log if each.is_doubtful]
    if not doubtful:
        return None
    last = doubtful[-1]
    return QuestionView(seq=last.seq, kind=last.kind, slots=last.slots, line=last.line)


def _scores(game: GameState) -> ScoresView:
    totals = dict(game_standings(game).totals) if game.scores else dict.fromkeys(game.seats, 0)
    return ScoresView(
        rounds=[
            RoundScoreView(
                number=each.number,
                engine=each.engine,
                winner=each.winner,
                points={seat: float(points) for seat, points in each.points},
            )
            for each in game.scores
        ],
        totals={seat: float(points) for seat, points in totals.items()},
        leaders=list(_leaders(game)),
        hands=[
            HandView(seat=seat, tiles=list(map(str, tiles)), value=hand_value(game.rules, tiles))
            for seat, tiles in (game.round.revealed if game.round else ())
        ],
        entered={seat: float(points) for seat, points in game.entered},
        lowest_wins=game.rules.scoring == "penalty",
    )


def _leaders(game: GameState) -> tuple[Seat, ...]:
    return game_standings(game).winners if game.scores else ()
