"""Who holds what in a round, and how the table lies when a film begins."""

from collections.abc import Sequence

from engine.dealing import tiles_each
from engine.events import Drawn, EngineLaid, HandRevealed, Replaced, TilePlaced
from engine.tiles import double_set
from engine.trains import Seat
from scenegen.arrange import Placed
from scenegen.film_record import Game, Round
from scenegen.film_script import FilmTile
from scenegen.film_stage import Stage
from scenegen.film_table import Need


def dealt_each(game: Game, each: Round) -> int:
    """How many tiles each seat takes in a round."""
    return each.start.dealt or tiles_each(game.rules, len(game.seats))


def need_of(game: Game) -> Need:
    """The largest hands and the fullest boneyard of a game."""
    most = dict.fromkeys(game.seats, 0)
    yard = 0
    for each in game.rounds:
        dealt = dealt_each(game, each)
        yard = max(yard, game.rules.tile_count - dealt * len(game.seats))
        hands = dict.fromkeys(game.seats, dealt)
        for told in each.events:
            match told.event:
                case Drawn(seat):
                    hands[seat] += 1
                case TilePlaced() | EngineLaid() if told.event.by:
                    hands[told.event.by] -= 1
                case _:
                    pass
            most = {seat: max(count, hands[seat]) for seat, count in most.items()}
    # Somebody may take a tile back into a full hand.
    return Need({seat: count + 1 for seat, count in most.items()}, yard)


def is_aside(each: Round) -> bool:
    """Whether the round's engine tile lies in nobody's hand when the round begins."""
    first = next((told.event for told in each.events if isinstance(told.event, EngineLaid)), None)
    return first is not None and first.by is None


def name_tiles(stage: Stage, game: Game, each: Round) -> None:
    """Settle which tiles seats will hold in a round, as far as the record shows them."""
    coming = _to_come(each, game.seats)
    engine = next((told.event.tile for told in each.events if isinstance(told.event, EngineLaid)), None)
    known = {tuple(sorted(ends)) for found in coming.values() for ends in found}
    spare = [(tile.low, tile.high) for tile in double_set(game.rules.max_pip) if tile != engine]
    spare = [ends for ends in spare if ends not in known]
    stage.to_come, stage.round_line = coming, str(each.start)
    stage.fillers = [spare[int(i)] for i in stage.rng.permutation(len(spare))]


def _to_come(each: Round, seats: Sequence[Seat]) -> dict[Seat, list[tuple[int, int]]]:
    """The tiles that each seat will show in a round, each once."""
    coming: dict[Seat, dict[tuple[int, ...], tuple[int, int]]] = {seat: {} for seat in seats}

    def note(seat: Seat | None, low: int, high: int) -> None:
        if seat is not None:
            coming[seat].setdefault(tuple(sorted((low, high))), (low, high))

    for told in each.events:
        match told.event:
            case TilePlaced(link, _, by):
                note(by or told.turn, link.inner, link.outer)
            case Replaced(_, link, _):
                note(told.turn, link.inner, link.outer)
            case EngineLaid(tile, by):
                note(by, tile.low, tile.high)
            case HandRevealed(seat, tiles):
                for tile in tiles:
                    note(seat, tile.low, tile.high)
            case _:
                pass
    return {seat: list(found.values()) for seat, found in coming.items()}


def lay_out(stage: Stage, game: Game, each: Round) -> None:
    """Fill hands and boneyard as they lie when the film begins."""
    name_tiles(stage, game, each)
    dealt = dealt_each(game, each)
    for seat in game.seats:
        stage.hands[seat] = {}
        for _ in range(dealt):
            stage.into_hand(seat, stage.new_key(), stage.next_ends(seat))
    left = game.rules.tile_count - dealt * len(game.seats) - is_aside(each)
    for place in stage.plan.yard[:left]:
        key = stage.new_key()
        lifted = place.layer * stage.plan.style.thickness_mm
        placed = Placed(place.x, place.y, place.angle, (0, 0), lifted, face_up=False)
        stage.things[key] = FilmTile(key, placed)
        stage.yard.append(key)
