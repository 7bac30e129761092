"""Has this process import a game with something changed: another text of a module, or a function of it that is misread."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any


class Changing(SourceFileLoader):
    """Loads a module as it is, and changes it."""

    def __init__(
        self, name: str, path: str, source: str | None, misread: dict[str, Callable[..., Any]]
    ) -> None:
        super().__init__(name, path)
        self.source, self.misread = source, misread

    def get_code(self, fullname: str) -> CodeType | None:
        """The changed text compiled here, so that no file of compiled code is written or read."""
        return super().get_code(fullname) if self.source is None else compile(self.source, self.path, "exec")

    def exec_module(self, module: ModuleType) -> None:
        """Before anybody imports a function from it, a misread one takes its place."""
        super().exec_module(module)
        for name, misread in self.misread.items():
            original = getattr(module, name)
            setattr(module, name, functools.wraps(original)(functools.partial(misread, original)))


class Finder:
    """Finds one module before anybody else does."""

    def __init__(self, module: str, source: str | None, misread: dict[str, Callable[..., Any]]) -> None:
        self.module, self.source, self.misread = module, source, misread

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module that is changed."""
        if name != self.module:
            return None
        spec = PathFinder.find_spec(name, path, target)
        assert spec
        assert spec.origin
        spec.loader = Changing(name, spec.origin, self.source, self.misread)
        return spec


def change(module: str, source: str | None = None, **misread: Callable[..., Any]) -> None:
    """From now on this process imports the module with this text, or with these functions misread: each gets the original first."""
    assert module not in sys.modules, f"{module} is imported already"
    sys.meta_path.insert(0, Finder(module, source, misread))
