"""What is drawn over the picture of the camera that is open, kept with the game that it watches."""

import asyncio

from server.dashboard.camera.messages import Shifted
from server.dashboard.camera.supervisor import Supervisor
from server.dashboard.desk import DeskError
from server.dashboard.sketches import from_text, to_text
from server.dashboard.store import Store
from server.words import Saying
from vision.sketch import NOTHING_DRAWN, Sketch


class Drawing:
    """The sketch by which the vision process goes; belongs to the event loop."""

    def __init__(self, store: Store, supervisor: Supervisor) -> None:
        self._store = store
        self._supervisor = supervisor
        self._source: str | None = None
        self._game_id: int | None = None
        self.sketch = NOTHING_DRAWN

    async def begin(self, source: str, game_id: int | None = None) -> None:
        """A camera is opened, or watches a game from now on; another one sees everything elsewhere."""
        is_other = self._source not in (None, source)
        self._source, self._game_id = source, game_id
        if is_other:
            self.sketch = NOTHING_DRAWN
        if game_id is None:
            return
        if self.sketch == NOTHING_DRAWN and not is_other:
            self.sketch = from_text(self._store.sketch(game_id))
        else:
            await self._keep()

    def end(self) -> None:
        """The camera is closed; what was drawn stays with its game."""
        self._source = self._game_id = None
        self.sketch = NOTHING_DRAWN

    async def change(self, sketch: Sketch) -> None:
        """Go by what a person has drawn."""
        if self._source is None:
            raise DeskError(Saying("error.no_camera"))
        self.sketch = sketch
        await self._keep()
        self._supervisor.redraw(sketch)

    async def shift(self, shifted: Shifted) -> None:
        """The camera was knocked; what a person has drawn since stands."""
        if shifted.before == self.sketch:
            self.sketch = shifted.after
            self._supervisor.note_sketch(shifted.after)
            await self._keep()

    async def _keep(self) -> None:
        if self._game_id is not None:
            await asyncio.wrap_future(self._store.draw(self._game_id, to_text(self.sketch)))
