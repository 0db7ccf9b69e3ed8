"""What a person says against the camera: the same sight does not tell it again, nor undo a correction."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace

from engine.aligning import Gone, align
from engine.events import EngineLaid, MarkerPlaced, MarkerTaken, RoundStarted, TilePlaced
from engine.log import Retracted
from engine.observation import Candidate, Joint, Observation, Pose, SeenTile, SeenTrain
from engine.tiles import Tile
from engine.trains import Link, Train, slot_train
from server.session_differences import (
    Difference,
    Engine,
    Marked,
    Misread,
    Unseen,
    Untold,
    chain_in,
    differences_in,
    engine_shown,
    slots_in,
    subject_of,
    tile_shown,
)
from server.session_log import GameLog, Source
from server.session_looks import Seen, takes_seen
from vision.layout import Chain, ChainTile, Layout
from vision.scene import Scene

HIDDEN = SeenTile((), is_visible=False)
NOBODYS = ChainTile(-1, 0, Pose.INLINE, Joint.TAIL, 0.0)
"""Where a tile lies that the camera does not see."""


@dataclass(frozen=True, slots=True)
class Anew:
    """A look as people's words leave it; see `Seen`."""

    at_s: float
    settled_s: float
    observation: Observation
    headings: Mapping[int, float]
    scene: Scene
    layout: Layout
    bumped: bool
    is_end: bool
    reach_deg: float | None
    reaches: Mapping[int, float]


class Overruling:
    """Remembers where a person's word differed from the sight, and corrects later looks by it."""

    def __init__(self, log: GameLog) -> None:
        self._log = log
        self._words: dict[Hashable, Difference] = {}

    def against(self, seen: Seen | None) -> frozenset[Difference]:
        """Where a look differs from the log now."""
        return frozenset() if seen is None else frozenset(self._differences(self.over(seen)))

    def note(self, seen: Seen | None, known: frozenset[Difference]) -> None:
        """A person has spoken: what differs now and did not before is as the person says."""
        if seen is None:
            return
        # What was overruled and is as it lies again by now needs no word any more.
        lying = set(map(subject_of, self._differences(seen)))
        self._words = {about: word for about, word in self._words.items() if about in lying}
        for each in self.against(seen) - known:
            self._words[subject_of(each)] = each

    def recall(self, seen: Seen) -> None:
        """The first look after a pause: people's words of before stand."""
        retracted = set(self._retracted())
        for each in self._differences(seen):
            if self._is_persons(each, seen, retracted):
                self._words[subject_of(each)] = each

    def over(self, seen: Seen) -> Seen:
        """The look as people's words leave it."""
        observation = seen.observation
        if not self._words and not self._is_engine_said():
            return seen
        shown = [self._train(train, chain_in(seen.layout, train.slot)) for train in observation.trains]
        chains = {chain.slot: chain for _, chain in shown if chain is not None}
        layout = replace(
            seen.layout, chains=tuple(chains.get(each.slot, each) for each in seen.layout.chains)
        )
        engine = None if self._hides_engine(seen) else observation.engine
        return Anew(
            seen.at_s,
            seen.settled_s,
            replace(observation, trains=tuple(train for train, _ in shown), engine=engine),
            seen.headings,
            seen.scene,
            layout,
            seen.bumped,
            seen.is_end,
            seen.reach_deg,
            seen.reaches,
        )

    def _hides_engine(self, seen: Seen) -> bool:
        if self._log.game.round is None:
            return ("engine", engine_shown(seen)) in self._words
        return self._is_engine_said()

    def _is_engine_said(self) -> bool:
        """Whether a person put the round's engine tile right."""
        if self._log.game.round is None:
            return False
        laid = next((each for each in reversed(self._log.told) if isinstance(each.event, EngineLaid)), None)
        return (
            laid is not None
            and self._log.is_persons(laid.seq)
            and self._log.recorded[laid.seq - 1].entry != laid.event
        )

    def _train(self, train: SeenTrain, chain: Chain | None) -> tuple[SeenTrain, Chain | None]:
        """A train as people's words leave it, tiles and tracks alike."""
        marked = self._words.get(("marker", train.slot))
        if isinstance(marked, Marked) and marked.is_shown == train.marker:
            train = replace(train, marker=None)
        if chain is None or len(chain.tiles) != len(train.tiles):
            return train, chain
        kept = [
            (self._read(tile, at.track_id), at)
            for tile, at in zip(train.tiles, chain.tiles, strict=True)
            if not isinstance(self._words.get(at.track_id), Untold)
        ]
        kept = self._with_unseen(train, kept)
        return (
            replace(train, tiles=tuple(tile for tile, _ in kept)),
            replace(chain, tiles=tuple(at for _, at in kept)),
        )

    def _read(self, tile: SeenTile, track_id: int) -> SeenTile:
        word = self._words.get(track_id)
        if not isinstance(word, Misread):
            return tile
        return replace(tile, candidates=(Candidate(word.said, 1.0),))

    def _with_unseen(
        self, train: SeenTrain, kept: list[tuple[SeenTile, ChainTile]]
    ) -> list[tuple[SeenTile, ChainTile]]:
        """With the tiles in their places that a person knows of and the camera does not see."""
        known = self._known(train.slot)
        waiting = {
            about
            for about, word in self._words.items()
            if isinstance(word, Unseen) and word.slot == train.slot
        }
        if known is None or not waiting:
            return kept
        inline = [each for each in kept if each[0].joint is not Joint.SIDE]
        beside = [each for each in kept if each[0].joint is Joint.SIDE]
        lying: list[tuple[SeenTile, ChainTile]] = []
        for step in align(replace(train, tiles=tuple(tile for tile, _ in kept)), known):
            if takes_seen(step) and inline:
                lying.append(inline.pop(0))
            elif isinstance(step, Gone) and (about := ("unseen", train.slot, step.link.tile)) in waiting:
                lying.append((HIDDEN, NOBODYS))
                waiting.discard(about)
        for seen_now in waiting:
            # Should it go later, that is told.
            del self._words[seen_now]
        return [*lying, *beside]

    def _known(self, slot: int) -> Train | None:
        state = self._log.game.round
        return None if state is None else state.train(state.name_of(slot_train(slot)))

    def _differences(self, seen: Seen) -> Iterator[Difference]:
        if self._log.game.round is None:
            # By what it shows: the next round's lies in the same place.
            if (tile := engine_shown(seen)) is not None:
                yield Engine(tile)
            return
        for train in seen.observation.trains:
            known, chain = self._known(train.slot), chain_in(seen.layout, train.slot)
            if known is None:
                continue
            if train.marker is not None and train.marker != known.marker_seen:
                yield Marked(train.slot, train.marker)
            if chain is not None and len(chain.tiles) == len(train.tiles):
                yield from differences_in(train, chain, known)

    def _is_persons(self, found: Difference, seen: Seen, retracted: set[Tile]) -> bool:
        """Whether it differs because a person said so before."""
        match found:
            case Misread(_, said):
                return any(self._is_said(slot, said) for slot in slots_in(seen))
            case Unseen(slot, tile):
                return self._is_said(slot, Link(tile.low, tile.high))
            case Untold(track_id):
                return tile_shown(seen, track_id) in retracted
            case Marked(slot, _):
                return self._is_marker_said(slot)
            case Engine():
                return False

    def _is_said(self, slot: int, link: Link) -> bool:
        lying = self._log.ledger.get(slot_train(slot), ())
        return any(each.link.is_same_tile(link) and self._log.is_persons(each.seq) for each in lying)

    def _is_marker_said(self, slot: int) -> bool:
        state, name = self._log.game.round, slot_train(slot)
        for told in reversed(self._log.told):
            match told.event:
                case MarkerPlaced(train) | MarkerTaken(train) if train == name or (
                    state is not None and state.name_of(name) == state.name_of(train)
                ):
                    return self._log.is_persons(told.seq)
                case _:
                    pass
        return False

    def _retracted(self) -> Iterator[Tile]:
        """Tiles of this round that a person said were never laid."""
        begun = [each.seq for each in self._log.told if isinstance(each.event, RoundStarted)]
        for each in self._log.recorded[begun[-1] if begun else 0 :]:
            if each.note.source is Source.PERSON and isinstance(each.entry, Retracted):
                gone = self._log.recorded[each.entry.seq - 1].entry
                if isinstance(gone, TilePlaced):
                    yield gone.link.tile
