"""Makes machine code only of what Python calls: other functions stay unoptimised until they become parts of that.

Numba optimises each function and makes machine code of it, then does the same again as a part of each caller, and so on upwards. Here
only what Python calls is optimised, once, together with all its parts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import codegen as numbas_codegen
from numba.core import compiler as numbas_compiler

compiler: Any = numbas_compiler
JITCodeLibrary: Any = numbas_codegen.JITCodeLibrary


class Part(JITCodeLibrary):  # type: ignore[misc]
    """The code of a function that only compiled code calls: neither optimised nor able to run."""

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.environments: list[tuple[str, Any]] = []

    @property
    def codegen(self) -> Any:
        """The code generator, except that `set_env` waits until there is machine code."""
        return _Later(self)

    def finalize(self) -> None:
        """Mark the part as complete."""
        self._raise_if_finalized()
        self._finalize_dynamic_globals()
        self._finalized = True

    def alone(self) -> Any:
        """The module that goes into a whole, without the modules it needs."""
        return super()._get_module_for_linking()

    def _get_module_for_linking(self) -> Any:
        """The module with all that it needs, for a function that Numba compiles in its own way."""
        module = self.alone().clone()
        for library in _closure(self._linking_libraries):
            module.link_in(_module_of(library), preserve=True)
        return module

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002 (asked by Numba)
        """Return None: there is no machine code."""
        self._ensure_finalized()
        return 0


Shared = JITCodeLibrary
"""The code of a function that only compiled code calls, made in Numba's usual way so that it can be saved by itself."""


class Whole(JITCodeLibrary):  # type: ignore[misc]
    """The code of a function that Python calls, with all its parts."""

    def finalize(self) -> None:
        """Add all parts, each once, then optimise and make machine code."""
        self._codegen._check_llvm_bugs()
        self._raise_if_finalized()
        needed = _closure(self._linking_libraries)
        for library in needed:
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(_module_of(library), preserve=True)
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()
        for library in needed:
            for name, environment in getattr(library, "environments", ()):
                if self._codegen._engine.is_symbol_defined(name):
                    self._codegen.set_env(name, environment)


class _Later:
    """A part's code generator. It notes environments (the Python objects that code refers to) for the whole."""

    def __init__(self, part: Part) -> None:
        self._part = part

    def __getattr__(self, name: str) -> Any:
        return getattr(self._part._codegen, name)

    def set_env(self, name: str, environment: Any) -> None:
        self._part.environments.append((name, environment))


def _module_of(library: Any) -> Any:
    return library.alone() if isinstance(library, Part) else library._get_module_for_linking()


def _closure(libraries: list[Any]) -> list[Any]:
    """Libraries with everything they need, each once and before what it needs: LLVM drops what nobody calls yet."""
    seen: set[int] = set()
    needed_first: list[Any] = []

    def visit(library: Any) -> None:
        if id(library) not in seen:
            seen.add(id(library))
            if isinstance(library, Part):
                for other in library._linking_libraries:
                    visit(other)
            needed_first.append(library)

    for library in libraries:
        visit(library)
    return needed_first[::-1]


Kind = Callable[[Any], Any]
"""The kind of library for a function's argument types."""


def compile_into(dispatcher: Any, kind: Kind) -> None:
    """Make a dispatcher put what it compiles into a library of this kind."""
    work = dispatcher._compiler

    def compile_core(args: Any, return_type: Any) -> Any:
        flags = compiler.Flags()
        work.targetdescr.options.parse_as_flags(flags, work.targetoptions)
        context = work.targetdescr.target_context
        library = kind(args)(context.codegen(), work.py_func.__qualname__)
        library.enable_object_caching()
        return compiler.compile_extra(
            work.targetdescr.typing_context,
            context,
            work.py_func,
            args=args,
            return_type=return_type,
            flags=flags,
            locals=work.locals,
            library=library,
            pipeline_class=work.pipeline_class,
        )

    work._compile_core = compile_core
