"""docs/accuracy.md, and the same figures inside the README."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from training.accuracy_tables import (
    bars_table,
    calibration_table,
    condition_table,
    confidence_line,
    group_table,
    pip_ranges_table,
    pips_table,
    rendered_table,
    speed_table,
)
from training.evaluate import Evaluation

BEGIN, END = "<!-- accuracy:begin -->", "<!-- accuracy:end -->"

_DEFINITIONS = """\
A predicted tile stands for the labelled tile whose centre is nearest to its own, at most 0.35 tile lengths
away, each at most once.
Predictions on spots labelled as not to be counted (face-down, standing, hidden, cut off) are left out.

- **recall**: labelled tiles that were found.
- **precision**: predictions that stand for a tile.
- **per end**: ends read right, of the tiles that were found.
- **tile identity**: labelled tiles found with both ends right.
- **photo exact**: photos with every tile right and nothing else.
- **total right**: photos with the right sum; **pips off**: how far the sum is off, on average.

Intervals are 95 % after Wilson.
Photos of one source, and more so frames of one sequence, are not independent: over other people's tables the
true uncertainty is wider.
"""

_RENDERED = """\
`valid-N`: a double-N set in all that the recipe `mixed-valid` draws. The others are plain photos, well lit
and from above, with the one difficulty that their name says (`models/training/strata.py`). Nothing of this is
trained on.
"""


class ReportError(ValueError):
    """The figures cannot be put where they belong."""


@dataclass(frozen=True, slots=True)
class Report:
    """What docs/accuracy.md is made of.

    evaluations: the real photos, as they were taken first, then smaller and turned.
    rendered: other labelled photos by name, read as they are.
    models: name and checksum of each model file.
    """

    evaluations: Sequence[Evaluation]
    models: Mapping[str, str]
    rendered: Mapping[str, Evaluation] = field(default_factory=dict)


def accuracy_page(report: Report) -> str:
    """The whole of docs/accuracy.md."""
    base = report.evaluations[0]
    sections = {
        "Bars": bars_table(base),
        "Definitions": _DEFINITIONS,
        "By source": group_table("source", base.scores, lambda label: label.source),
        "By view": group_table("view", base.scores, lambda label: label.view),
        "By set": group_table("set", base.scores, lambda label: label.set_name),
        "By number of pips": pips_table(base.scores),
        "Smaller and turned": condition_table(report.evaluations),
        "Confidence": f"{confidence_line(base)}\n\n{calibration_table(base)}",
        "Speed": f"Decoding included, after one photo to warm up.\n\n{speed_table(base)}",
    }
    if report.rendered:
        scores = [score for evaluation in report.rendered.values() for score in evaluation.scores]
        sections["Rendered photos"] = (
            f"{_RENDERED}\n{rendered_table(report.rendered)}\n{pip_ranges_table(scores)}"
        )
    return _heading(report) + "".join(f"\n## {title}\n\n{text}" for title, text in sections.items())


def _heading(report: Report) -> str:
    base = report.evaluations[0]
    models = "".join(f"- `{name}` sha256 `{checksum}`\n" for name, checksum in report.models.items())
    sources = {score.label.source for score in base.scores}
    return (
        "# Accuracy\n\n"
        "Written by `stationmaster-lab evaluate` (`make docs`), never by hand.\n\n"
        f"{len(base.scores)} real photos with {base.tally.tiles} labelled tiles from {len(sources)} sources, "
        "none of them trained on. The reader is not told which set a photo shows.\n"
        + (f"\nModels:\n\n{models}" if models else "")
    )


def with_figures(readme: str, report: Report) -> str:
    """The README with the tables between its marks replaced; ReportError when the marks are missing."""
    before, begin, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ReportError(f"expected the marks {BEGIN} and {END}, found {'one' if begin else 'none'} of them")
    base = report.evaluations[0]
    tables = [
        bars_table(base),
        group_table("source", base.scores, lambda label: label.source),
        speed_table(base),
    ]
    figures = "\n".join(tables)
    return f"{before}{BEGIN}\n\n{figures}\n{END}{after}"
