"""The command line: `ludotheque serve`, and tools for people who study, check or write games.

Each command imports what it needs when it runs, so that `--help` answers at once.
"""

from __future__ import annotations

from typing import Annotated

import typer

from ludotheque.cli import (
    analysing,
    backups,
    balancing,
    boxes,
    comparing,
    compiling,
    counting,
    holding,
    measuring,
    playing,
    records,
    rulebooks,
    serving,
    simulating,
    sites,
    starting,
    training,
    tuning,
)
from ludotheque.cli.errors import Commands
from ludotheque.cli.helping import Command
from ludotheque.cli.running import MayNameACluster
from ludotheque.core.output import say

app = typer.Typer(
    name="ludotheque",
    cls=Commands,
    help="Five board games: play in the browser or the terminal, host games for others, study the rules.",
    epilog="Exit codes: 0 success, 1 failure, 2 wrong arguments, 130 ended by Ctrl-C, 143 ended by SIGTERM.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        from ludotheque import __version__

        say(f"ludotheque {__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Five board games: play in the browser or the terminal, host games for others, study the rules."""


app.command("serve", cls=Command)(serving.serve)
app.command("play", cls=Command)(playing.play)
app.command("simulate", cls=MayNameACluster)(simulating.simulate)
app.command("compare", cls=Command)(comparing.compare)
app.command("tournament", cls=MayNameACluster)(holding.tournament)
app.command("balance", cls=MayNameACluster)(balancing.balance)
app.command("analyse", cls=Command)(analysing.analyse)
app.command("train", cls=Command)(training.train)
app.command("tune", cls=Command)(tuning.tune)
app.command("compile", cls=Command)(compiling.compile_rules)
app.command("site", cls=Command)(sites.site)
app.command("backup", cls=Command)(backups.backup)
app.command("restore", cls=Command)(backups.restore)
app.command("verify", cls=Command)(records.verify)
app.command("replay", cls=Command)(records.replay)
app.command("rules", cls=Command)(rulebooks.rules)
app.command("components", cls=Command)(boxes.components)
app.command("perft", cls=Command)(counting.perft)
app.command("bench", cls=Command)(measuring.bench)
app.command("new-game", cls=Command)(starting.new_game)
