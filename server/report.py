"""What was read from a photo, for a terminal and for a program."""

import json
from dataclasses import dataclass

from rich.console import Group
from rich.table import Table
from rich.text import Text

from server.count import hand_total, tile_value
from server.words import Words
from vision.readings import PhotoReading, PhotoTile


@dataclass(frozen=True, slots=True, eq=False)
class CountedPhoto:
    """A photo's reading under the value that the double blank has at this table."""

    file: str
    reading: PhotoReading
    double_blank: int

    @property
    def total(self) -> int:
        """The value of all tiles."""
        return hand_total((tile.tile for tile in self.reading.tiles), double_blank=self.double_blank)

    @property
    def doubtful(self) -> int:
        """How many tiles a person should look at."""
        return sum(tile.doubtful for tile in self.reading.tiles)

    def summary(self, words: Words) -> str:
        """One line: total, tiles, set, doubts."""
        slots = {"pips": self.total, "tiles": len(self.reading.tiles), "set": self.reading.set_size}
        return words.say(
            "count.sum_doubtful" if self.doubtful else "count.sum", **slots, doubtful=self.doubtful
        )


def json_line(photo: CountedPhoto) -> str:
    """The photo as one line of JSON; corners in pixels of the upright photo."""
    fields = {
        "file": photo.file,
        "tiles": [_tile_fields(tile) for tile in photo.reading.tiles],
        "total": photo.total,
        "set": photo.reading.set_size,
        "notes": [{"kind": note.kind.value, "text": note.text} for note in photo.reading.notes],
    }
    return json.dumps(fields, ensure_ascii=False)


def _tile_fields(tile: PhotoTile) -> dict[str, object]:
    return {
        "a": tile.a,
        "b": tile.b,
        "confidence": round(tile.confidence, 4),
        "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in tile.reading.corners_px],
        "doubtful": tile.doubtful,
        "rivals": [str(rival) for rival in tile.rivals],
    }


def photo_report(photo: CountedPhoto, words: Words) -> Group:
    """The photo's name, a row per tile with the doubtful ones marked, the sum and the remarks."""
    table = Table()
    for heading in ("#", *map(words.say, ("count.tile", "count.value", "count.sure"))):
        table.add_column(heading, justify="right")
    table.add_column(words.say("count.remark"))
    for number, tile in enumerate(photo.reading.tiles, start=1):
        table.add_row(
            str(number),
            f"{tile.a}-{tile.b}",
            str(tile_value(tile.tile, double_blank=photo.double_blank)),
            f"{tile.confidence:.0%}",
            _remark(tile, words),
            style="bold yellow" if tile.doubtful else None,
        )
    notes = (Text(words.say(f"photo.note.{note.kind}")) for note in photo.reading.notes)
    return Group(Text(photo.file, style="bold"), table, Text(photo.summary(words), style="bold"), *notes)


def _remark(tile: PhotoTile, words: Words) -> str:
    if not tile.doubtful:
        return ""
    rivals = list(map(str, tile.rivals))
    return words.say("count.may_be", rivals=rivals) if rivals else words.say("log.doubtful")
