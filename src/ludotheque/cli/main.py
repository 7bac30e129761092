"""The command line: `ludotheque serve`, and tools for people who study, check or write games.

Each command imports what it needs when it runs, so that `--help` answers at once.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import click
from click.shell_completion import PowerShellComplete, add_completion_class, get_completion_class

from ludotheque.cli import (
    analysing,
    balancing,
    comparing,
    compiling,
    counting,
    folders,
    holding,
    measuring,
    playing,
    printing,
    records,
    rulebooks,
    serving,
    simulating,
    training,
    tuning,
)
from ludotheque.cli.errors import Commands, Problem
from ludotheque.cli.options import command
from ludotheque.cli.running import MayNameACluster
from ludotheque.cli.words import Words
from ludotheque.core.data_folder import home
from ludotheque.core.message import Message
from ludotheque.core.output import say

COMPLETED = {
    "bash": (".bash_completions/{}.sh", ".bashrc", "source '{}'"),
    "zsh": (".zfunc/_{}", ".zshrc", "fpath+=~/.zfunc; autoload -Uz compinit; compinit"),
    "fish": (".config/fish/completions/{}.fish", "", ""),
}
"""For each shell where its completion is kept, and the line of a file that leads there."""

add_completion_class(PowerShellComplete, "pwsh")


def _version(context: click.Context, _option: click.Parameter, asked: bool) -> None:
    if asked:
        from ludotheque import __version__

        say(f"ludotheque {__version__}")
        context.exit()


def _completion(context: click.Context, option: click.Parameter, asked: bool) -> None:
    """Show what completes commands in the shell that runs, or install it."""
    if not asked:
        return
    shell, name = _shell(), context.find_root().info_name or "ludotheque"
    found = get_completion_class(shell)
    assert found is not None
    script = found(context.command, {}, name, f"_{name}_COMPLETE".upper().replace("-", "_")).source()
    if option.name == "show_completion":
        say(script)
    else:
        where = _install(shell, name, script)
        say(Words()("cli.completion.installed", shell=shell, path=str(where)))
    context.exit()


def _shell() -> str:
    """The shell that runs this program, or else that of the user."""
    names = [Path(os.environ.get("SHELL", "")).name, "powershell" if os.name == "nt" else "bash"]
    with suppress(OSError):
        names.insert(0, Path(f"/proc/{os.getppid()}/comm").read_text().strip())
    return next(each for each in names if get_completion_class(each) is not None)


def _install(shell: str, name: str, script: str) -> Path:
    """Keep the completion where the shell looks for it. Raises `Problem` if no such place is known, or `OSError`."""
    place = home() if shell in COMPLETED else _profile(shell)
    if place is None:
        said = {"shell": shell}
        raise Problem(Message("cli.completion.nowhere", said), Message("cli.completion.nowhere.next", said))
    if shell in COMPLETED:
        file, start, line = COMPLETED[shell]
        path = place / file.format(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(script, "utf-8")
        started, line = place / start, line.format(path)
    else:
        path, started, line = place, place, script
    if line and line not in (started.read_text("utf-8", "surrogateescape") if started.is_file() else ""):
        started.parent.mkdir(parents=True, exist_ok=True)
        with started.open("a", encoding="utf-8", errors="surrogateescape") as kept:
            kept.write(f"\n{line}\n")
    return path


def _profile(shell: str) -> Path | None:
    """The file that PowerShell reads when it starts; None if it names none."""
    asked = [shell, "-NoProfile", "-Command", "$profile"]
    done = subprocess.run(asked, capture_output=True, text=True, errors="surrogateescape", check=False)
    named = done.stdout.strip()
    return Path(named) if named and done.returncode == 0 else None


def _flag(
    name: str, said: str, callback: Callable[[click.Context, click.Parameter, bool], None]
) -> click.Option:
    return click.Option([name], is_flag=True, is_eager=True, expose_value=False, callback=callback, help=said)


app = Commands(
    "ludotheque",
    help="Five board games: play in the browser or the terminal, host games for others, study the rules.",
    epilog="Exit codes: 0 success, 1 failure, 2 wrong arguments, 130 ended by Ctrl-C, 143 ended by SIGTERM.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    commands=[
        command("serve", serving.serve),
        command("play", playing.play),
        command("simulate", simulating.simulate, MayNameACluster),
        command("compare", comparing.compare),
        command("tournament", holding.tournament, MayNameACluster),
        command("balance", balancing.balance, MayNameACluster),
        command("analyse", analysing.analyse),
        command("train", training.train),
        command("tune", tuning.tune),
        command("compile", compiling.compile_rules),
        command("site", folders.site),
        command("backup", folders.backup),
        command("restore", folders.restore),
        command("verify", records.verify),
        command("replay", records.replay),
        command("rules", rulebooks.rules),
        command("components", rulebooks.components),
        command("print", printing.print_and_play),
        command("perft", counting.perft),
        command("bench", measuring.bench),
        command("new-game", folders.new_game),
    ],
    params=[
        _flag("--version", "Show the version and exit.", _version),
        _flag("--install-completion", "Install completion for the current shell.", _completion),
        _flag(
            "--show-completion",
            "Show completion for the current shell, to copy it or customize the installation.",
            _completion,
        ),
    ],
)
