"""The code in the pages about adding a game, read and carried out: excerpts of files, and changes of them where `...` is what was there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_HEADER = re.compile(r"(?:# |<!-- )([\w./-]+\.(?:py|toml|po|svg))(?: -->)?")


@dataclass(frozen=True)
class Block:
    """A block of code: its chapter, its language, the file it says it is of ("" for none), its text and line."""

    chapter: str
    language: str
    file: str
    text: str
    line: int


def blocks(page: str) -> Iterator[Block]:
    """Every fenced block of a page, in order."""
    chapter = ""
    lines = iter(enumerate(page.splitlines(), 1))
    for number, line in lines:
        if line.startswith("## "):
            chapter = line[3:]
        elif line.startswith("```"):
            inside = []
            for _, each in lines:
                if each.startswith("```"):
                    break
                inside.append(each)
            header = _HEADER.fullmatch(inside[0]) if inside else None
            text = "\n".join(inside[1:] if header else inside) + "\n"
            yield Block(chapter, line[3:], header[1] if header else "", text, number)


def quoted(block: Block, source: str) -> bool:
    """Whether a block's parts, between lines of `...`, stand in the source, one after the other."""
    begin = 0
    for part in re.split(r"^\.\.\.\n", block.text, flags=re.MULTILINE):
        found = source.find(part.strip("\n"), begin)
        if found < 0:
            return False
        begin = found + 1
    return True


def change(path: Path, block: Block) -> None:
    """Carry out a block on its file."""
    old = path.read_text("utf-8") if path.is_file() else ""
    if block.language == "python" and old:
        new = merged(old, block.text)
    elif block.language == "xml":
        new = old.replace("</svg>", f"{block.text}</svg>")
    else:
        new = f"{old}\n{block.text}" if old else block.text
    path.write_text(new, encoding="utf-8")


def merged(old: str, new: str) -> str:
    """A module with what a block defines in place of what it defined under the same names, and the rest added."""
    module, waiting = ast.parse(old), []
    for node in ast.parse(new).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            imports = [
                index
                for index, each in enumerate(module.body)
                if isinstance(each, ast.Import | ast.ImportFrom)
            ]
            module.body.insert(imports[-1] + 1, node)
            continue
        names = [_name(each) for each in module.body]
        if _name(node) is None or _name(node) not in names:
            waiting.append(node)
            continue
        place = names.index(_name(node))
        module.body[place : place + 1] = [*waiting, _filled(node, module.body[place])]
        waiting = []
    module.body += waiting
    return ast.unparse(ast.fix_missing_locations(module)) + "\n"


def _name(node: ast.stmt) -> str | None:
    """What a statement defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return node.name
    target = (
        node.targets[0]
        if isinstance(node, ast.Assign)
        else node.target
        if isinstance(node, ast.AnnAssign)
        else None
    )
    return target.id if isinstance(target, ast.Name) else None


def _filled(new: ast.stmt, old: ast.stmt) -> ast.stmt:
    """The new statement, with what the old one held in place of `...`."""
    if isinstance(new, ast.ClassDef) and isinstance(old, ast.ClassDef):
        new.body = [each for node in new.body for each in (old.body if _is_dots(node) else [node])]
    elif isinstance(new, ast.Assign) and isinstance(old, ast.Assign | ast.AnnAssign):
        _fill(new.value, old.value)
    return new


def _fill(new: ast.expr, old: ast.expr | None) -> None:
    if isinstance(new, ast.List) and isinstance(old, ast.List):
        new.elts = [each for node in new.elts for each in (old.elts if _is_dots(node) else [node])]
    elif isinstance(new, ast.Call) and isinstance(old, ast.Call):
        if any(map(_is_dots, new.args)):
            given = {keyword.arg for keyword in new.keywords}
            new.keywords = [*(each for each in old.keywords if each.arg not in given), *new.keywords]
            new.args = [each for node in new.args for each in (old.args if _is_dots(node) else [node])]
        else:
            for node, before in zip(new.args, old.args, strict=False):
                _fill(node, before)


def _is_dots(node: ast.AST) -> bool:
    value = node.value if isinstance(node, ast.Expr) else node
    return isinstance(value, ast.Constant) and value.value is ...
