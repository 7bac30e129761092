"""The verbs that every game implements, chosen by the type of the state (`core.defaults` says which may be left out).

`b` is the box (one record of the components), `s` the state (one record). A generic search, playout or counter written over
these names compiles once a game and is cached; interpreted, the same names look the function up by the state's dtype.

| verb | gives |
|---|---|
| `setup(b, s)` | puts the game at its beginning; `s.seats`, `s.first` and the options are already in `s` |
| `actors(b, s)` | bit mask of the seats that may act; `CHANCE` for chance; 0 = the game is over |
| `legal(b, s, seat, out)` | writes the seat's legal actions into `out` (int32), returns how many |
| `why_not(b, s, seat, action)` | 0 if the action is legal, else the index of the reason in `Game.reasons` |
| `play(b, s, seat, action)` | carries out a legal action; the seat `CHANCE_SEAT` carries a result of chance |
| `chance_outcomes(b, s, out, p)` | writes the possible results and their probabilities, returns how many |
| `returns(b, s, out)` | writes a float64 for each seat: its share of the win, see `Game` |
| `ranking(b, s, out)` | writes an int32 for each seat: 1 for first, equal ranks shared, 0 while unknown |
| `ending(b, s)` | index in `Game.terminations` of why the game is over; 0 while it is not |
| `hide(b, s, audience)` | wipes from `s` all that the seats in the bit mask `audience` cannot know |
| `redeal(b, s, audience, rng)` | fills a hidden state with a guess consistent with it |
| `judge(b, s, out)` | writes a float64 for each seat: how good its position looks, 0 bad to 1 good |
| `promising(b, s, seat, out)` | as `legal`, without the actions that a search beyond the next action need not look at |
| `prefer(b, s, seat, actions, count)` | of the first `count` of `actions`, all legal actions of the seat, whose view `s` is: moves those after which its position looks best to the front, and returns how many look equally good; 0 if the rules do not say, then each is tried |
| `reflex(b, s, seat, level, luck, out)` | writes into `out` (two int64) what the seat does next and in how many ms, (0, -1) for nothing; `luck` is a whole number, the same one gives the same answer |
| `reach(b, s, seat, action)` | how many ms the seat's hand takes for the action; 0 where it has no way to go |
| `revision(b, s)` | a number that changes with all that bots react to: while it stays they do what they meant to; -1 = ask them always |
| `due(b, s)` | the next instant (ms) at which something happens by itself; -1 = never |
| `advance(b, s, now_ms)` | lets time pass up to `now_ms`, with all that happens by itself until then |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

import numpy as np

from ludotheque.core import recarrays
from ludotheque.core.cache_folders import INTERPRETED

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
}

Functions = Mapping[str, Callable[..., Any]]


class _Interpreted(dict[Any, Functions]):
    """The same functions by the dtype of the state, as interpreted ones see them (`core.kernel`)."""

    def __missing__(self, dtype: Any) -> Functions:
        self[dtype] = {name: getattr(function, "plain", function) for name, function in _rules[dtype].items()}
        return self[dtype]


_rules: dict[Any, Functions] = {}
_interpreted = _Interpreted()

bound: list[tuple[str, np.dtype[Any], Functions]] = []
"""Package, state and functions of the games that the compiler has not been told of yet."""


def _make(name: str, arguments: str) -> Callable[..., Any]:
    verb = _made(name, arguments, _rules)
    vars(verb)["plain"] = _made(name, arguments, _interpreted)
    return verb


def _made(name: str, arguments: str, functions: Mapping[Any, Functions]) -> Callable[..., Any]:
    signature = ", ".join(filter(None, ("b, s", arguments)))
    source = f"def {name}({signature}): return _rules[s.dtype][{name!r}]({signature})"
    scope: dict[str, Any] = {"_rules": functions}
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

VERBS: Mapping[str, Callable[..., Any]] = {name: globals()[name] for name in ARGUMENTS}


def defined_in(*modules: ModuleType) -> dict[str, Callable[..., Any]]:
    """The verbs that these modules of a game define, themselves or in modules within them: a game's `rules`.

    What they only import from elsewhere is no verb of theirs. `TypeError` if two define the same one.
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


def bind(game: str, package: str, state: np.dtype[Any], functions: Mapping[str, Callable[..., Any]]) -> None:
    """Register a game's functions under its state's dtype; a second game with the same dtype is refused."""
    missing = sorted(set(ARGUMENTS) - set(functions))
    if missing:
        raise TypeError(f"{game}: the rules lack the verb(s) {', '.join(missing)}")
    if state in _rules:
        raise ValueError(
            f"{game}: another game has the same state dtype; give the first field the name of the game"
        )
    chosen = {name: functions[name] for name in ARGUMENTS}
    _rules[state] = _rules[np.dtype((np.record, state))] = _rules[recarrays.with_attributes(state)] = chosen
    if not INTERPRETED:
        bound.append((package, state, chosen))
