"""The session: the only writer of a game's log. It takes looks at the table and tells what happened."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.events import EngineLaid, TableEvent, TilePlaced
from engine.log import Entry
from engine.problems import Code
from engine.reconcile import reconcile
from engine.reconciliation import Ambiguous, Contradicted, Events, Explained, Unchanged
from engine.state import RoundState
from server.ownership import Begun
from server.seatings import Places
from server.session_adopting import adopt
from server.session_log import GameLog, Note, Recorded, Source
from server.session_looks import Seen, lying_tiles, tracks, without
from server.session_movers import Movers, mover_seen
from server.session_overruling import Overruling
from server.session_rereading import Rereader
from server.session_rounds import RoundKeeper, TableSetup
from server.session_stories import (
    LeftOut,
    confidence_of,
    differing,
    is_about,
    named_by_slot,
    needs_s,
    slot_number,
    slots_of,
)
from server.session_trains import TrainKeeper, speaks_of_owners
from server.session_waits import Patience, Waits

MOST_STEPS = 24
"""The engine is asked at most so often at one look: more than there are trains, a guard against a circle."""


class Session:
    """Turns looks into a log. A question never blocks: the likeliest answer is written down as doubtful."""

    def __init__(self, table: TableSetup, patience: Patience | None = None) -> None:
        self.log = GameLog()
        self.bumps_s: list[float] = []
        self._patience = patience or Patience()
        self._waits = Waits()
        self._movers = Movers(self.log)
        self._trains = TrainKeeper(self.log, self._movers, table.seats)
        self._rounds = RoundKeeper(self.log, table, self._waits, self._patience)
        self._rereader = Rereader(self.log, self._waits, self._patience)
        self._overruling = Overruling(self.log)
        self._seen: Seen | None = None
        self._is_over = False
        self._is_resumed = self._is_catching_up = False
        self._resumed_s: float | None = None

    @property
    def round(self) -> RoundState | None:
        """The round under way."""
        return self.log.game.round

    @property
    def places(self) -> Places | None:
        """In which direction from the hub each seat is, as far as that is known."""
        return self._trains.places

    def resume(self, kept: Iterable[tuple[Entry, Note]], *, nobody_watched: bool = True) -> None:
        """Go on with a log that was kept.

        nobody_watched: what the first look shows besides is nobody's fault.
        """
        self.log.resume(kept)
        self._trains.follow(keep=True)
        self._is_resumed, self._is_catching_up = True, nobody_watched

    def hear(self, said: Sequence[tuple[Entry, Note]]) -> None:
        """Take what a person says: it stands, whatever the camera shows now."""
        known = self._overruling.against(self._seen)
        for entry, note in said:
            self.log.hear(entry, note)
        self._trains.follow()
        self._rereader.follow()
        self._overruling.note(self._seen, known)

    def look(self, seen: Seen) -> tuple[Recorded, ...]:
        """Take a look; returns what was written down because of it."""
        if self._is_resumed:
            if self._is_blind(seen):
                return ()
            self._catch_up(seen)
        self._seen = seen
        if seen.bumped:
            self.bumps_s.append(seen.at_s)
            self._waits.restart()
        return self._consider(self._overruling.over(seen), seen.at_s)

    def wait(self, now_s: float) -> tuple[Recorded, ...]:
        """Time has gone by and nothing has changed: what was waited for may be believed by now."""
        if self._seen is None or not self._waits.is_due(now_s):
            return ()
        return self._consider(self._overruling.over(self._seen), now_s)

    def finish(self, now_s: float) -> tuple[Recorded, ...]:
        """Nothing follows: answer what is open with what is likeliest."""
        before = len(self.log.recorded)
        if self._seen is not None:
            seen = self._overruling.over(self._seen)
            self._consider(seen, now_s)
            self._is_over = True
            self._waits.begin()
            if self.round is not None:
                self._explain(seen, now_s)
            self._trains.reconsider(self._note(now_s))
        return self.log.recorded[before:]

    def _is_blind(self, seen: Seen) -> bool:
        """Whether whoever begins to watch again has not found the table yet: an arm may be over the hub."""
        state = self.round
        if self._resumed_s is not None or state is None or not self._rounds.looks_cleared(state, seen):
            return False
        return all(each.tile == state.engine for each in seen.observation.engine or ())

    def _catch_up(self, seen: Seen) -> None:
        """Begin to watch again: until something changes, all that is seen came while nobody watched."""
        if self._resumed_s is not None:
            self._is_catching_up = self._is_catching_up and seen.settled_s <= self._resumed_s
            return
        self._resumed_s = seen.at_s
        self._overruling.recall(seen)
        laid = next((each for each in reversed(self.log.told) if isinstance(each.event, EngineLaid)), None)
        if self.round is not None and laid is not None:
            self._rereader.laid_engine(laid.seq, seen)

    def _consider(self, seen: Seen, now_s: float) -> tuple[Recorded, ...]:
        before = len(self.log.recorded)
        self._waits.begin()
        if self.round is not None and self._rounds.is_cleared(self.round, seen, now_s):
            note = self._note(now_s)
            self._trains.reconsider(note)
            self._rounds.end(note)
        if self.round is None:
            self._begin_round(seen, now_s)
        if self.round is not None:
            self._begin_trains(seen, now_s)
            self._rereader.reread(seen, now_s)
            self._reread_engine(seen, now_s)
            self._explain(seen, now_s)
            self._rereader.remember(seen)
        self._waits.end()
        return self.log.recorded[before:]

    def _begin_round(self, seen: Seen, now_s: float) -> None:
        engine = self._rounds.engine_in_view(seen, now_s)
        if engine is None:
            return
        self._trains.start_round()
        seq = self._rounds.begin(engine, self._note(now_s))
        self._rereader.laid_engine(seq, seen)
        if lying_tiles(seen.observation):
            # Watching began in the middle of a round: nobody saw who did all this.
            self._begin_trains(seen, now_s)
            slots = {each.slot for each in seen.observation.trains}
            note = self._note(now_s, source=Source.INFERRED, is_quiet=True)
            adopt(self.log, seen.observation, slots, note)
            self._trains.reconsider(note)

    def _reread_engine(self, seen: Seen, now_s: float) -> None:
        laid = self._rereader.reread_engine(seen, now_s)
        if laid is not None:
            self._rounds.fit_set(laid.tile, self._note(now_s))

    def _begin_trains(self, seen: Seen, now_s: float) -> None:
        """Give every new train an owner before anything is said of it."""
        for train in seen.observation.trains:
            is_begun = train.marker or any(tile.candidates for tile in train.tiles)
            if not is_begun or train.slot not in seen.headings:
                continue
            if self._trains.knows(train.slot):
                self._trains.recall(Begun(train.slot, seen.headings[train.slot]))
            else:
                heading_deg = seen.headings[train.slot]
                begun = Begun(train.slot, heading_deg, seen.reach_deg, by_marker=not train.tiles)
                self._trains.begin(begun, self._note(now_s))

    def _explain(self, seen: Seen, now_s: float) -> None:
        """Write down all of this look that can be believed by now."""
        first, left_out = len(self.log.recorded), LeftOut(set(), set())
        for _ in range(MOST_STEPS):
            state = self.round
            if state is None or not self._step(state, seen, left_out, now_s):
                break
        new = {each.seq for each in self.log.recorded[first:]}
        has_new = any(lying[0].seq in new for lying in self.log.ledger.values() if lying)
        if has_new or any(each.seq in new and speaks_of_owners(each) for each in self.log.told):
            self._trains.reconsider(self._note(now_s), has_new=has_new)

    def _step(self, state: RoundState, seen: Seen, left_out: LeftOut, now_s: float) -> bool:
        """Ask the engine once; whether it should be asked again."""
        look = without(seen.observation, left_out.slots, left_out.unmarked, engine=left_out.is_engine_seen)
        match reconcile(state, look):
            case Unchanged():
                return False
            case Explained(events):
                return self._take(seen, (events,), left_out, now_s)
            case Ambiguous(options):
                return self._take(seen, options, left_out, now_s)
            case Contradicted() as found:
                return self._take_contradiction(state, seen, found, left_out, now_s)

    def _take(self, seen: Seen, options: tuple[Events, ...], left_out: LeftOut, now_s: float) -> bool:
        """Write the likeliest story down, or leave out what has to be seen for longer."""
        state, doubtful = self.round, differing(options)
        assert state is not None, "only a round has stories"  # noqa: S101
        slow = self._unripe(state, seen, options[0], now_s)
        for event in slow:
            left_out.add(event, state)
        if slow:
            return True
        what = " ".join(sorted(map(is_about, doubtful)))
        wait_s = 0.0 if self._is_over else self._patience.ambiguous_s
        # A better look may come, unless play goes on.
        if doubtful == set(options[0]) and not self._waits.is_ripe("ambiguous", what, wait_s, now_s):
            return False
        self._record(state, seen, options[0], doubtful, now_s)
        return True

    def _unripe(self, state: RoundState, seen: Seen, story: Events, now_s: float) -> list[TableEvent]:
        """Those events of a story that have to be seen for longer."""
        slow: list[TableEvent] = []
        for event in story:
            wait_s = needs_s(event, state, story, self._patience)
            is_same_tile = wait_s > 0 and self._rereader.is_rereading(event, state, seen)
            key = ("story", is_about(event))
            if is_same_tile or (wait_s > 0 and not self._waits.is_ripe(key, str(event), wait_s, now_s)):
                slow.append(event)
        return slow

    def _take_contradiction(
        self, state: RoundState, seen: Seen, found: Contradicted, left_out: LeftOut, now_s: float
    ) -> bool:
        """Keep watching what no story explains; if it stays, the table is as it lies."""
        where = slots_of(found.where, state)
        was_engine_seen = left_out.is_engine_seen
        if any(each.code is Code.WRONG_ENGINE for each in found.problems):
            left_out.is_engine_seen = False
        what = " ".join(map(str, found.problems))
        key = ("contradiction", *sorted(where))
        is_ripe = self._waits.is_ripe(key, what, self._patience.contradiction_s, now_s)
        if is_ripe and where:
            note = self._note(now_s, source=Source.INFERRED, doubtful=True, is_quiet=True)
            return adopt(self.log, seen.observation, where, note)
        left_out.slots |= where
        return bool(where) or was_engine_seen != left_out.is_engine_seen

    def _record(
        self, state: RoundState, seen: Seen, story: Events, doubtful: frozenset[TableEvent], now_s: float
    ) -> None:
        arms = self._trains.arms
        for event in story:
            is_doubtful = event in doubtful
            told, reach_deg = named_by_slot(event, state), None
            if isinstance(told, TilePlaced):
                reach_deg = self._reach_of(told, seen)
                mover = mover_seen(reach_deg, arms)
                told = told if mover is None else replace(told, by=mover[0])
            note = self._note(
                now_s,
                source=Source.INFERRED if is_doubtful else Source.CAMERA,
                doubtful=is_doubtful,
                confidence=confidence_of(event, state, seen.observation),
            )
            recorded = self.log.add(told, note)
            if isinstance(told, TilePlaced):
                self._movers.remember(recorded.seq, reach_deg)
                self._note_first(told, seen, reach_deg)

    def _reach_of(self, placed: TilePlaced, seen: Seen) -> float | None:
        """From where the hand came that laid a tile, which may have been long before it is told."""
        slot, place = slot_number(placed.train), len(self.log.ledger.get(placed.train, ()))
        ids = () if slot is None else tracks(seen.layout, slot)
        return seen.reaches.get(ids[place]) if place < len(ids) else None

    def _note_first(self, placed: TilePlaced, seen: Seen, reach_deg: float | None) -> None:
        slot = slot_number(placed.train)
        if slot is not None and len(self.log.ledger.get(placed.train, ())) == 1:
            self._trains.laid_first(slot, reach_deg, seen.headings.get(slot))

    def _note(
        self,
        now_s: float,
        *,
        source: Source = Source.CAMERA,
        doubtful: bool = False,
        confidence: float = 1.0,
        is_quiet: bool = False,
    ) -> Note:
        settled_s = now_s if self._seen is None else self._seen.settled_s
        return Note(now_s, settled_s, source, doubtful, confidence, is_quiet or self._is_catching_up)
