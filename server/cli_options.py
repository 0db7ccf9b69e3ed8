"""Options that several commands have."""

from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import typer

Language: TypeAlias = Literal["en", "eu", "hu", "ro", "es"]
"""Those of `server.words`, which takes long to import."""
Lang: TypeAlias = Annotated[
    Language | None, typer.Option("--lang", help="The language; else this computer's.")
]
ModelDir: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--model-dir", metavar="DIR", exists=True, file_okay=False, help="Use the models of this folder."
    ),
]
