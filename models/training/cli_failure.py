"""How a command of the lab says in one line why it stops."""

import typer


def failure(message: str) -> typer.Exit:
    """Say it and stop with status 1."""
    typer.echo(f"stationmaster-lab: {message}", err=True)
    return typer.Exit(1)
