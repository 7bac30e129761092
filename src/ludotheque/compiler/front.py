"""Makes one LLVM module of a game's entry points with Numba. Importing this module teaches Numba the functions marked in `core.jit`, the verbs and luck."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba import njit
from numba import types as numbas_types
from numba.core import codegen as numbas_codegen
from numba.core import compiler as numbas_compiler
from numba.core import registry as numbas_registry
from numba.core.typing import templates as numbas_templates
from numba.core.typing import typeof as numbas_typeof
from numba.extending import intrinsic as numbas_intrinsic
from numba.extending import overload_method as numbas_overload_method

from ludotheque.compiler.frames import FRAME, framed
from ludotheque.core import bits, lazy, memory, verbs
from ludotheque.core.entry_point import EntryPoint
from ludotheque.core.game import Game
from ludotheque.core.luck import Luck, fraction

types: Any = numbas_types
overload_method: Any = numbas_overload_method
intrinsic: Any = numbas_intrinsic
typeof: Any = numbas_typeof.typeof
typeof_impl: Any = numbas_typeof.typeof_impl
AbstractTemplate: Any = numbas_templates.AbstractTemplate
infer_global: Any = numbas_templates.infer_global
CPUDispatcher: Any = numbas_registry.CPUDispatcher
cpu_target: Any = numbas_registry.cpu_target
_compiler: Any = numbas_compiler
_JITCodeLibrary: Any = numbas_codegen.JITCodeLibrary


class FunctionCode(_JITCodeLibrary):  # type: ignore[misc]  # Numba has no types
    """The code of one function: neither optimised nor able to run. It is optimised once, in the module of its game."""

    def finalize(self) -> None:
        """Mark the part as complete."""
        self._raise_if_finalized()
        self._finalize_dynamic_globals()
        self._finalized = True

    @property
    def codegen(self) -> Any:
        """The code generator, but for environments, the Python objects that code refers to: this code refers to none."""
        return _WithoutEnvironments(self._codegen)

    def module(self) -> Any:
        """The module of this function alone."""
        return super()._get_module_for_linking()

    def _get_module_for_linking(self) -> Any:
        """The module with all that it needs, for a function that Numba compiles in its own way."""
        module = self.module().clone()
        for library in _closure(self._linking_libraries):
            module.link_in(_module_of(library), preserve=True)
        return module

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002 (asked by Numba)
        """There is no machine code."""
        self._ensure_finalized()
        return 0


class _WithoutEnvironments:
    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: Any) -> None:
        pass


def _module_of(library: Any) -> Any:
    return library.module() if isinstance(library, FunctionCode) else library._get_module_for_linking()


def _closure(libraries: Sequence[Any]) -> list[Any]:
    """Libraries with everything they need, each once and before what it needs: LLVM drops what nobody calls yet."""
    seen: set[int] = set()
    needed_first: list[Any] = []

    def visit(library: Any) -> None:
        if id(library) not in seen:
            seen.add(id(library))
            if isinstance(library, FunctionCode):
                for other in library._linking_libraries:
                    visit(other)
            needed_first.append(library)

    for library in libraries:
        visit(library)
    return needed_first[::-1]


class Dispatcher(CPUDispatcher):  # type: ignore[misc]
    """Compiles a function of the rules into a `FunctionCode`. Signed whole numbers are widened, so that one compilation serves them all."""

    def __init__(self, function: Any) -> None:
        super().__init__(
            function, {}, {"nopython": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        )
        self._compiler._compile_core = self._into_a_part

    def _into_a_part(self, args: Any, return_type: Any) -> Any:
        work = self._compiler
        flags = _compiler.Flags()
        work.targetdescr.options.parse_as_flags(flags, work.targetoptions)
        context = work.targetdescr.target_context
        library = FunctionCode(context.codegen(), work.py_func.__qualname__)
        return _compiler.compile_extra(
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

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(map(_wide, args)), kws)


def _wide(kind: Any) -> Any:
    plain = types.unliteral(kind)
    return types.int64 if isinstance(plain, types.Integer) and plain.signed else kind


# ------------------------------------------------------------------------------------------- functions of the rules


def _on_a_word(build: Callable[[Any, Any, Any], Any]) -> Any:
    """A function of one word, from the LLVM code that `build(builder, word, constant)` writes."""

    def typed(_typing: Any, word: Any) -> Any:
        if word not in (types.int64, types.uint64):
            return None

        def write(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return build(builder, arguments[0], lambda bits, value: ir.Constant(ir.IntType(bits), value))

        return types.int64(word), write

    return intrinsic(typed)


_INSTRUCTIONS = {
    bits.lowest_bit: _on_a_word(lambda builder, word, constant: builder.cttz(word, constant(1, 1))),
    bits.highest_bit: _on_a_word(
        lambda builder, word, constant: builder.sub(constant(64, 63), builder.ctlz(word, constant(1, 1)))
    ),
    bits.count_bits: _on_a_word(lambda builder, word, _constant: builder.ctpop(word)),
}
"""What compiled code does in place of these functions."""

_typed: dict[Any, Any] = {}
_dispatchers: list[Any] = []
"""Numba holds dispatchers weakly."""


@typeof_impl.register(FunctionType)  # type: ignore[untyped-decorator]
def _type_of_rule(function: Any, _c: Any) -> Any:
    """Numba's type of a function that compiled code calls. Those that are not marked have none."""
    rule = vars(function).get("rule")
    if rule is None:
        return None
    if rule.function not in _typed:
        machine = _INSTRUCTIONS.get(rule.function) or rule.machine or rule.function
        if isinstance(machine, FunctionType):
            made: Any = njit(inline="always")(machine) if rule.inlines else Dispatcher(machine)
            if rule.inlines:
                made._compiler._compile_core = Dispatcher(machine)._into_a_part
            _dispatchers.append(made)
            _typed[rule.function] = types.Dispatcher(made)
        else:
            cpu_target.typing_context.refresh()
            _typed[rule.function] = cpu_target.typing_context.resolve_value_type(machine)
    return _typed[rule.function]


def _random(self: Any) -> Any:
    if self.instance_class is not Luck:
        return None
    return lambda self: fraction(self.word, 0)


def _integers(self: Any, low: Any, high: Any = None) -> Any:  # noqa: ARG001 (Numba compares the names)
    if self.instance_class is not Luck:
        return None
    if high is None or isinstance(high, types.Omitted | types.NoneType):
        return lambda self, low, high=None: np.int64(fraction(self.word, 0) * low)  # noqa: ARG005
    return lambda self, low, high=None: low + np.int64(fraction(self.word, 0) * (high - low))


for _name, _method in (("random", _random), ("integers", _integers)):
    overload_method(types.NamedUniTuple, _name, inline="always", strict=False)(_method)


# ------------------------------------------------------------------------------------------- verbs

_by_state: dict[str, dict[Any, Callable[..., Any]]] = {}


def _lead(verb: Any, functions: Mapping[Any, Callable[..., Any]]) -> None:
    """Make compiled code that calls `verb(b, s, …)` call the one of `functions` whose key is the type of `s`."""

    class Choice(AbstractTemplate):  # type: ignore[misc]
        key = verb

        def generic(self, args: Any, kws: Any) -> Any:
            if len(args) < 2 or args[1] not in functions:
                return None
            return typeof(functions[args[1]]).get_call_type(self.context, args, kws)

        def get_impl_key(self, sig: Any) -> Any:
            return typeof(functions[sig.args[1]]).get_impl_key(sig)

    infer_global(verb, types.Function(Choice))


for _name, _verb in verbs.VERBS.items():
    _by_state[_name] = {}
    _lead(_verb, _by_state[_name])


def know(game: Game) -> None:
    """Lead the verbs to a game's rules."""
    lazy.settle()
    kind = typeof(np.zeros(1, memory.dtype_of(game.state))[0])
    for name, function in verbs.rules_of(game.state).items():
        _by_state[name][kind] = function


# ------------------------------------------------------------------------------------------- a game


def functions_used() -> set[Any]:
    """The functions of the rules compiled in this process so far."""
    return {function for function in _typed if isinstance(function, FunctionType)}


def module_of(game: Game, box: Any, points: Sequence[EntryPoint]) -> str:
    """The LLVM code of a game: for each entry point a function `name(frame)` that returns 0, or 1 if it failed. `box` is the dtype of the components."""
    know(game)
    libraries, shims = [], []
    for point in points:
        dispatcher = Dispatcher(framed(point, box, memory.dtype_of(game.state)))
        _dispatchers.append(dispatcher)
        dispatcher.compile((FRAME,))
        made = dispatcher.overloads[(FRAME,)]
        libraries.append(made.library)
        shims.append(_SHIM.replace("NAME", symbol(game, point)).replace("MADE", made.fndesc.llvm_func_name))
    some = libraries[0].module()
    text = (
        f'target datalayout = "{some.data_layout}"\ntarget triple = "{some.triple}"\n'
        + _UNKNOWN
        + "\n".join(shims)
    )
    whole = llvm.parse_assembly(text)
    for library in _closure(libraries):
        whole.link_in(_module_of(library), preserve=True)
    return str(whole)


def symbol(game: Game, point: EntryPoint) -> str:
    """The name of an entry point's function in a game's module."""
    return f"{game.name.replace('-', '_')}_{point.name}"


_UNKNOWN = """
@ludotheque_unknown_text = internal constant [17 x i8] c"the rules failed\\00"
@ludotheque_unknown = internal constant ptr @ludotheque_unknown_text
"""

# The status of Numba's functions is 0, or -2 where they return None; what failed is told by a text, which `targets` puts in place of a pickle.
_SHIM = """
declare i32 @"MADE"(ptr, ptr, ptr)
define i32 @NAME(ptr %frame) {
  %result = alloca i64
  %why = alloca ptr
  store ptr null, ptr %why
  %status = call i32 @"MADE"(ptr %result, ptr %why, ptr %frame)
  %done = icmp eq i32 %status, 0
  %none = icmp eq i32 %status, -2
  %fine = or i1 %done, %none
  br i1 %fine, label %well, label %failed
well:
  ret i32 0
failed:
  %kept = load ptr, ptr %why
  %unknown = icmp eq ptr %kept, null
  %there = select i1 %unknown, ptr @ludotheque_unknown, ptr %kept
  %text = load ptr, ptr %there
  %address = ptrtoint ptr %text to i64
  store i64 %address, ptr %frame
  ret i32 1
}
"""
