"""Readings that changed their mind: the same tile, seen better, puts the log right and is no swap."""

from engine.events import EngineLaid, Replaced, TableEvent
from engine.log import Amendment, Corrected
from engine.observation import Candidate
from engine.reading import CLOSE
from engine.state import RoundState
from engine.trains import slot_train
from server.session_log import GameLog, Lying, Note, Source
from server.session_looks import Facing, Seen, best_of, facing, relinked, tracks
from server.session_stories import slot_of
from server.session_waits import Patience, Waits

SURE = 0.6
"""Weight from which a reading may overrule what was written down."""
OVERRULES = 5.0
"""So many times likelier than the known tile has the other one to be."""


class Rereader:
    """Remembers which track showed each tile that was written down, and follows what it shows now."""

    def __init__(self, log: GameLog, waits: Waits, patience: Patience) -> None:
        self._log = log
        self._waits = waits
        self._patience = patience
        self._tracks: dict[int, int] = {}
        self._engine: tuple[int, int | None] | None = None

    def laid_engine(self, seq: int, seen: Seen) -> None:
        """The engine tile of entry `seq` is the one in view."""
        self._engine = (seq, seen.layout.engine)

    def follow(self) -> None:
        """Somebody else wrote in the log: the engine tile's entry may not hold any more."""
        if self._engine is not None and not self._log.holds(self._engine[0]):
            self._engine = None

    def remember(self, seen: Seen) -> None:
        """Note the tracks of all tiles that are what the log says."""
        for lying, each in self._facing(seen):
            if each.is_same and each.track_id is not None:
                self._tracks[lying.seq] = each.track_id

    def reread(self, seen: Seen, now_s: float) -> None:
        """Correct or confirm what was written down, by what the same tiles show now."""
        amendments: list[tuple[Amendment, Note]] = []
        for lying, each in self._facing(seen):
            best = best_of(each.tile)
            if best is None or not each.tile.is_visible:
                continue
            if best.link.is_same_tile(lying.link):
                amendments += self._confirmed(lying, each, best, seen, now_s)
            elif self._is_same_tile(lying, each):
                amendments += self._corrected(lying, each, best, seen, now_s)
        for amendment, note in amendments:
            self._log.amend([amendment], note, is_reread=True)
        self.remember(seen)

    def is_rereading(self, event: TableEvent, state: RoundState, seen: Seen) -> bool:
        """Whether what looks like a swap is the same tile read differently."""
        if isinstance(event, EngineLaid):
            return self._engine is not None and seen.layout.engine in (None, self._engine[1])
        if not isinstance(event, Replaced):
            return False
        slot = slot_of(event.train, state)
        return any(
            lying.link.tile == event.old and self._is_same_tile(lying, each)
            for lying, each in self._facing(seen, slot)
        )

    def reread_engine(self, seen: Seen, now_s: float) -> EngineLaid | None:
        """Correct the engine tile; what it really is, once that is sure."""
        best = max(seen.observation.engine or (), key=lambda each: each.weight, default=None)
        if best is None or self._engine is None or best.weight < SURE:
            return None
        seq, track_id = self._engine
        known = self._log.event(seq)
        laid = EngineLaid(best.tile)
        if not isinstance(known, EngineLaid) or known.tile == best.tile:
            return None
        is_same = seen.layout.engine in (None, track_id)
        wait_s = self._patience.reread_s if is_same else self._patience.contradiction_s
        if not self._waits.is_ripe("engine reread", str(laid), wait_s, now_s):
            return None
        note = Note(now_s, seen.settled_s, confidence=best.weight)
        self._log.amend([Corrected(seq, laid)], note, is_reread=True)
        return laid

    def _facing(self, seen: Seen, only: int | None = None) -> list[tuple[Lying, Facing]]:
        """Known tiles of all trains in view, with what lies in their places."""
        state = self._log.game.round
        found: list[tuple[Lying, Facing]] = []
        if state is None:
            return found
        for train in seen.observation.trains:
            name = slot_train(train.slot)
            lying = self._log.ledger.get(name, ())
            known = state.train(state.name_of(name))
            if len(lying) != len(known.links) or only not in (None, train.slot):
                continue
            found += [
                (lying[each.place], each) for each in facing(train, known, tracks(seen.layout, train.slot))
            ]
        return found

    def _is_same_tile(self, lying: Lying, each: Facing) -> bool:
        """Whether the tile is the one written down; what was in doubt is rather read better by now."""
        if self._log.note(lying.seq).doubtful:
            return True
        return each.track_id is not None and self._tracks.get(lying.seq) == each.track_id

    def _confirmed(
        self, lying: Lying, each: Facing, best: Candidate, seen: Seen, now_s: float
    ) -> list[tuple[Amendment, Note]]:
        """What was in doubt has become sure."""
        note = self._log.note(lying.seq)
        second = max(
            (c.weight for c in each.tile.candidates if not c.link.is_same_tile(lying.link)), default=0.0
        )
        is_sure = second < CLOSE * best.weight
        if not note.doubtful or note.is_quiet or not is_sure:
            return []
        if not self._waits.is_ripe(("confirm", lying.seq), "", self._patience.reread_s, now_s):
            return []
        event = self._log.event(lying.seq)
        return [(Corrected(lying.seq, event), Note(now_s, seen.settled_s, confidence=best.weight))]

    def _corrected(
        self, lying: Lying, each: Facing, best: Candidate, seen: Seen, now_s: float
    ) -> list[tuple[Amendment, Note]]:
        """The same tile shows something else, and surely so."""
        state = self._log.game.round
        if state is None or state.is_laid(best.link.tile):
            return []
        known = max((c.weight for c in each.tile.candidates if c.link.is_same_tile(lying.link)), default=0.0)
        is_sure = best.weight >= SURE
        if each.is_same and not (is_sure and best.weight >= OVERRULES * known):
            return []
        wait_s = self._patience.reread_s if is_sure else self._patience.reread_doubtful_s
        if not self._waits.is_ripe(("reread", lying.seq), str(best.link), wait_s, now_s):
            return []
        event = relinked(self._log.event(lying.seq), best.link, each.tile.pose)
        source = Source.CAMERA if is_sure else Source.INFERRED
        note = Note(now_s, seen.settled_s, source, doubtful=not is_sure, confidence=best.weight)
        return [(Corrected(lying.seq, event), note)]
