"""The printed hub: its pages turned into pixels, and the tags found in them as a camera would."""

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from hub_photos import PAGE_MM, Print, Shot, photo_of, worst_mm

from engine.rules import MAX_SEATS, MIN_SEATS
from server.hub_drawing import seat_colour
from server.hub_pdf import HubOptions, PaperName, hub_middle_mm, hub_pdf, write_hub
from vision.tags import (
    FEWEST_SEATS,
    HUB_RADIUS_MM,
    MOST_SEATS,
    RECESS_MM,
    find_tags,
    hub_tags,
    slot_headings_deg,
)

COMMAND = Path(sys.executable).with_name("stationmaster")
DPI = 130


def printed(options: HubOptions, page: int = 0) -> Print:
    """A page as grey pixels; millimetres count from where the hub's middle is said to be."""
    with pypdfium2.PdfDocument(hub_pdf(options)) as document:
        sheet = document[page]
        wide, high = (side / 72 * 25.4 for side in sheet.get_size())
        pixels = np.array(sheet.render(scale=DPI / 72).to_numpy()[..., :3], np.uint8)
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY).astype(np.uint8)
    across, down = grey.shape[1] / wide, grey.shape[0] / high
    x, y = hub_middle_mm(options.paper)
    # The page's edge is half a pixel before the middle of the first one.
    to_px = np.array([[across, 0, x * across - 0.5], [0, down, y * down - 0.5], [0, 0, 1]])
    return Print(grey, to_px)


def pages(options: HubOptions) -> list[tuple[float, float]]:
    """Width and height of each page in mm."""
    with pypdfium2.PdfDocument(hub_pdf(options)) as document:
        sizes = [page.get_size() for page in document]
    return [(round(wide / 72 * 25.4, 1), round(high / 72 * 25.4, 1)) for wide, high in sizes]


def words(options: HubOptions, page: int) -> str:
    """The text of a page."""
    with pypdfium2.PdfDocument(hub_pdf(options)) as document:
        return str(document[page].get_textpage().get_text_range())


def grey_at(sheet: Print, place_mm: tuple[float, float]) -> int:
    x, y = cv2.perspectiveTransform(np.array([[place_mm]]), sheet.mm_to_px)[0, 0]
    return int(sheet.picture[round(y), round(x)])


@pytest.fixture(scope="module")
def sheet() -> Print:
    return printed(HubOptions())


@pytest.mark.parametrize(("paper", "size_mm"), [("a4", (210.0, 297.0)), ("letter", (215.9, 279.4))])
def test_both_pages_have_the_size_of_the_paper(paper: PaperName, size_mm: tuple[float, float]) -> None:
    assert pages(HubOptions(paper)) == [size_mm, size_mm]


def test_without_markers_there_is_one_page() -> None:
    assert len(pages(HubOptions(markers=False))) == 1


@pytest.mark.parametrize("seats", range(FEWEST_SEATS, MOST_SEATS + 1))
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_printed_tags_are_those_of_the_table_at_their_places(paper: PaperName, seats: int) -> None:
    page = printed(HubOptions(paper, seats))

    hub = find_tags(page.picture).hub

    assert hub is not None
    assert (hub.seats, hub.tag_ids) == (seats, tuple(tag.tag_id for tag in hub_tags(seats)))
    assert worst_mm(hub, page.mm_to_px) < 0.1


@pytest.mark.parametrize(
    "shot",
    [
        pytest.param(Shot(), id="from above"),
        pytest.param(Shot(tilt_deg=45, roll_deg=17), id="from the side"),
        pytest.param(
            Shot(tilt_deg=45, roll_deg=70, blur_px=1.5, noise=8), id="from the side, blurred, noisy"
        ),
        pytest.param(Shot(px_per_mm=1.4, blur_px=1, noise=5), id="far away"),
    ],
)
def test_a_photo_of_the_print_gives_millimetres_right_all_over_the_page(sheet: Print, shot: Shot) -> None:
    photo, mm_to_px = photo_of(sheet, shot)

    hub = find_tags(photo).hub

    assert hub is not None
    assert worst_mm(hub, mm_to_px, PAGE_MM) < 0.5


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_disc_keeps_off_the_edges_that_printers_leave_white(paper: PaperName) -> None:
    x, y = hub_middle_mm(paper)
    wide, _ = pages(HubOptions(paper))[0]

    assert min(x, wide - x, y) - HUB_RADIUS_MM >= 11.9


def test_the_bar_is_100_mm_long(sheet: Print) -> None:
    y = HUB_RADIUS_MM + 14
    dark = [x for x in np.arange(-60, 60, 0.25) if grey_at(sheet, (float(x), y)) < 128]

    assert dark[-1] - dark[0] == pytest.approx(100, abs=0.3)
    assert "This bar is 100 mm long: check it with a ruler after printing." in words(HubOptions(), 0)


def test_every_slot_has_its_number_and_a_field_at_the_rim(sheet: Print) -> None:
    fields = [
        grey_at(sheet, (HUB_RADIUS_MM - 1) * np.array([np.cos(way), np.sin(way)]))  # type: ignore[arg-type]
        for way in np.radians(slot_headings_deg(8))
    ]

    assert max(fields) < 250
    assert {"MX", *"12345678"} <= set(words(HubOptions(), 0).split())


def test_the_engine_tile_has_a_white_frame_in_the_middle(sheet: Print) -> None:
    long, wide = np.array(RECESS_MM) / 2
    inside = [(x, y) for x in np.linspace(-long + 1, long - 1, 40) for y in (-wide + 1, wide - 1)]

    assert min(grey_at(sheet, place) for place in inside) > 250
    around = [grey_at(sheet, (float(x), float(-wide))) for x in np.linspace(-long, long, 120)]
    assert min(around) < 200


def test_each_seat_gets_one_marker_with_its_own_tag() -> None:
    page = printed(HubOptions(seats=12), 1)

    seen = find_tags(page.picture)

    assert sorted(marker.seat for marker in seen.markers) == list(range(1, 13))
    assert seen.hub is None


def test_a_marker_is_told_from_the_others_by_colour_too() -> None:
    colours = np.array([seat_colour(seat) for seat in range(1, MOST_SEATS + 1)])

    apart = np.linalg.norm(colours[:, None] - colours, axis=2) + np.eye(MOST_SEATS)
    assert apart.min() > 0.1


def test_nothing_is_drawn_outside_the_page_or_over_its_edge() -> None:
    for page in (0, 1):
        picture = printed(HubOptions("letter", 12), page).picture
        edge = round(6 / 25.4 * DPI)
        inner = picture[edge:-edge, edge:-edge]
        assert (picture < 250).sum() == (inner < 250).sum()


def test_the_same_options_give_the_same_bytes() -> None:
    assert hub_pdf(HubOptions("letter", 5)) == hub_pdf(HubOptions("letter", 5))


def test_hubs_are_printed_for_as_many_seats_as_a_game_may_have() -> None:
    assert (FEWEST_SEATS, MOST_SEATS) == (MIN_SEATS, MAX_SEATS)


def test_a_file_that_cannot_be_written_gives_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "nowhere" / "hub.pdf"

    status = write_hub(path, HubOptions())

    assert status == 1
    assert capsys.readouterr().err == f"stationmaster: {path}: cannot be written: No such file or directory\n"


def test_the_command_writes_the_document(tmp_path: Path) -> None:
    arguments = ["hub", "-o", "mine.pdf", "--paper", "letter", "--seats", "4", "--no-markers"]

    done = subprocess.run([COMMAND, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "mine.pdf").read_bytes() == hub_pdf(HubOptions("letter", 4, markers=False))


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--paper", "a5"], "'a5' is not one of 'a4', 'letter'"),
        (["--seats", "1"], "2"),
        (["--seats", "many"], "integer"),
    ],
)
def test_what_cannot_be_printed_is_explained_in_one_line(
    tmp_path: Path, arguments: list[str], complaint: str
) -> None:
    done = subprocess.run(
        [COMMAND, "hub", *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    [line] = [line for line in done.stderr.splitlines() if line.startswith("Error: ")]
    assert done.returncode == 2
    assert line.startswith(f"Error: Invalid value for '{arguments[0]}': ")
    assert complaint in line
    assert list(tmp_path.iterdir()) == []
