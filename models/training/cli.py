"""The command line for datasets, training and evaluation: registrations only, each command imports late."""

import typer

from training import cli_making, cli_measuring, cli_models

app = typer.Typer(
    name="stationmaster-lab",
    help="Makes data, trains the models and measures them.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@app.callback()
def options() -> None:
    """Makes data, trains the models and measures them."""


for _commands in (cli_making, cli_models, cli_measuring):
    _commands.add_to(app)


def main() -> None:
    """Run the command line."""
    app()
