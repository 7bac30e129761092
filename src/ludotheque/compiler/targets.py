"""Turns a game's LLVM module into machine code, with llvmlite alone: the same module for every kind of machine."""

from __future__ import annotations

import pickle
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import llvmlite.binding as llvm

from ludotheque.core import artefact
from ludotheque.core.errors import LudothequeError

PROVIDED = (
    "NRT_MemInfo_alloc_aligned",
    "NRT_MemInfo_alloc_safe_aligned",
    "NRT_MemInfo_alloc",
    "NRT_Allocate",
    "NRT_Free",
    "NRT_MemInfo_call_dtor",
    "NRT_MemInfo_new_varsize",
    "NRT_MemInfo_new_varsize_dtor",
    "NRT_MemInfo_varsize_alloc",
    "NRT_MemInfo_varsize_realloc",
    "numba_attempt_nocopy_reshape",
    "PyErr_SetString",
)
"""Functions of Numba's runtime, which `runtime.c` has."""

_COUNTING = """
declare void @NRT_MemInfo_call_dtor(ptr)

define void @NRT_incref(ptr %info) alwaysinline {
  %none = icmp eq ptr %info, null
  br i1 %none, label %done, label %count
count:
  %before = load i64, ptr %info
  %after = add i64 %before, 1
  store i64 %after, ptr %info
  br label %done
done:
  ret void
}

define void @NRT_decref(ptr %info) alwaysinline {
  %none = icmp eq ptr %info, null
  br i1 %none, label %done, label %count
count:
  %before = load i64, ptr %info
  %after = sub i64 %before, 1
  store i64 %after, ptr %info
  %unused = icmp eq i64 %after, 0
  br i1 %unused, label %free, label %done
free:
  call void @NRT_MemInfo_call_dtor(ptr %info)
  br label %done
done:
  ret void
}
"""
"""How references to arrays made inside a function are counted. No two threads share one, so counting needs no atomics."""

_LIBRARY = ("memcpy", "memset", "memmove", "malloc", "free")
"""What LLVM may call by itself."""
_MATHEMATICS = re.compile(r"llvm\.(a?(sin|cos|tan)h?|atan2|exp(2|10)?|log(2|10)?|powi?)\.")
"""What LLVM has a name of its own for, and calls in the C library."""


@dataclass(frozen=True)
class Target:
    """A kind of machine.

    Attributes:
        name: as in the names of files.
        triple: LLVM's name of it.
        processor: the oldest processor that the code runs on.
        features: what the code may use beyond that.
        zig: the name that `ziglang` has for it.
        suffix: what the linked file's name ends with.
    """

    name: str
    triple: str
    processor: str
    features: str
    zig: str
    suffix: str = ".so"


TARGETS = {
    each.name: each
    for each in (
        Target("linux-x86_64", "x86_64-unknown-linux-gnu", "x86-64-v2", "", "x86_64-linux-gnu.2.17"),
        Target("linux-aarch64", "aarch64-unknown-linux-gnu", "generic", "", "aarch64-linux-gnu.2.17"),
        Target("darwin-x86_64", "x86_64-apple-macosx11.0.0", "x86-64-v2", "", "x86_64-macos.11.0"),
        Target("darwin-aarch64", "arm64-apple-macosx11.0.0", "apple-m1", "", "aarch64-macos.11.0"),
        Target("windows-x86_64", "x86_64-pc-windows-gnu", "x86-64-v2", "", "x86_64-windows-gnu"),
        Target(
            "wasm32",
            "wasm32-unknown-unknown",
            "generic",
            "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext",
            "wasm32-freestanding",
            ".wasm",
        ),
    )
}


class CannotCompile(LudothequeError):
    """Rules use something that cannot be compiled ahead; the message says what."""


def here() -> Target:
    """The kind of this machine. Raises `CannotCompile` if there is no target for it."""
    return named(artefact.machine())


def named(name: str) -> Target:
    """A kind of machine by its name. Raises `CannotCompile` if there is none of that name."""
    if name not in TARGETS:
        raise CannotCompile(f"rules cannot be compiled for {name}, only for {', '.join(TARGETS)}")
    return TARGETS[name]


def neutral(text: str) -> str:
    """A module of Numba's without what belongs to this machine or to Python: for every target."""
    for name in ("NRT_incref", "NRT_decref"):
        text = _without_definition(text, name)
    text = _SHAPES.sub(_stops, text)
    text = re.sub(r"^declare i8 @llvm\.x86[^\n]*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r" = common (\w+ )?global", " = internal global", text)  # WebAssembly has no common symbols
    text = re.sub(r'"target-cpu"="[^"]*"', "", text)
    text = re.sub(r'"target-features"="[^"]*"', "", text)
    text = re.sub(r"@sqrt\(", "@llvm.sqrt.f64(", text)
    text = re.sub(r"^declare double @llvm\.sqrt\.f64\(double\)[^\n]*\n", "", text, flags=re.MULTILINE)
    if "@llvm.sqrt.f64(" in text:
        text += "\ndeclare double @llvm.sqrt.f64(double)\n"
    return _with_texts(text)


def _without_definition(text: str, name: str) -> str:
    found = re.search(
        rf'^define [^\n]*@"?{re.escape(name)}"?\([^\n]*\{{\n.*?^\}}\n', text, re.DOTALL | re.MULTILINE
    )
    if found:
        text = text[: found.start()] + text[found.end() :]
    used = f"@{name}(" in text or f"@{name}," in text
    if used and not re.search(rf"^declare [^\n]*@{name}\(", text, re.MULTILINE):
        text += f"\ndeclare void @{name}(ptr)\n"
    return text


_SHAPES = re.compile(
    r"^(?P<head>define [^\n]*raise_with_shape_context[^\n]*\(ptr [^,]*, ptr [^,]*(?P<why>%\w+)[^\n]*\{\n).*?^\}\n",
    re.DOTALL | re.MULTILINE,
)
"""What Numba calls where an array does not fit into another: it would spell their sizes out."""


def _stops(found: re.Match[str]) -> str:
    return f"{found['head']}  store ptr @ludotheque_unknown, ptr {found['why']}\n  ret i32 1\n}}\n"


_PICKLE = re.compile(
    r'^(?P<name>@\.const\.pickledata\.\w+(?:\.\d+)?) = internal constant \[\d+ x i8\] c"(?P<data>(?:[^"])*)"',
    re.MULTILINE,
)


def _with_texts(text: str) -> str:
    """The module with a plain text in place of each pickled error."""

    def put(found: re.Match[str]) -> str:
        raw = re.sub(r"\\([0-9A-Fa-f]{2})", lambda code: chr(int(code[1], 16)), found["data"]).encode(
            "latin-1"
        )
        said = _said(raw).encode()[:400].replace(b"\0", b"") + b"\0"
        written = "".join(f"\\{each:02X}" for each in said)
        return f'{found["name"]} = internal constant [{len(said)} x i8] c"{written}"'

    # The sizes beside them are of no use any more: texts end with a zero.
    return _PICKLE.sub(put, text)


def _said(raw: bytes) -> str:
    try:
        kind, arguments, *_ = pickle.loads(raw)  # noqa: S301 (Numba's own)
        return f"{kind.__name__}: {' '.join(each for each in arguments or () if isinstance(each, str))}"
    except Exception:  # whatever a class says that cannot be made again; the text is for people
        return "the rules failed"


def object_code(text: str, target: Target, exported: Collection[str], *, level: int = 3) -> bytes:
    """An object file of a neutral module. Raises `CannotCompile` if it needs something that no machine has."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    reloc = "static" if target.name == "wasm32" else "pic"
    machine = llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=target.processor, features=target.features, opt=level, reloc=reloc, codemodel="default"
    )
    text = re.sub(r'target triple = "[^"]*"', f'target triple = "{target.triple}"', text)
    text = re.sub(r'target datalayout = "[^"]*"', f'target datalayout = "{machine.target_data}"', text)
    module = llvm.parse_assembly(text)
    module.verify()
    # Pairs that count a reference and give it back go first, while both are calls that a pass knows by name. Calls that nothing sees into
    # would then keep the code around them as it is, so they are inlined; references known to be null vanish.
    _keep_inside(module, exported)
    _improve(module, machine, 1, prunes=True)
    module.link_in(llvm.parse_assembly(_COUNTING))
    _keep_inside(module, exported)
    _improve(module, machine, level)
    missing = sorted(
        each.name
        for each in module.functions
        if each.is_declaration
        and (not each.name.startswith("llvm.") or _MATHEMATICS.match(each.name))
        and each.name not in (*PROVIDED, *_LIBRARY)
    )
    if missing:
        callers = ", ".join(sorted(_callers(text, missing)))
        where = f" (in {callers})" if callers else ""
        raise CannotCompile(f"compiled rules cannot call {', '.join(missing)}{where}")
    return bytes(machine.emit_object(module))


def _callers(text: str, called: Collection[str]) -> set[str]:
    """The functions of Python in which a module calls one of these."""
    calls = re.compile(rf"@({'|'.join(map(re.escape, called))})\(")
    return {
        _in_python(function["name"])
        for function in re.finditer(
            r'^define [^\n]*?@"?(?P<name>[\w.$<>-]+)"?\(.*?^\}', text, re.DOTALL | re.MULTILINE
        )
        if calls.search(function[0])
    }


def _in_python(name: str) -> str:
    """The name that a function of Numba's, such as `_ZN4tiny5rules4playB2v1E`, has in Python: `tiny.rules.play`."""
    parts, rest = [], name.removeprefix("_ZN")
    while found := re.match(r"\d+", rest):
        end = found.end() + int(found[0])
        parts.append(rest[found.end() : end])
        rest = rest[end:]
    return ".".join(parts) or name


def _keep_inside(module: Any, exported: Collection[str]) -> None:
    for each in (*module.functions, *module.global_variables):
        if not each.is_declaration and each.name not in exported:
            each.linkage = "internal"


def _improve(module: Any, machine: Any, level: int, *, prunes: bool = False) -> None:
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    builder = llvm.create_pass_builder(machine, options)
    passes = builder.getModulePassManager()
    if prunes:
        passes.add_refprune_pass()
    passes.run(module, builder)


__all__ = ["TARGETS", "CannotCompile", "Target", "neutral", "object_code"]
