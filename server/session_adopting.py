"""Taking the table as it lies: what no story explains is put right without blaming anybody."""

from collections.abc import Iterable

from engine.aligning import Came, Changed, Gone, Step, Wedged, align
from engine.events import Event, TakenBack, TilePlaced
from engine.log import Amendment, Corrected, Inserted
from engine.observation import Observation, SeenTile
from engine.trains import slot_train
from server.session_log import GameLog, Note
from server.session_looks import best_of, relinked, seen_train, takes_known


def adopt(log: GameLog, seen: Observation, slots: Iterable[int], note: Note) -> bool:
    """Make the log lead to some trains as they are seen; whether anything was written."""
    additions: list[tuple[int, int, Event]] = []
    amendments: list[Amendment] = []
    for slot in slots:
        for place, step in _steps(log, seen, slot):
            match step:
                case Gone(link):
                    additions.append((-place, slot, TakenBack(link.tile, slot_train(slot))))
                case Came(tile) if (placed := _placed(tile, slot)) is not None:
                    additions.append((place, slot, placed))
                case Changed(_, tile) | Wedged(tile):
                    amendments += _amended(log, slot, place, step, tile)
                case _:
                    pass
    if amendments:
        log.amend(amendments, note, is_reread=True)
    # What went goes from the tail inward; what came, train by train in turn, as it was laid.
    for _, _, event in sorted(additions, key=lambda each: each[:2]):
        log.add(event, note)
    return bool(additions or amendments)


def _steps(log: GameLog, seen: Observation, slot: int) -> list[tuple[int, Step]]:
    """The steps from the known train to the seen one, each with the place in the known train."""
    state, train = log.game.round, seen_train(seen, slot)
    if state is None or train is None:
        return []
    place, found = 0, []
    for step in align(train, state.train(state.name_of(slot_train(slot)))):
        found.append((place, step))
        place += takes_known(step) or isinstance(step, Came)
    return found


def _placed(tile: SeenTile, slot: int) -> TilePlaced | None:
    best = best_of(tile)
    return None if best is None else TilePlaced(best.link, slot_train(slot))


def _amended(log: GameLog, slot: int, place: int, step: Step, tile: SeenTile) -> list[Amendment]:
    lying = log.ledger.get(slot_train(slot), ())
    best = best_of(tile)
    if place >= len(lying) or best is None:
        return []
    seq = lying[place].seq
    if isinstance(step, Wedged):
        # It was laid before the tile that lies beyond it, and missed.
        return [Inserted(seq, TilePlaced(best.link, slot_train(slot)))]
    return [Corrected(seq, relinked(log.event(seq), best.link, tile.pose))]
