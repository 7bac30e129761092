"""The verbs: the functions that every game implements, dispatched on the type of the state.

`b` is the box and `s` the state, each one record. `core.defaults` lists the verbs that a game may leave out. A search, a playout or a
counter written over these names works for every game: it is compiled for each game, and interpreted code looks the function up by the
state's dtype.

| verb | what it does |
|---|---|
| `setup(b, s)` | sets up the start of the game; `s.seats`, `s.first` and the options are already in `s` |
| `actors(b, s)` | returns the seats that may act, as a bit mask, with `CHANCE` for chance; 0 when the game is over |
| `legal(b, s, seat, out)` | writes the seat's legal actions into `out` (int32), returns how many there are |
| `why_not(b, s, seat, action)` | returns 0 if the action is legal, else the index of the reason in `Game.reasons` |
| `play(b, s, seat, action)` | plays a legal action; the seat `CHANCE_SEAT` brings a result of chance |
| `chance_outcomes(b, s, out, p)` | writes the possible results and their probabilities, returns how many there are |
| `returns(b, s, out)` | writes each seat's share of the win (float64), see `Game` |
| `ranking(b, s, out)` | writes each seat's rank (int32): 1 for first, equal ranks shared, 0 while unknown |
| `ending(b, s)` | returns why the game is over, as an index in `Game.terminations`; 0 until then |
| `hide(b, s, audience)` | wipes from `s` what the seats in the bit mask `audience` cannot know |
| `redeal(b, s, audience, rng)` | fills a hidden state with a guess that fits what is known |
| `judge(b, s, out)` | writes each seat's evaluation of the position (float64), from 0 for bad to 1 for good |
| `promising(b, s, seat, out)` | like `legal`, but leaves out actions that a search may ignore beyond the next one |
| `prefer(b, s, seat, actions, count)` | given a seat's view and its `count` legal actions, moves those with the best evaluation to the front of `actions` and returns how many are equally good; 0 means "try each one" |
| `reflex(b, s, seat, level, luck, out)` | writes into `out` (two int64) what a bot does next and in how many ms; (0, -1) for nothing. The same `luck`, a whole number, gives the same answer |
| `reach(b, s, seat, action)` | returns how many ms the seat's hand takes for the action; 0 if it does not have to move |
| `revision(b, s)` | returns a number that changes whenever bots should think again; until then they do what they planned. -1 to ask them every time |
| `due(b, s)` | returns the next instant (ms) at which something happens by itself; -1 if never |
| `advance(b, s, now_ms)` | lets time pass up to `now_ms`, including whatever happens by itself until then |
| `observe(b, s, seat, out)` | writes what a seat's view tells a learning program into `out` (float32), as `Game.observation` describes it, returns how many numbers that is |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, NamedTuple

from ludotheque.core.memory import Struct, layout_of

CHANCE_SEAT = -1
TIME_SEAT = -2
CHANCE = 1 << 30

ARGUMENTS: Mapping[str, str] = {
    "setup": "",
    "actors": "",
    "legal": "seat, out",
    "why_not": "seat, action",
    "play": "seat, action",
    "chance_outcomes": "out, p",
    "returns": "out",
    "ranking": "out",
    "ending": "",
    "hide": "audience",
    "redeal": "audience, rng",
    "judge": "out",
    "promising": "seat, out",
    "prefer": "seat, actions, count",
    "reflex": "seat, level, luck, out",
    "reach": "seat, action",
    "revision": "",
    "due": "",
    "advance": "now_ms",
    "observe": "seat, out",
}

Functions = dict[str, Callable[..., Any]]


class _Bound(NamedTuple):
    game: str
    package: str
    functions: Functions


_structs: dict[Struct, _Bound] = {}


class _ByDtype(dict[Any, _Bound]):
    """What is bound to the dtype of a state. For a NumPy dtype these are the rules; from a `Record` they are called as entry points."""

    def __missing__(self, dtype: Any) -> _Bound:
        if isinstance(dtype, Struct):
            from ludotheque.core import entry

            bound = _structs[dtype]
            self[dtype] = bound._replace(functions=bound.functions | vars(entry))
            return self[dtype]
        for kind, bound in [*_structs.items(), *self.items()]:
            if layout_of(kind) == layout_of(dtype):
                self[dtype] = bound
                return bound
        raise KeyError(dtype)


_bound = _ByDtype()


def _make(name: str, arguments: str) -> Callable[..., Any]:
    signature = ", ".join(filter(None, ("b, s", arguments)))
    source = f"def {name}({signature}): return _bound[s.dtype].functions[{name!r}]({signature})"
    scope: dict[str, Any] = {"_bound": _bound}
    exec(source, scope)
    verb: Callable[..., Any] = scope[name]
    verb.__module__ = __name__
    return verb


setup = _make("setup", ARGUMENTS["setup"])
actors = _make("actors", ARGUMENTS["actors"])
legal = _make("legal", ARGUMENTS["legal"])
why_not = _make("why_not", ARGUMENTS["why_not"])
play = _make("play", ARGUMENTS["play"])
chance_outcomes = _make("chance_outcomes", ARGUMENTS["chance_outcomes"])
returns = _make("returns", ARGUMENTS["returns"])
ranking = _make("ranking", ARGUMENTS["ranking"])
ending = _make("ending", ARGUMENTS["ending"])
hide = _make("hide", ARGUMENTS["hide"])
redeal = _make("redeal", ARGUMENTS["redeal"])
judge = _make("judge", ARGUMENTS["judge"])
promising = _make("promising", ARGUMENTS["promising"])
prefer = _make("prefer", ARGUMENTS["prefer"])
reflex = _make("reflex", ARGUMENTS["reflex"])
reach = _make("reach", ARGUMENTS["reach"])
revision = _make("revision", ARGUMENTS["revision"])
due = _make("due", ARGUMENTS["due"])
advance = _make("advance", ARGUMENTS["advance"])
observe = _make("observe", ARGUMENTS["observe"])

VERBS: Mapping[str, Callable[..., Any]] = {name: globals()[name] for name in ARGUMENTS}


def defined_in(*modules: ModuleType) -> dict[str, Callable[..., Any]]:
    """Collect the verbs that a game's modules define: the `rules` of a `Game`.

    Verbs defined in submodules of these modules count. Verbs that a module only imports from elsewhere do not.

    Args:
        modules: the game's modules.

    Raises:
        TypeError: two modules define the same verb.
    """
    found: dict[str, Callable[..., Any]] = {}
    for module in modules:
        for name in ARGUMENTS:
            function: Any = vars(module).get(name)
            home = str(getattr(function, "__module__", ""))
            if home != module.__name__ and not home.startswith(f"{module.__name__}."):
                continue
            if name in found:
                raise TypeError(
                    f"the verb {name} is defined twice: in {home} and in {found[name].__module__}"
                )
            found[name] = function
    return found


def bind(game: str, package: str, state: Any, functions: Mapping[str, Callable[..., Any]]) -> None:
    """Register a game's verbs under the `Struct` or the dtype of its state.

    Raises:
        TypeError: a verb is missing.
        ValueError: another game has the same state dtype.
    """
    missing = sorted(set(ARGUMENTS) - set(functions))
    if missing:
        raise TypeError(f"{game}: the rules lack the verb(s) {', '.join(missing)}")
    kinds: dict[Any, _Bound] = _structs if isinstance(state, Struct) else _bound
    if state in kinds:
        raise ValueError(
            f"{game}: another game has the same state dtype; give the first field the name of the game"
        )
    kinds[state] = _Bound(game, package, {name: functions[name] for name in ARGUMENTS})


def game_of(kind: Any) -> tuple[str, str] | None:
    """The name and the package of the game whose states are of this kind, a `Struct` or a dtype; None if no game is bound to it."""
    try:
        return (_structs if isinstance(kind, Struct) else _bound)[kind][:2]
    except KeyError:
        return None


def game_in(module: str) -> tuple[str, str] | None:
    """The same for the package that a module belongs to; None unless it has exactly one game."""
    bound = [*_structs.values(), *_bound.values()]
    found = {each[:2] for each in bound if module == each[1] or module.startswith(f"{each[1]}.")}
    return found.pop() if len(found) == 1 else None


def rules_of(state: Any) -> Functions:
    """The verbs of the game whose states are of this kind, a `Struct` or a dtype."""
    return (_structs if isinstance(state, Struct) else _bound)[state].functions
