"""How commands declare their arguments and options, and those that several share.

A command is a function: `--help` shows its docstring, a parameter is an option of its name and type (`Annotated` with `Option` where that
does not say all of it) or, with `Argument`, an argument, and below `Options:` the docstring says what each is for.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin, get_type_hints

import click

from ludotheque.cli.errors import ASKED_WRONGLY, Problem, read_text
from ludotheque.cli.helping import Command, said, speak
from ludotheque.core.message import Message
from ludotheque.core.output import say, say_data

if TYPE_CHECKING:
    from ludotheque.core.game import Game, Value
    from ludotheque.core.game import Option as GameOption


@dataclass(frozen=True)
class Argument:
    """What is typed without a name."""

    metavar: str
    help: str = ""


@dataclass(frozen=True)
class Option:
    """What the name and the type of a parameter do not say of an option.

    Attributes:
        names: a short one beside that of the parameter, or all of them, with spaces between.
        env: the environment variables that set it.
        show_default: False if the help says in words what it is.
    """

    names: str = ""
    metavar: str | None = None
    min: float | None = None
    max: float | None = None
    env: str | tuple[str, ...] = ()
    help: str = ""
    show_default: bool = True


class _Argument(click.Argument):
    """An argument that is called what its declaration says, in the reader's language."""

    def make_metavar(self, ctx: click.Context) -> str:  # noqa: ARG002  # click passes it
        name = said(str(self.metavar))
        return (name if self.required else f"[{name}]") + ("..." if self.nargs == -1 else "")


def command(name: str, function: Callable[..., None], kind: type[Command] = Command) -> Command:
    """A command that runs a function."""
    text, _, listed = (inspect.getdoc(function) or "").partition("\n\nOptions:\n")
    told = dict(re.findall(r"^    (\w+): (.*(?:\n {5,}.*)*)", listed, re.MULTILINE))
    hints = get_type_hints(function, include_extras=True)
    params = [
        _parameter(each.name, hints[each.name], each.default, told.pop(each.name, ""))
        for each in inspect.signature(function).parameters.values()
    ]
    assert not told, f"{name} has no parameters of these names: {told}"
    lang = click.Option(
        ["--lang"],
        type=click.Choice(["fr", "en"]),
        callback=lambda _context, _option, asked: speak(asked or ""),
        expose_value=False,
        help="Language of the output. Default: the language of your environment.",
    )
    params.insert(len(params) - (params[-1].name == "as_json"), lang)
    return kind(name, callback=function, params=params, help=text)


def _parameter(name: str, hint: Any, default: Any, told: str) -> click.Parameter:
    given, more = get_args(hint) if get_origin(hint) is Annotated else (hint, Option())
    if isinstance(given, UnionType):
        (given,) = (each for each in get_args(given) if each is not NoneType)
    many = get_origin(given) is tuple
    kind = get_args(given)[0] if many else given
    required = default is inspect.Parameter.empty
    shared: dict[str, Any] = {"required": required, "metavar": more.metavar}
    if not many and not required:
        shared["default"] = default
    text = " ".join((more.help or told).split())
    if isinstance(more, Argument):
        return _Argument([name], type=_type(kind), nargs=-1 if many else 1, help=text, **shared)
    names = more.names.split()
    if not any(each.startswith("--") for each in names):
        names.insert(0, "--" + name.replace("_", "-"))
    if kind in (int, float, str) and more.metavar is None:
        shared["metavar"] = "TEXT" if kind is str else "N"
    return click.Option(
        [*names, name],
        type=_type(kind, more.min, more.max),
        is_flag=kind is bool or None,
        multiple=many,
        envvar=more.env or None,
        show_envvar=True,
        show_default=more.show_default and default != "",
        help=text,
        **shared,
    )


def _type(kind: Any, least: float | None = None, most: float | None = None) -> Any:
    if get_origin(kind) is Literal:
        return click.Choice(get_args(kind))
    if kind is Path:
        return click.Path(path_type=Path, readable=False)
    if least is None and most is None:
        return kind
    plain, between = (click.FLOAT, click.FloatRange) if kind is float else (click.INT, click.IntRange)
    found: Any = between(least, most)  # type: ignore[arg-type]  # click takes either kind of number
    found.name = plain.name  # errors then say “is not a valid integer”, and not “integer range”
    return found


GameName = Annotated[str, Argument("GAME", "Name of a game, for example billabong.")]
AsJson = Annotated[bool, Option("--json", help="Print JSON instead of text.")]
GameOptions = Annotated[
    tuple[str, ...],
    Option(
        "--option -o", metavar="NAME=VALUE", help="Set an option of the game. Can be given several times."
    ),
]
ComponentFile = Annotated[
    Path | None,
    Option(
        "--components",
        metavar="FILE",
        help="Use your own component file instead of the printed box (see `ludotheque components`).",
    ),
]


def report(found: Any, lines: Iterable[str], as_json: bool, code: int = 0) -> None:
    """End a command: print what it found, as JSON or in lines, and exit with this code unless it is 0."""
    if as_json:
        say_data(found, nl=not (isinstance(found, str) and found.endswith("\n")))
    else:
        for line in lines:
            say(line)
    if code:
        raise SystemExit(code)


def options_of(game: Game, pairs: Iterable[str]) -> dict[str, Value]:
    """The options typed as `name=value`, converted to their types. Raises `Problem` if one is not of that form."""
    known = {option.name: option for option in game.options}
    values: dict[str, Value] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            raise Problem(
                Message("cli.option.pair", {"pair": pair}),
                Message("cli.option.known", {"game": game.name, "known": ", ".join(known)}),
                ASKED_WRONGLY,
            )
        option = known.get(name)
        values[name] = value if option is None else _value(option, value.strip())
    return values


def _value(option: GameOption, text: str) -> Any:
    """The text as a value of the option's type; unchanged if it is not one, so that the game refuses it."""
    if option.choices is not None:
        return text
    if isinstance(option.default, bool):
        return {"true": True, "yes": True, "on": True, "oui": True, "1": True,
                "false": False, "no": False, "off": False, "non": False, "0": False}.get(text.lower(), text)  # fmt: skip
    try:
        return int(text)
    except ValueError:
        return text


def own_components(path: Path | None) -> dict[str, Any] | None:
    """The content of the component file named; None if none was."""
    if path is None:
        return None
    from ludotheque.core.components import read_toml

    return read_toml(read_text(path, "components"))
