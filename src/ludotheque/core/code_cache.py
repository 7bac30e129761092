"""Numba's cache of compiled functions, stored in the folders of `core.cache_folders`."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from numba import types
from numba.core import caching
from numba.core.registry import cpu_target

from ludotheque.core import cache_folders

_home_of_state: dict[Any, str] = {}

save_errors: list[str] = []
"""Why code compiled in this process could not be saved, one entry each time."""

torn: list[str] = []
"""The files of code that this process found torn."""


def belongs(state_type: Any, package: str) -> None:
    """Note that code compiled for states of this type carries out rules of this package."""
    _home_of_state[state_type] = cache_folders.home_of(package)


def keep(dispatcher: Any, *, states: bool = True) -> Any:
    """Make a function compiled on its first call (`numba.njit`) save its code. Returns the dispatcher.

    With `states` False only code that knows no game's states is saved; it serves all games.
    """
    dispatcher._cache = GameCodeCache(dispatcher.py_func, states=states)
    return dispatcher


def knows_a_game(sig: Any) -> bool:
    """Whether a signature contains the state of a game."""
    return any(record in _home_of_state for record in _records(sig))


class GameCodeCache(caching._Cache):  # type: ignore[misc, unused-ignore]
    """The saved code of one function, each signature in the folder of the function's home and of its states' games."""

    def __init__(self, function: Any, *, states: bool = True) -> None:
        self._function, self._states = function, states
        self._home = cache_folders.home_of(function.__module__)
        self._at: dict[Path | None, Any] = {None: caching.NullCache()}
        self._enabled = True

    @property
    def cache_path(self) -> str:
        """The folder for signatures without a state."""
        return str(cache_folders.folder(self._home) or "")

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The saved code for a signature; None if there is none."""
        with contextlib.suppress(OSError):
            return self._for(sig).load_overload(sig, target_context)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Save the code compiled for a signature, if the folder can be written (see `save_errors`)."""
        try:
            self._for(sig).save_overload(sig, data)
        except OSError as error:
            save_errors.append(str(error))

    def signatures(self, home: str) -> list[Any]:
        """The signatures saved with the games of a home, for this processor, of games that this process knows."""
        folder = cache_folders.folder(self._home, home)
        if folder is None:
            return []
        with contextlib.suppress(OSError):
            cache = self._in(folder)
            return [each for each in cache.signatures() if self._for(each) is cache]
        return []

    def enable(self) -> None:
        """Start reading and saving."""
        self._enabled = True

    def disable(self) -> None:
        """Stop reading and saving."""
        self._enabled = False

    def flush(self) -> None:
        """Forget the saved code in every folder used so far."""
        for cache in self._at.values():
            cache.flush()

    def _for(self, sig: Any) -> Any:
        games = {_home_of_state[record] for record in _records(sig) if record in _home_of_state}
        used = self._enabled and (self._states or (self._home == cache_folders.HOUSE and not games))
        return self._in(cache_folders.folder(self._home, *games) if used else None)

    def _in(self, folder: Path | None) -> Any:
        if folder is not None and folder not in self._at:
            self._at[folder] = _Cache(self._function, _place(folder, self._function.__module__))
        return self._at[folder]


def _place(folder: Path, module: str) -> Path:
    return folder / module.rpartition(".")[0]


def names(module: str, home: str) -> tuple[str, ...]:
    """The names of the files that hold code of a module's functions for the games of a home."""
    folder = cache_folders.folder(cache_folders.home_of(module), home)
    if folder is not None:
        with contextlib.suppress(OSError):
            return tuple(os.listdir(_place(folder, module)))
    return ()


def _records(sig: Any) -> Iterator[Any]:
    """The record types in a signature, however they are wrapped."""
    waiting = list(getattr(sig, "args", sig))
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, types.Record):
            yield kind
        elif isinstance(kind, types.Array):
            waiting.append(kind.dtype)
        elif isinstance(kind, types.BaseTuple):
            waiting += kind.types  # type: ignore[attr-defined, unused-ignore]


class _Cache(caching.FunctionCache):  # type: ignore[misc, unused-ignore]
    """Numba's cache of one function, in a folder of our choice."""

    def __init__(self, function: Any, place: Path) -> None:
        self._impl_class = lambda function: _Impl(function, place)  # type: ignore[assignment, unused-ignore]
        super().__init__(function)  # type: ignore[no-untyped-call, unused-ignore]
        self._cache_file = _Files(str(place), self._impl.filename_base, "")  # type: ignore[no-untyped-call, unused-ignore]

    def signatures(self) -> list[Any]:
        """The signatures in the index that were compiled for this processor."""
        here = cpu_target.target_context.codegen().magic_tuple()
        index = self._cache_file._load_index()  # type: ignore[no-untyped-call, unused-ignore]
        return [signature for signature, processor, _ in index if processor == here]


class _Files(caching.IndexDataCacheFile):  # type: ignore[misc, unused-ignore]
    """The files of one function. Those that a power cut or an interrupted copy left torn count as missing, and are written anew."""

    def _load_index(self) -> Any:
        try:
            return super()._load_index()  # type: ignore[no-untyped-call, unused-ignore]
        except OSError:
            raise
        except Exception:  # whatever `pickle` raises for what is no pickle
            torn.append(self._index_path)
            return {}

    def _load_data(self, name: str) -> Any:
        try:
            return super()._load_data(name)  # type: ignore[no-untyped-call, unused-ignore]
        except OSError:
            raise
        except Exception as error:
            torn.append(name)
            raise FileNotFoundError(f"{name}: {error}") from error


class _Impl(caching.CompileResultCacheImpl):  # type: ignore[misc, unused-ignore]
    def __init__(self, function: Any, place: Path) -> None:
        self._locator_classes = [_Locator(function, place)]  # type: ignore[list-item, unused-ignore]
        super().__init__(function)  # type: ignore[no-untyped-call, unused-ignore]


class _Locator(caching._CacheLocator):  # type: ignore[misc, unused-ignore]
    """Tells Numba where a function's code is kept. The folder's name stands for the sources, so no other stamp is needed."""

    def __init__(self, function: Any, place: Path) -> None:
        self._line, self._place = str(function.__code__.co_firstlineno), str(place)

    def from_function(self, *_function_and_file: Any) -> _Locator:  # type: ignore[override, unused-ignore]
        return self

    def get_cache_path(self) -> str:
        return self._place

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        return self._line
