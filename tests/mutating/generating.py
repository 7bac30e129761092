"""Makes mutants of a game: its sources with one small change each, by operators that the field knows.

A mutant's id names file, function, operator and a number, such as `rules/finish.py:has_finished:relational#1`: the first of this operator
in this function. So a change elsewhere gives no other mutant another id.

| operator     | the field's name                  | for example                         |
|--------------|-----------------------------------|-------------------------------------|
| `relational` | relational operator replacement   | `a < b`: `a <= b`; `a == b`: `a != b` |
| `boundary`   | off by one                        | `a < b`: `a < b - 1`; `range(n)`: `range(n - 1)` |
| `negate`     | negated condition                 | `if a:`: `if not a:`                |
| `logical`    | logical connector replacement     | `a and b`: `a or b`                 |
| `arithmetic` | arithmetic operator replacement   | `a + b`: `a - b`; `a << b`: `a >> b` |
| `constant`   | constant replacement              | `2`: `3`, `1`                       |
| `delete`     | statement deletion                | `s.turns[seat] += 1`: `pass`        |
| `return`     | return value replacement          | `return x`: `return True`, `return 0` |
"""

from __future__ import annotations

import ast
import copy
import difflib
import functools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "src" / "ludotheque" / "games"
DECIDES = ("rules/*.py", "rules.py", "codes.py", "actions.py", "view.py")
"""The files of a game that are changed: what decides what is legal, what happens, how an action is written, and what is hidden."""

RELATIONAL: dict[type, type] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
NARROWER: dict[type, int] = {ast.Lt: -1, ast.LtE: 1, ast.Gt: 1, ast.GtE: -1}
"""What is added to the right side for the other neighbour of a bound; `relational` makes the first one."""
ARITHMETIC: dict[type, type] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr,
}  # fmt: skip
RETURNED: dict[str, tuple[object, ...]] = {"bool": (True, False), "int": (0,)}
"""By what a function says that it returns: what it returns instead."""

MANY_WORDS = (ast.BoolOp, ast.BinOp, ast.Compare, ast.UnaryOp)
"""What needs brackets where it takes the place of something else."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Mutant:
    """A changed piece of a file of a game: bytes from `start` to `end` are `new` instead."""

    game: str
    id: str
    line: int
    rows: tuple[str, ...]
    """The rows of the rulebook that the function carries out."""
    start: int
    end: int
    new: str

    @property
    def file(self) -> str:
        """Within the folder of the game."""
        return self.id.split(":")[0]

    @property
    def path(self) -> Path:
        """The file that is changed."""
        return GAMES / folder(self.game) / self.file

    @property
    def module(self) -> str:
        """What Python calls the file."""
        return f"ludotheque.games.{folder(self.game)}.{self.file.removesuffix('.py').replace('/', '.')}"

    def source(self) -> str:
        """The whole file with the change."""
        old = self.path.read_bytes()
        return (old[: self.start] + self.new.encode() + old[self.end :]).decode()

    def diff(self) -> str:
        """The change, to be read."""
        old, name = self.path.read_text(encoding="utf-8"), str(self.path.relative_to(ROOT))
        lines = difflib.unified_diff(
            old.splitlines(), self.source().splitlines(), name, name, n=1, lineterm=""
        )
        return "\n".join(lines)


def folder(game: str) -> str:
    """The folder of a game, the same in `src/ludotheque/games` and `tests`."""
    return game.replace("-", "_")


@functools.cache
def mutants(game: str) -> tuple[Mutant, ...]:
    """All mutants of a game, in the order of its files and lines."""
    root = GAMES / folder(game)
    files = sorted({path for pattern in DECIDES for path in root.glob(pattern)})
    return tuple(
        each
        for path in files
        for each in of_file(game, str(path.relative_to(root)), path.read_text(encoding="utf-8"))
    )


def of_file(game: str, file: str, text: str) -> Iterator[Mutant]:
    """The mutants of one file."""
    starts = [0]
    for line in text.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for name, function in functions(ast.parse(text)):
        numbers: Counter[str] = Counter()
        for node, operator, new in changes(function):
            numbers[operator] += 1
            yield Mutant(
                game,
                f"{file}:{name}:{operator}#{numbers[operator]}",
                node.lineno,
                rows(function),
                starts[node.lineno - 1] + node.col_offset,
                starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0),
                new,
            )


def functions(tree: ast.AST, within: str = "") -> Iterator[tuple[str, Function]]:
    """All functions and methods with their names; one inside another is a part of it."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Function):
            yield within + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from functions(node, f"{within}{node.name}.")


def rows(function: Function) -> tuple[str, ...]:
    """What `@rule(...)` says of a function."""
    return tuple(
        word.value
        for call in function.decorator_list
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "rule"
        for word in call.args
        if isinstance(word, ast.Constant) and isinstance(word.value, str)
    )


def nodes(function: Function) -> Iterator[ast.stmt | ast.expr]:
    """The statements and expressions in a function, from the top; without annotations, texts, and what is only said in an error."""
    waiting: list[ast.AST] = list(reversed(function.body))
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.JoinedStr | ast.Raise | ast.Import | ast.ImportFrom | ast.Assert):
            continue
        if isinstance(node, ast.stmt | ast.expr):
            yield node
        children = [
            child
            for name, value in ast.iter_fields(node)
            if name not in {"annotation", "returns", "decorator_list", "args"} or isinstance(node, ast.Call)
            for child in (value if isinstance(value, list) else [value])
            if isinstance(child, ast.AST)
        ]
        waiting += reversed(children)


def changes(function: Function) -> Iterator[tuple[ast.stmt | ast.expr, str, str]]:
    """Which nodes of a function are replaced, by which operator, and by what text."""
    bounds: set[ast.AST] = set()
    for node in nodes(function):
        for operator, new in replaced(node, function):
            if operator == "boundary":
                bounds.update(
                    node.comparators
                    if isinstance(node, ast.Compare)
                    else [node.args[min(len(node.args), 2) - 1]]
                )
            if operator != "constant" or node not in bounds:
                yield (
                    node,
                    operator,
                    f"({ast.unparse(new)})" if isinstance(new, MANY_WORDS) else ast.unparse(new),
                )
        condition = getattr(node, "test", None)
        if isinstance(condition, ast.expr) and not is_equality(condition):
            yield condition, "negate", f"(not ({ast.unparse(condition)}))"


def replaced(node: ast.stmt | ast.expr, function: Function) -> Iterator[tuple[str, ast.AST]]:
    """The operators that apply to a node, and what each puts in its place."""
    match node:
        case ast.Compare(ops=ops):
            for n, op in enumerate(ops):
                yield "relational", with_part(node, "ops", n, RELATIONAL[type(op)]())
                if type(op) in NARROWER:
                    bound = plus(node.comparators[n], NARROWER[type(op)])
                    yield "boundary", with_part(node, "comparators", n, bound)
        case ast.Call(func=ast.Name(id="range"), args=[_, *_] as args):
            last = min(len(args), 2) - 1
            yield "boundary", with_part(node, "args", last, plus(args[last], -1))
        case ast.BoolOp(op=op):
            yield "logical", ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), node.values)
        case ast.BinOp(op=op) if type(op) in ARITHMETIC and not is_text(node):
            yield "arithmetic", ast.BinOp(node.left, ARITHMETIC[type(op)](), node.right)
        case ast.UnaryOp(op=ast.USub() | ast.Invert(), operand=operand):
            yield "arithmetic", operand
        case ast.Constant(value=int() as value) if not isinstance(value, bool):
            yield "constant", ast.Constant(value + 1)
            yield "constant", ast.Constant(value - 1)
        case ast.AugAssign(op=op):
            if type(op) in ARITHMETIC:
                yield "arithmetic", ast.AugAssign(node.target, ARITHMETIC[type(op)](), node.value)
            yield "delete", ast.Pass()
        case ast.Expr(value=ast.Call()) | ast.Continue() | ast.Break():
            yield "delete", ast.Pass()
        case ast.Assign(targets=targets) if not any(isinstance(each, ast.Name) for each in names(targets)):
            yield "delete", ast.Pass()
        case ast.Return(value=ast.expr() as value):
            if is_zero(value):
                return
            for constant in RETURNED.get(ast.unparse(function.returns) if function.returns else "", ()):
                if not (isinstance(value, ast.Constant) and value.value == constant):
                    yield "return", ast.Return(ast.Constant(constant))


def with_part(node: ast.AST, part: str, number: int, new: ast.AST) -> ast.AST:
    """A copy of a node with another entry in one of its lists."""
    changed, parts = copy.copy(node), list(getattr(node, part))
    parts[number] = new
    setattr(changed, part, parts)
    return changed


def plus(node: ast.expr, number: int) -> ast.expr:
    """What is written for a bound that is one more or less."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return ast.Constant(node.value + number)
    return ast.BinOp(node, ast.Add() if number > 0 else ast.Sub(), ast.Constant(1))


def names(targets: list[ast.expr]) -> Iterator[ast.expr]:
    """What is assigned to, one by one."""
    for each in targets:
        yield from names(each.elts) if isinstance(each, ast.Tuple | ast.List) else (each,)


def is_text(node: ast.BinOp) -> bool:
    """Whether texts are put together."""
    sides = [side.value for side in ast.walk(node) if isinstance(side, ast.Constant)]
    return any(isinstance(each, str) for each in sides)


def is_zero(value: ast.expr) -> bool:
    """Whether a code is returned that is 0: what is legal, what has not ended."""
    return ast.unparse(value).endswith((".LEGAL.value", "Ending.NONE.value"))


def is_equality(node: ast.expr) -> bool:
    """Whether to negate a condition is what `relational` does."""
    return isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) not in NARROWER
