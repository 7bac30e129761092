"""`entry_point`: a function of the rules that is called from outside: by Python, a browser, a program in C.

What it takes and returns is declared in its annotations, with the names below. From these `ludotheque.compiler` makes what a game is compiled
into, and `core.artefact` loads it. Without that the function itself runs.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, TypeVar, cast, get_args, get_origin, get_type_hints

from ludotheque.core.jit import Rule

F = TypeVar("F", bound=Callable[..., Any])

BOX, STATE = "box", "state"
"""In place of a dtype: that of the game's components, and that of its states."""


class Array(NamedTuple):
    """An array, contiguous: the kind of its items (a name of NumPy's, a `Struct`, BOX or STATE); its dimensions; whether it is known to have shape (1,)."""

    item: Any
    dimensions: int = 1
    single: bool = False


class Record(NamedTuple):
    """One record: BOX or STATE."""

    item: str


class Group(NamedTuple):
    """A tuple, or a `NamedTuple` of this type: its parts by name."""

    type: Any
    parts: tuple[tuple[str, Kind], ...]


Kind = type[int] | type[float] | type[bool] | Array | Record | Group
"""What a parameter can be. Whole numbers have 64 bits."""

Box = Annotated[Any, Record(BOX)]
State = Annotated[Any, Record(STATE)]
Boxes = Annotated[Any, Array(BOX, single=True)]
OneState = Annotated[Any, Array(STATE, single=True)]
States = Annotated[Any, Array(STATE)]
Bools = Annotated[Any, Array("bool")]
BoolTable = Annotated[Any, Array("bool", 2)]
Int8s = Annotated[Any, Array("int8")]
Int32s = Annotated[Any, Array("int32")]
Int32Table = Annotated[Any, Array("int32", 2)]
Int64s = Annotated[Any, Array("int64")]
Int64Table = Annotated[Any, Array("int64", 2)]
UInt8s = Annotated[Any, Array("uint8")]
UInt8Table = Annotated[Any, Array("uint8", 2)]
UInt64s = Annotated[Any, Array("uint64")]
Float32s = Annotated[Any, Array("float32")]
Float32Table = Annotated[Any, Array("float32", 2)]
Float64s = Annotated[Any, Array("float64")]
Float64Table = Annotated[Any, Array("float64", 2)]
Chances = tuple[Int32s, Float64s]
"""The codes and the probabilities of results of chance."""


@dataclass(eq=False)
class EntryPoint:
    """An entry point.

    Attributes:
        name: its name, unique among those of a game.
        function: the function, which runs interpreted.
        free: whether other threads of Python may run meanwhile.
        made: what to call instead, by the identity of the dtype of a state; 0 if the function takes no state.
    """

    name: str
    function: Callable[..., Any]
    free: bool
    made: dict[int, Callable[..., Any]]

    @property
    def module(self) -> str:
        """The module that declares it."""
        return self.function.__module__

    @functools.cached_property
    def parameters(self) -> tuple[tuple[str, Kind], ...]:
        """What it takes."""
        hints = get_type_hints(self.function, include_extras=True)
        return tuple((name, kind_of(hints[name])) for name in inspect.signature(self.function).parameters)

    @functools.cached_property
    def result(self) -> Kind | None:
        """What it returns: a number, a bool, a tuple of whole numbers, or nothing."""
        hint = get_type_hints(self.function, include_extras=True)["return"]
        return None if hint is type(None) else kind_of(hint)

    @property
    def results(self) -> int:
        """How many words the result takes."""
        return len(self.result.parts) if isinstance(self.result, Group) else 1


entry_points: dict[str, EntryPoint] = {}
"""All entry points of the modules imported so far, by their full name, `module.function`."""


def entry_point(name: str = "", *, free: bool = False) -> Callable[[F], F]:
    """Declare a function of the rules as an entry point.

    Args:
        name: what it is called where a game is compiled; the function's own name if none is given.
        free: whether other threads of Python may run meanwhile. It costs a little, so it is for long loops.
    """

    def declare(function: F) -> F:
        made: dict[int, Callable[..., Any]] = {}
        point = EntryPoint(name or function.__name__.strip("_"), function, free, made)
        entry_points[f"{function.__module__}.{function.__qualname__}"] = point

        def find(kind: Any = None) -> Callable[..., Any]:
            from ludotheque.core import artefact

            return artefact.find(point, kind)

        names = ", ".join(inspect.signature(function).parameters)
        there = _with_state(function)
        key, given = (f"id({there}.dtype)", f"{there}.dtype") if there else ("0", "")
        source = (
            f"def {function.__name__}({names}):\n    return (made.get({key}) or find({given}))({names})\n"
        )
        scope: dict[str, Any] = {"made": made, "find": find}
        exec(source, scope)  # noqa: S102 (of names that Python has read)
        called = functools.wraps(function)(scope[function.__name__])
        vars(function)["rule"] = vars(called)["rule"] = Rule(function)
        return cast(F, called)

    return declare


def _with_state(function: Callable[..., Any]) -> str:
    """The expression for what has the dtype of a state, among a function's arguments; "" if nothing has."""
    for name, hint in function.__annotations__.items():
        if hint in ("State", "OneState", "States"):
            return name
        if hint == "Tables":
            return f"{name}.states"
    return ""


def kind_of(hint: Any) -> Kind:
    """What an annotation says. Raises `TypeError` if it says nothing that can be handed over."""
    if get_origin(hint) is Annotated:
        for more in get_args(hint)[1:]:
            if isinstance(more, Array | Record):
                return more
    if hint in (int, float, bool):
        return cast(Kind, hint)
    if get_origin(hint) is tuple:
        return Group(None, tuple((str(number), kind_of(each)) for number, each in enumerate(get_args(hint))))
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        hints = get_type_hints(hint, include_extras=True)
        return Group(hint, tuple((name, kind_of(hints[name])) for name in hint._fields))
    raise TypeError(
        f"{hint!r} is not a kind of argument that compiled rules take; see ludotheque.core.entry_point"
    )
