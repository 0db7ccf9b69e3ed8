"""Options that several commands have."""

from typing import Annotated, Literal, TypeAlias

import typer

Language: TypeAlias = Literal["en", "eu", "hu", "ro", "es"]
"""Those of `server.words`, which takes long to import."""
Lang: TypeAlias = Annotated[
    Language | None, typer.Option("--lang", help="The language; else this computer's.")
]
