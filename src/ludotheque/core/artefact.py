"""Loads what a game's rules were compiled into, from the folder `compiled` of the game's package.

`ludotheque.compiler` writes there, for each game, a shared object for each kind of machine, a WebAssembly module, a header for C and a
description (`GAME.json`). Each holds the hash of the sources that it was made from; files that do not fit the sources are not loaded, and a
warning says so.
Where nothing can be loaded, rules run interpreted. Results are the same either way.

The environment variable `LUDOTHEQUE_RULES` chooses for a process: `compiled` (if there is something to load), `interpreted`, or `checked`,
compiled so that every index into an array is checked.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import json
import os
import platform
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ludotheque.core import entry_point, lazy, memory, verbs
from ludotheque.core.entry_point import EntryPoint, entry_points

COMPILED, CHECKED, INTERPRETED = "compiled", "checked", "interpreted"
WAYS = (COMPILED, CHECKED, INTERPRETED)
way = os.environ.get("LUDOTHEQUE_RULES") or COMPILED
"""How this process runs rules: one of `WAYS`."""
if way not in WAYS:
    raise ValueError(f"LUDOTHEQUE_RULES must be one of {', '.join(WAYS)}, not {way!r}")

FORMAT = 2
"""What a description looks like, and how arguments are handed over. Another number is not loaded."""

Calls = Mapping[str, Callable[..., Any]]


class RulesFailed(RuntimeError):
    """Compiled rules stopped where interpreted ones would raise an error; the message names it."""


class NotLoaded(Exception):
    """Why there are no compiled rules of a game here."""


class DoesNotFit(NotLoaded):
    """Compiled rules are there, but must not be used."""


@dataclass(frozen=True)
class Artefact:
    """The compiled rules of a game.

    Attributes:
        calls: the entry points by name.
        state: the layout of the states that they take.
        why_not: why there are none; empty if there are.
    """

    calls: Calls
    state: str = ""
    why_not: str = ""


_artefacts: dict[str, Artefact] = {}
_loading = threading.RLock()
_interpreting = 0
_kinds: list[Any] = []
"""The dtypes by whose identity entry points are found, so that they stay."""


def find(point: EntryPoint, kind: Any) -> Callable[..., Any]:
    """What to call for an entry point and the game whose states have the dtype `kind`, or that of the package which declares it."""
    with _loading:
        call = None
        game = None if _interpreting else verbs.game_in(point.module) if kind is None else verbs.game_of(kind)
        if game is not None:
            there = of(*game)
            if kind is None or there.state == memory.layout_of(kind):
                call = there.calls.get(point.name)
        if "numpy" in sys.modules:
            know_numpy()
        call = call or _interpreted(point)
        if game is not None or _interpreting:  # else it may be known later: a game is being imported
            _kinds.append(kind)
            point.made[0 if kind is None else id(kind)] = call
        return call


def _interpreted(point: EntryPoint) -> Callable[..., Any]:
    """An entry point's function as it was written, which works on NumPy's arrays."""
    lazy.settle()
    function = point.function
    records = [isinstance(kind, entry_point.Record) for _, kind in point.parameters]

    @functools.wraps(function)
    def call(*args: Any) -> Any:
        return function(*map(_as_array, args, records))

    return call


def _as_array(given: Any, one: bool = False) -> Any:
    """An argument as NumPy has it: the same memory as an array, or as one record of it."""
    if isinstance(given, memory.Record):
        return given.array[0] if one else given.array
    if isinstance(given, memory.Pool):
        return given.array
    if isinstance(given, memoryview):
        return lazy.np.asarray(given)
    if not one and isinstance(given, lazy.np.void):
        return _around(given)
    if isinstance(given, tuple):
        parts = [_as_array(each) for each in given]
        return type(given)(*parts) if hasattr(given, "_fields") else tuple(parts)
    return given


def _around(record: Any) -> Any:
    """The array of one record that a NumPy record is a part of: the same memory."""
    array = record.base
    address = record.__array_interface__["data"][0] - array.__array_interface__["data"][0]
    flat = array.reshape(-1)
    return flat[address // flat.itemsize :][:1]


def of(game: str, package: str) -> Artefact:
    """The compiled rules of a game, loaded when first asked for."""
    with _loading:
        if game not in _artefacts:
            try:
                _artefacts[game] = Artefact({}) if way == INTERPRETED else _load(game, package)
            except DoesNotFit as error:
                _artefacts[game] = Artefact({}, why_not=str(error))
                remedy = f"`ludotheque compile {game}` compiles them again"
                warnings.warn(f"{error}. Its rules run interpreted; {remedy}.", RuntimeWarning, stacklevel=4)
            except NotLoaded as error:
                if way == CHECKED:
                    remedy = f"`ludotheque compile {game} --checked` compiles them"
                    warnings.warn(
                        f"{error}, with every index checked. Its rules run interpreted; {remedy}.",
                        RuntimeWarning,
                        stacklevel=4,
                    )
                _artefacts[game] = Artefact({}, why_not=str(error))
        return _artefacts[game]


def is_loaded(game: str) -> bool:
    """Whether a game has compiled rules in this process. They are loaded now if there are any."""
    from ludotheque.core import registry

    return bool(of(game, registry.package_of(game)).calls)


def look_again(game: str) -> None:
    """Look for a game's compiled rules again, for they may have been made meanwhile. The next call uses them."""
    with _loading:
        found = _artefacts.get(game)
        if found is not None and not found.calls:
            del _artefacts[game]
            _forget()


@contextmanager
def interpreting() -> Iterator[None]:
    """Within the block everything in this process runs interpreted. For comparing both ways."""
    global _interpreting
    with _loading:
        _interpreting += 1
        _forget()
    try:
        yield
    finally:
        with _loading:
            _interpreting -= 1
            _forget()


def _forget() -> None:
    for point in entry_points.values():
        point.made.clear()


# ------------------------------------------------------------------------------------------- files


def folder(package: str, checked: bool | None = None) -> Path:
    """Where the compiled rules of a package's games are: its folder `compiled`; beside a game of one file, `NAME.compiled`."""
    spec = find_spec(package)
    places = list(spec.submodule_search_locations or ()) if spec else []
    if places:
        within = Path(places[0], "compiled")
    elif spec and spec.origin and spec.has_location:
        within = Path(spec.origin).with_suffix(".compiled")
    else:
        raise NotLoaded(f"{package} has no folder that compiled rules could be in")
    return within / CHECKED if (way == CHECKED if checked is None else checked) else within


def machine() -> str:
    """The kind of this machine, as in the names of shared objects: `linux-x86_64`, for example."""
    names = {"AMD64": "x86_64", "arm64": "aarch64"}
    return f"{platform.system().lower()}-{names.get(platform.machine(), platform.machine())}"


ALREADY = "already compiled"
"""What the compiler says if it leaves a game's files as they are."""


def compiler(game: str, *more: str) -> list[str]:
    """The program that compiles a game."""
    return [sys.executable, "-m", "ludotheque.compiler", game, *more]


def sources_digest(names: Mapping[str, Any] | list[str]) -> str:
    """A hash of source files, named from the folder of their top package, as 64 hexadecimal digits; empty if one is missing."""
    digest = hashlib.sha256()
    roots: dict[str, Path] = {}
    for name in sorted(names):
        top = name.split("/", 1)[0]
        if top not in roots:
            spec = find_spec(top.removesuffix(".py"))
            home = Path(spec.origin).parent if spec and spec.origin else Path()
            roots[top] = home if top.endswith(".py") else home.parent
        try:
            digest.update(name.encode() + b"\0" + (roots[top] / name).read_bytes())
        except OSError:
            return ""
    return digest.hexdigest()


# ------------------------------------------------------------------------------------------- loading


class _Call(ctypes.Structure):
    _fields_ = (("name", ctypes.c_char_p), ("function", ctypes.c_void_p))


class _Method(ctypes.Structure):
    """`PyMethodDef`."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


_FASTCALL = 0x80
_FUNCTIONS = (
    "PyLong_AsLongLong",
    "PyLong_FromLongLong",
    "PyFloat_AsDouble",
    "PyFloat_FromDouble",
    "PyObject_IsTrue",
    "PyBool_FromLong",
    "PyErr_Occurred",
    "PyErr_SetString",
    "PyErr_Format",
    "PyTuple_GetItem",
    "PyType_IsSubtype",
    "PyEval_SaveThread",
    "PyEval_RestoreThread",
    "Py_IncRef",
    "Py_BuildValue",
    "PyByteArray_AsString",
    "PyByteArray_Size",
    "PyObject_GetBuffer",
    "PyBuffer_Release",
)
_OBJECTS = (bytearray, tuple, None, TypeError, RulesFailed)
_kept: list[Any] = []
_tables: list[Any] = []
"""The tables of functions and objects in libraries that do not know NumPy yet."""
_WORD = ctypes.sizeof(ctypes.c_void_p)


def _load(game: str, package: str) -> Artefact:
    within = folder(package)
    name = game.replace("-", "_")
    if sys.platform == "emscripten":
        return _load_in_page(within, name)
    path = within / f"{name}-{machine()}.so"
    if not path.exists():
        raise NotLoaded(f"{game} has not been compiled for {machine()}")
    try:
        described = json.loads((within / f"{name}.json").read_bytes())
        if described["format"] != FORMAT:
            raise DoesNotFit(f"the compiled rules of {game} are of another version")
        wanted, state = sources_digest(described["sources"]), described["state"]
        # a stale library is never opened: it would stay, for the system finds it again by its name
        if not wanted or wanted.encode() not in path.read_bytes():
            raise DoesNotFit(f"the compiled rules of {game} were made from other sources")
        library = ctypes.PyDLL(str(path))
    except (OSError, ValueError, KeyError) as error:
        raise DoesNotFit(f"the compiled rules of {game} cannot be read: {error}") from error
    if platform.python_implementation() != "CPython" or _WORD != 8 or "t" in getattr(sys, "abiflags", ""):
        raise NotLoaded(
            f"compiled rules do not know this Python ({platform.python_implementation()} {platform.python_version()})"
        )
    words = [ctypes.cast(getattr(ctypes.pythonapi, each), ctypes.c_void_p).value for each in _FUNCTIONS]
    words += [id(each) for each in _OBJECTS] + [0, 0, 0, 0]
    table: Any = (ctypes.c_int64 * len(words)).in_dll(library, "ludotheque_python")
    table[:] = words
    _tables.append(table)
    new = ctypes.pythonapi.PyCFunction_NewEx
    new.restype, new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
    calls: dict[str, Callable[..., Any]] = {}
    count = ctypes.c_int64.in_dll(library, "ludotheque_count").value
    for call in (_Call * count).in_dll(library, "ludotheque_calls"):
        method = _Method(call.name, call.function, _FASTCALL, None)
        _kept.append(method)
        calls[call.name.decode()] = new(ctypes.addressof(method), None, None)
    _kept.append(library)
    return Artefact(calls, state)


def _load_in_page(within: Path, name: str) -> Artefact:
    """The rules as WebAssembly. Whatever built the page has checked that they fit."""
    from ludotheque.core import webassembly

    try:
        module = webassembly.load(within, name, import_module("ludotheque_page"))
    except (OSError, ValueError) as error:
        raise NotLoaded(f"the compiled rules of {name} cannot be read: {error}") from error
    return Artefact(module.calls(), module.description["state"])


def know_numpy() -> None:
    """Tell the libraries loaded so far how NumPy keeps arrays and records, if it keeps them as they read them."""
    import numpy as np

    at = _record_at() if _tables and _reads_arrays() else None
    size_at = _size_at() if at is not None else None
    while _tables:
        table = _tables.pop()
        if at is not None and size_at is not None:
            table[-4:] = [id(np.ndarray), id(np.void), at, size_at]


def _record_at() -> int | None:
    """The offset in bytes of the data's address in a NumPy record (`obval` of `PyVoidScalarObject`); None if it is not found."""
    import numpy as np

    found: set[int] | None = None
    for count in (1, 3, 7):
        records = np.zeros(count, [("a", np.int8), ("b", np.int64, (2,))])
        for index, record in enumerate(records):
            address = records.ctypes.data + index * records.itemsize
            words = range(0, object.__sizeof__(record) // _WORD * _WORD, _WORD)
            here = {at for at in words if ctypes.c_void_p.from_address(id(record) + at).value == address}
            found = here if found is None else found & here
    return min(found) if found else None


def _size_at() -> int | None:
    """The offset in bytes of a record's size in its dtype (`elsize` of `PyArray_Descr`), which follows the data's address; None if not found."""
    import numpy as np

    found: set[int] = set(range(2 * _WORD, 16 * _WORD, _WORD))
    for size in (11, 37, 1009):
        record = np.zeros(1, [("a", np.int8, (size,))])[0]
        found = {at for at in found if ctypes.c_int64.from_address(id(record.dtype) + at).value == size}
        at = _record_at()
        if at is None or ctypes.c_void_p.from_address(id(record) + at + _WORD).value != id(record.dtype):
            return None
    return min(found) if found else None


def _reads_arrays() -> bool:
    """Whether NumPy keeps arrays as `python.c` reads them."""
    import numpy as np

    array = np.zeros((3, 5), np.int32)
    words = [ctypes.c_int64.from_address(id(array) + 8 * each).value for each in range(8)]
    shape = (ctypes.c_int64 * 2).from_address(words[4])
    strides = (ctypes.c_int64 * 2).from_address(words[5])
    kind = ctypes.c_char.from_address(words[7] + 3 * _WORD).value
    return (
        words[1] == id(np.ndarray)
        and words[2] == array.ctypes.data
        and words[3] & 0xFFFFFFFF == 2
        and (*shape, *strides) == (3, 5, 20, 4)
        and words[7] == id(array.dtype)
        and kind == b"i"
    )
