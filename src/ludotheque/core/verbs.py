"""The verbs: the functions that every game implements, dispatched on the type of the state.

`b` is the box and `s` the state, each one record. `core.defaults` lists the verbs that a game may leave out. A search, a playout or a
counter written over these names works for every game: it is compiled for each game, and interpreted code looks the function up by the
state's dtype.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from types import ModuleType
from typing import Any, NamedTuple, TypeVar, cast

from ludotheque.core.entry_point import Float32s, Float64s, Int32s, Int64s
from ludotheque.core.luck import Luck
from ludotheque.core.memory import Struct, layout_of

CHANCE_SEAT = -1
TIME_SEAT = -2
CHANCE = 1 << 30

F = TypeVar("F", bound=Callable[..., Any])
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


VERBS: Functions = {}
"""All verbs by name."""


def _verb(declared: F) -> F:
    """Make a verb of its declaration: a function that calls the rules of the game whose state it is given."""
    name, given = declared.__name__, ", ".join(inspect.signature(declared).parameters)
    scope: dict[str, Any] = {"_bound": _bound}
    exec(f"def {name}({given}): return _bound[s.dtype].functions[{name!r}]({given})", scope)
    VERBS[name] = wraps(declared)(scope[name])
    return cast(F, VERBS[name])


@_verb
def setup(b: Any, s: Any) -> None:
    """Set up the start of the game; `s.seats`, `s.first` and the options are already in `s`, and all else is 0."""


@_verb
def actors(b: Any, s: Any) -> int:  # type: ignore[empty-body]
    """The seats that may act, as a bit mask, with `CHANCE` for chance; 0 when the game is over."""


@_verb
def legal(b: Any, s: Any, seat: int, out: Int32s) -> int:  # type: ignore[empty-body]
    """Write the seat's legal actions into `out`; returns how many there are."""


@_verb
def why_not(b: Any, s: Any, seat: int, action: int) -> int:  # type: ignore[empty-body]
    """0 if the action is legal, else the index of the reason in `Game.reasons`."""


@_verb
def play(b: Any, s: Any, seat: int, action: int) -> None:
    """Play a legal action; the seat `CHANCE_SEAT` brings a result of chance."""


@_verb
def chance_outcomes(b: Any, s: Any, out: Int32s, p: Float64s) -> int:  # type: ignore[empty-body]
    """Write the possible results and their probabilities; returns how many there are."""


@_verb
def returns(b: Any, s: Any, out: Float64s) -> None:
    """Write each seat's share of the win, see `Game`."""


@_verb
def ranking(b: Any, s: Any, out: Int32s) -> None:
    """Write each seat's rank: 1 for first, equal ranks shared, 0 while unknown."""


@_verb
def ending(b: Any, s: Any) -> int:  # type: ignore[empty-body]
    """Why the game is over, as an index in `Game.terminations`; 0 until then."""


@_verb
def hide(b: Any, s: Any, audience: int) -> None:
    """Wipe from `s` what the seats in the bit mask `audience` cannot know."""


@_verb
def redeal(b: Any, s: Any, audience: int, rng: Luck) -> None:
    """Fill a hidden state with a guess that fits what is known."""


@_verb
def judge(b: Any, s: Any, out: Float64s) -> None:
    """Write each seat's evaluation of the position, from 0 for bad to 1 for good."""


@_verb
def promising(b: Any, s: Any, seat: int, out: Int32s) -> int:  # type: ignore[empty-body]
    """Like `legal`, without actions that a search may ignore beyond the next one."""


@_verb
def prefer(b: Any, s: Any, seat: int, actions: Int32s, count: int) -> int:  # type: ignore[empty-body]
    """Given a seat's view and its `count` legal actions, move those with the best evaluation to the front of `actions`.

    Returns how many are equally good; 0 means “try each one”.
    """


@_verb
def reflex(b: Any, s: Any, seat: int, level: int, luck: int, out: Int64s) -> None:
    """Write into `out` (two numbers) what a bot does next and in how many ms; (0, -1) for nothing.

    The same `luck` gives the same answer.
    """


@_verb
def reach(b: Any, s: Any, seat: int, action: int) -> float:  # type: ignore[empty-body]
    """How many ms the seat's hand takes for the action; 0 if it does not have to move."""


@_verb
def revision(b: Any, s: Any) -> int:  # type: ignore[empty-body]
    """A number that changes whenever bots should think again; until then they do what they planned. -1 to ask them every time."""


@_verb
def due(b: Any, s: Any) -> int:  # type: ignore[empty-body]
    """The next instant (ms) at which something happens by itself; -1 if never."""


@_verb
def advance(b: Any, s: Any, now_ms: int) -> None:
    """Let time pass up to `now_ms`, including whatever happens by itself until then."""


@_verb
def observe(b: Any, s: Any, seat: int, out: Float32s) -> int:  # type: ignore[empty-body]
    """Write what a seat's view tells a learning program, as `Game.observation` describes it; returns how many numbers that is."""


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
        for name in VERBS:
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
    missing = sorted(set(VERBS) - set(functions))
    if missing:
        raise TypeError(f"{game}: the rules lack the verb(s) {', '.join(missing)}")
    kinds: dict[Any, _Bound] = _structs if isinstance(state, Struct) else _bound
    if state in kinds:
        raise ValueError(
            f"{game}: another game has the same state dtype; give the first field the name of the game"
        )
    kinds[state] = _Bound(game, package, {name: functions[name] for name in VERBS})


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
