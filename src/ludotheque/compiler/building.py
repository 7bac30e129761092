"""Builds the compiled rules of a game into the folder `compiled` of its package: for each kind of machine, with a header for C and a description."""

from __future__ import annotations

import ast
import inspect
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import llvmlite
import numba

from ludotheque.bots.learnt.network import unsuitable
from ludotheque.compiler import frames, front, targets
from ludotheque.compiler.frames import Word, frame_size, words_of
from ludotheque.compiler.targets import CannotCompile, Target
from ludotheque.core import artefact, components, entry_point, memory, recarrays
from ludotheque.core.entry_point import BOX, STATE, Array, EntryPoint, Group, Kind, Record
from ludotheque.core.game import Game

HERE = Path(__file__).parent
DECLARING = (
    "ludotheque.core.entry",
    "ludotheque.core.perft",
    "ludotheque.bots.judging",
    "ludotheque.bots.descent",
    "ludotheque.bots.learnt.estimate",
    "ludotheque.bots.learnt.ponder",
    "ludotheque.envs.stepping",
    "ludotheque.envs.opponents",
    "ludotheque.lab.playout",
    "ludotheque.lab.reflexes",
)
"""The library's own modules that declare entry points for every game. Those of a game's package are for that game alone."""


def entry_points_of(game: Game) -> list[EntryPoint]:
    """The entry points of a game, in a fixed order. Raises `CannotCompile` if two have the same name."""
    for name in DECLARING:
        __import__(name)
    found = {
        name: point
        for name, point in sorted(entry_point.entry_points.items())
        if point.module in DECLARING
        or point.module == game.package
        or point.module.startswith(f"{game.package}.")
    }
    by_name: dict[str, EntryPoint] = {}
    for point in found.values():
        if not _is_for(game, point):
            continue
        if point.name in by_name:
            raise CannotCompile(f"{game.name}: two entry points are called {point.name}")
        by_name[point.name] = point
    return list(by_name.values())


def _is_for(game: Game, point: EntryPoint) -> bool:
    """Whether a game can be played through an entry point."""
    if point.name == "play_out":
        return game.timed
    if point.name in ("look", "ponder"):
        return unsuitable(game, 2) is None
    return True


def build(game: Game, wanted: Iterable[Target], *, checked: bool = False) -> list[Path]:
    """Build a game's compiled rules for some kinds of machine. Returns what was written.

    Raises:
        CannotCompile: the rules use something that cannot be compiled ahead.
        OSError: the folder cannot be written.
    """
    points = entry_points_of(game)
    box = memory.dtype_of(components.load(game).array.dtype)
    text = targets.neutral(front.module_of(game, box, points))
    names = [front.symbol(game, point) for point in points]
    sources = _sources(game)
    digest = artefact.sources_digest(sources)
    stem, within = game.name.replace("-", "_"), artefact.folder(game.package, checked)
    within.mkdir(parents=True, exist_ok=True)
    written = []
    with tempfile.TemporaryDirectory() as folder:
        for target in wanted:
            rules = Path(folder, "rules.o")
            rules.write_bytes(targets.object_code(text, target, names))
            made = Path(folder, f"made{target.suffix}")
            _link(game, points, box, digest, rules, target, made)
            written.append(_put(within / file_of(game, target), made.read_bytes()))
    header = _header(game, points, box)
    written.append(_put(within / f"{stem}.h", header.encode()))
    described = _description(game, points, box, sources)
    written.append(_put(within / f"{stem}.json", (json.dumps(described, indent=1) + "\n").encode()))
    return written


def is_built(game: Game, wanted: Iterable[Target], *, checked: bool = False) -> bool:
    """Whether all this is there, made from the sources and by the compiler as they are now."""
    stem, within = game.name.replace("-", "_"), artefact.folder(game.package, checked)
    try:
        described = json.loads((within / f"{stem}.json").read_bytes())
        digest = artefact.sources_digest(described["sources"]).encode()
        return (
            described["format"] == artefact.FORMAT
            and described["compiler"] == compiled_by()
            and bool(digest)
            and all(digest in (within / file_of(game, each)).read_bytes() for each in wanted)
        )
    except (OSError, ValueError, KeyError):
        return False


def file_of(game: Game, target: Target) -> str:
    """The name of the file with a game's rules for a kind of machine."""
    stem = game.name.replace("-", "_")
    return f"{stem}{target.suffix}" if target.suffix == ".wasm" else f"{stem}-{target.name}{target.suffix}"


def _put(path: Path, data: bytes) -> Path:
    """Write a file as a whole: a reader sees the old file or the new one."""
    begun = path.with_name(f".{path.name}.{os.getpid()}")
    begun.write_bytes(data)
    begun.replace(path)
    return path


# ------------------------------------------------------------------------------------------- sources


@cache
def compiled_by() -> str:
    """Which compiler this is: a hash of its files, and the versions of what it uses."""
    files = [f"ludotheque/compiler/{path.name}" for path in HERE.iterdir() if path.suffix in (".py", ".c")]
    return (
        f"{artefact.sources_digest(files)[:16]}, numba {numba.__version__}, llvmlite {llvmlite.__version__}"
    )


def _sources(game: Game) -> list[str]:
    """The files that a game was compiled from, from the folder of their top package.

    These are the game's package, the modules of the functions used, and those whose constants these use.
    """
    modules = {function.__module__ for function in front.functions_used()}
    modules |= {constant for name in modules for constant in _constants_from(name)}
    modules |= {name for name in sys.modules if name == game.package or name.startswith(f"{game.package}.")}
    found = set()
    for name in modules:
        spec = find_spec(name)
        if spec and spec.origin and spec.origin.endswith(".py"):
            depth = name.count(".") + (1 if spec.submodule_search_locations else 0)
            path = Path(spec.origin)
            found.add(str(path.relative_to(path.parents[depth])))
    return sorted(found)


def _constants_from(module: str) -> Iterable[str]:
    """The modules from which a module imports constants, and those that it imports as a whole."""
    for node in ast.parse(inspect.getsource(sys.modules[module])).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            for name in (each.name for each in node.names):
                if f"{node.module}.{name}" in sys.modules:
                    yield f"{node.module}.{name}"
                elif name.isupper() and node.module.split(".")[0] == module.split(".", maxsplit=1)[0]:
                    yield node.module


# ------------------------------------------------------------------------------------------- for C


def _c_name(word: Word) -> str:
    return "_".join(word.path)


def _c_parameters(point: EntryPoint) -> Iterable[tuple[str, list[str]]]:
    """For each word of a frame its parameter in C, and the expressions that fill it and those after it."""
    for word in words_of(point):
        name, kind = _c_name(word), word.kind
        if isinstance(kind, Array | Record):
            of = kind.item
            c = f"{_C[of]} *" if isinstance(of, str) and of in _C else "void *"
            lengths = (
                []
                if isinstance(kind, Record) or kind.single
                else [
                    f"{name}_length" if kind.dimensions == 1 else f"{name}_{side}"
                    for side in ("rows", "columns")[: kind.dimensions]
                ]
            )
            yield (
                f"{c}{name}" + "".join(f", int64_t {each}" for each in lengths),
                [f"(int64_t)(intptr_t){name}", *lengths],
            )
        elif kind is float:
            yield f"double {name}", [f"ludotheque_bits({name})"]
        else:
            yield f"int64_t {name}", [name]


_C = {
    "bool": "uint8_t",
    "int8": "int8_t",
    "uint8": "uint8_t",
    "int32": "int32_t",
    "int64": "int64_t",
    "uint64": "uint64_t",
    "float32": "float",
    "float64": "double",
}


def _header(game: Game, points: Sequence[EntryPoint], box: Any) -> str:
    """The header: for each entry point its function of a frame, and one with arguments around it."""
    stem = game.name.replace("-", "_")
    lines = [
        f"/* The compiled rules of {game.name}. Made by `ludotheque compile`; the entry points are those of ludotheque.core.entry and others.",
        "   `NAME(frame)` takes its arguments in a frame of 64-bit words, where word 0 is for the result; it returns 0, or 1 if it failed:",
        "   word 0 is then the address of a text. `call_NAME` fills a frame: it returns the result, and puts the status into `*status`. */",
        "#pragma once",
        "#include <stdint.h>",
        "#include <string.h>",
        "",
        f"enum {{ {stem.upper()}_BOX_BYTES = {box.itemsize}, {stem.upper()}_STATE_BYTES = {game.state.itemsize} }};",
        f"enum {{ {stem.upper()}_MAX_LEGAL = {game.max_legal}, {stem.upper()}_MAX_CHANCE = {game.max_chance} }};",
        "#ifndef LUDOTHEQUE_BITS",
        "#define LUDOTHEQUE_BITS",
        "static inline int64_t ludotheque_bits(double value) { int64_t bits; memcpy(&bits, &value, 8); return bits; }",
        "static inline double ludotheque_double(int64_t bits) { double value; memcpy(&value, &bits, 8); return value; }",
        "#endif",
        "",
    ]
    for point in points:
        name = front.symbol(game, point)
        taken = [*_c_parameters(point)]
        given = ", ".join(part for _, filling in taken for part in filling)
        result = "double" if point.result is float else "int64_t"
        value = "ludotheque_double(frame[0])" if point.result is float else "frame[0]"
        several = point.results > 1
        more = ", int64_t *results" if several else ""
        lines += [
            f"int32_t {name}(int64_t *frame);",
            f"static inline {result} call_{name}({', '.join(each for each, _ in taken)}{more}, int32_t *status) {{",
            f"  int64_t frame[{frame_size(point)}] = {{{'0, ' * point.results}{given}}};",
            f"  *status = {name}(frame);",
            *([f"  memcpy(results, frame, {8 * point.results});"] if several else []),
            f"  return {value};",
            "}",
            "",
        ]
    return "\n".join(lines)


# ------------------------------------------------------------------------------------------- for Python


def _calls(game: Game, points: Sequence[EntryPoint], box: Any, digest: str) -> str:
    """The functions that Python calls, in C; see `python.c`."""
    lines = ['#include "python.c"', f'SHOWN const char ludotheque_sources[] = "{digest}";', ""]
    for point in points:
        lines += _call(game, point, box)
    lines += ["SHOWN const struct Call ludotheque_calls[] = {"]
    lines += [f'  {{"{point.name}", call_{point.name}}},' for point in points]
    lines += ["};", f"SHOWN const int64_t ludotheque_count = {len(points)};", ""]
    return "\n".join(lines)


def _call(game: Game, point: EntryPoint, box: Any) -> list[str]:
    symbol, count = front.symbol(game, point), len(point.parameters)
    words = iter(words_of(point))
    checks: list[str] = []
    for number, (name, kind) in enumerate(point.parameters):
        _check(game, box, f"args[{number}]", (name,), kind, words, checks, f"{game.name}: {point.name}")
    lines = [
        f"int32_t {symbol}(int64_t *frame);",
        f"static Object *call_{point.name}(Object *self, Object *const *args, intptr_t count) {{",
    ]
    lines += ["  (void)self;", f"  int64_t frame[{frame_size(point)}];"]
    lines += [
        f'  if (count != {count}) return refuse("{game.name}: {point.name} takes {count} arguments"), (Object *)0;'
    ]
    arrays = sum("&held" in each for each in checks)
    if arrays:
        lines += [f"  struct Buffer buffers[{arrays}];", "  struct Held held = {0, buffers};"]
        let_go = ["  let_go(&held);"]
    else:
        let_go = []
    lines += ["  int taken = " + " &&\n    ".join(checks or ["1"]) + ";"]
    lines += ["  if (!taken) {", *let_go, "    return 0;", "  }"]
    if point.free:
        lines += [
            "  void *thread = PY.save_thread();",
            f"  int32_t status = {symbol}(frame);",
            "  PY.restore_thread(thread);",
        ]
    else:
        lines += [f"  int32_t status = {symbol}(frame);"]
    lines += let_go
    lines += [f'  if (status) return failed("{point.name}", frame);']
    made = {None: "nothing()", bool: "PY.bool_from_long(frame[0])", int: "PY.long_from_int64(frame[0])"}
    result: Any = point.result
    if isinstance(result, Group):
        said = ", ".join(f"(long long)frame[{each}]" for each in range(point.results))
        lines += [f'  return PY.build_value("({"L" * point.results})", {said});', "}", ""]
    elif result is float:
        lines += [
            "  double result;",
            "  memcpy(&result, frame, 8);",
            "  return PY.float_from_double(result);",
            "}",
            "",
        ]
    else:
        lines += [f"  return {made[result]};", "}", ""]
    return lines


def _check(
    game: Game,
    box: Any,
    given: str,
    path: tuple[str, ...],
    kind: Kind,
    words: Any,
    checks: list[str],
    where: str,
) -> None:
    """Add the calls of `python.c` that take one argument into the frame."""
    name = ".".join(path)
    if isinstance(kind, Group):
        what = kind.type.__name__ if kind.type else f"a tuple of {len(kind.parts)}"
        checks.append(f'is_tuple({given}, {len(kind.parts)}, "{where}: {name} must be {what}")')
        for number, (part, inner) in enumerate(kind.parts):
            _check(game, box, f"item({given}, {number})", (*path, part), inner, words, checks, where)
        return
    word = next(words)
    into = f"&frame[{word.first}]"
    if isinstance(kind, Record):
        of = box if kind.item == BOX else game.state
        checks.append(
            f'record({given}, {into}, {of.itemsize}, "{where}: {name} must be a record, the {kind.item}")'
        )
    elif isinstance(kind, Array):
        of = frames.dtype(kind.item, {BOX: box, STATE: memory.dtype_of(game.state)})
        if kind.single:
            said = f"{where}: {name} must be an array of one record, the {kind.item}"
            checks.append(f'one({given}, {into}, {of.itemsize}, "{said}")')
        else:
            item = kind.item if isinstance(kind.item, str) else "record"
            said = f"{where}: {name} must be a contiguous array of {item}, {kind.dimensions}-dimensional"
            checks.append(
                f"array({given}, &held, {into}, {kind.dimensions}, '{of.kind}', {of.itemsize}, \"{said}\")"
            )
    else:
        checks.append(f"{ {int: 'number', float: 'real', bool: 'truth'}[kind] }({given}, {into})")


# ------------------------------------------------------------------------------------------- linking


def _link(
    game: Game, points: Sequence[EntryPoint], box: Any, digest: str, rules: Path, target: Target, made: Path
) -> None:
    """Link machine code with the C files, by `ziglang`."""
    command = [
        sys.executable,
        "-m",
        "ziglang",
        "cc",
        "-target",
        target.zig,
        "-O2",
        "-g0",
        "-std=c11",
        "-I",
        str(HERE),
    ]
    if target.suffix == ".wasm":
        own = rules.with_name("sources.c")
        own.write_text(
            f'__attribute__((used)) const char ludotheque_sources[] = "{digest}";\n', encoding="utf-8"
        )
        command += [
            "-nostdlib",
            "-mbulk-memory",
            "-Wl,--no-entry",
            "-Wl,--export=ludotheque_sources",
            "-Wl,-z,stack-size=262144",
        ]
        command += [f"-Wl,--export={front.symbol(game, point)}" for point in points]
        command += ["-Wl,--export=reserve", "-Wl,--strip-all"]
    else:
        own = rules.with_name("calls.c")
        own.write_text(_calls(game, points, box, digest), encoding="utf-8")
        command += ["-shared", "-fvisibility=hidden", "-Wl,-s"]
        command += [] if "windows" in target.name else ["-fPIC"]
    command += [str(own), str(HERE / "runtime.c"), str(rules), "-o", str(made)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotCompile(f"{game.name} cannot be linked for {target.name}: {done.stderr.strip()}")


# ------------------------------------------------------------------------------------------- the description


def _description(
    game: Game, points: Sequence[EntryPoint], box: Any, sources: Sequence[str]
) -> dict[str, Any]:
    """What callers are made from: where each argument lies in a frame, how large boxes and states are, and what all this was made from."""
    return {
        "format": artefact.FORMAT,
        "compiler": compiled_by(),
        "game": game.name,
        "box": recarrays.layout(box),
        "state": memory.layout_of(game.state),
        "box_bytes": box.itemsize,
        "state_bytes": game.state.itemsize,
        "max_legal": game.max_legal,
        "max_chance": game.max_chance,
        "sources": list(sources),
        "entry_points": {
            point.name: {
                "symbol": front.symbol(game, point),
                "words": frame_size(point),
                "arguments": [_described(word) for word in words_of(point)],
                "returns": _returned(point),
            }
            for point in points
        },
    }


def _returned(point: EntryPoint) -> str | list[str] | None:
    kind: Any = point.result
    if isinstance(kind, Group):
        return [part.__name__ for _, part in kind.parts]  # type: ignore[union-attr]
    return None if kind is None else str(kind.__name__)


def _described(word: Word) -> dict[str, Any]:
    kind = word.kind
    found: dict[str, Any] = {"name": ".".join(word.path), "word": word.first}
    if isinstance(kind, Record):
        return found | {"kind": kind.item}
    if isinstance(kind, Array):
        item = kind.item if isinstance(kind.item, str) else frames.dtype(kind.item, {}).name
        return found | {"kind": item, "dimensions": 0 if kind.single else kind.dimensions}
    return found | {"kind": kind.__name__}  # type: ignore[union-attr]
