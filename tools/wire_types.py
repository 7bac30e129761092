"""Makes the browser's types of the messages from the server's own structures, so that the two cannot drift apart.

    python tools/wire_types.py            writes client/src/net/wire.generated.ts
    python tools/wire_types.py --check    fails if that file is not what it would write (`make check` does this)

Run by the project's own Python. Besides the types, the file has the defaults that the server leaves out of a message (`USUAL`), and
which structures contain structures (`PARTS`). `defaults.ts` puts them back when a message arrives.
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect as shapes

from ludotheque.core.message import Message
from ludotheque.server.room import wire

FILE = Path(__file__).resolve().parent.parent / "client" / "src" / "net" / "wire.generated.ts"

HEAD = """\
/**
 * The messages between this browser and the server, and the scenes they carry. Made by `tools/wire_types.py` from the server's
 * structures (`server/room/wire.py`, `scene/model.py`): change those, and make it again.
 */

import type { Message } from "../lib/i18n";
"""

ELSEWHERE = {Message}
"""What the browser declares itself: it says messages of its own, too."""


def generated() -> str:
    """The whole file."""
    incoming, outgoing = get_args(wire.Outgoing), get_args(wire.Incoming)
    heard, said = list(_structs(incoming)), list(_structs(outgoing))
    parts = [HEAD]
    parts += [_interface(each, whole=True) for each in heard if each.cls not in ELSEWHERE]
    parts += [_interface(each, whole=False) for each in said if each.cls not in {one.cls for one in heard}]
    parts.append(_union("Incoming", incoming))
    parts.append(_union("Outgoing", outgoing))
    parts.append(_union("Do", get_args(wire.Do)))
    usual = {name: f"{_json(values)} satisfies Partial<{name}>" for name, values in _usual(heard).items()}
    parts.append(_table("What the server leaves out where it is as usual.", "USUAL", usual))
    inner = {name: _json(values) for name, values in _parts(heard).items()}
    parts.append(_table("Which fields hold structures.", "PARTS", inner, " as const"))
    tags = {str(each.tag): _json(each.cls.__name__) for each in heard if each.cls in incoming}
    parts.append(_table("The structure of each message, by its tag.", "KINDS", tags, " as const"))
    return "\n".join(parts)


def _structs(kinds: Iterable[Any]) -> Iterator[shapes.StructType]:
    """These structures and all within them, each once, those within first."""
    seen: set[type] = set()
    for kind in kinds:
        yield from _within(shapes.type_info(kind), seen)


def _within(kind: shapes.Type, seen: set[type]) -> Iterator[shapes.StructType]:
    if isinstance(kind, shapes.StructType):
        if kind.cls in seen:
            return
        seen.add(kind.cls)
        for field in kind.fields:
            yield from _within(field.type, seen)
        yield kind
        return
    for inner in _inner(kind):
        yield from _within(inner, seen)


def _inner(kind: shapes.Type) -> Iterable[shapes.Type]:
    """The types that a type is made of."""
    if isinstance(kind, shapes.UnionType):
        return kind.types
    if isinstance(kind, shapes.TupleType):
        return kind.item_types
    if isinstance(kind, shapes.ListType | shapes.VarTupleType):
        return (kind.item_type,)
    if isinstance(kind, shapes.DictType):
        return (kind.value_type,)
    if isinstance(kind, shapes.Metadata):
        return (kind.type,)
    return ()


def _interface(struct: shapes.StructType, *, whole: bool) -> str:
    """A structure as TypeScript has it. `whole`: what is left out has been put in, so that every field is there."""
    lines = [_comment(struct.cls), f"export interface {struct.cls.__name__} {{"]
    if struct.tag_field is not None:
        lines.append(f"  {struct.tag_field}: {json.dumps(struct.tag)};")
    for field in struct.fields:
        mark = "" if field.required or (whole and not _may_lack(field)) else "?"
        lines.append(f"  {field.encode_name}{mark}: {_type(field.type)};")
    return "\n".join([*lines, "}\n"])


def _may_lack(field: shapes.Field) -> bool:
    """Whether a field without a default may be missing."""
    return not field.required and field.default is field.default_factory is msgspec.NODEFAULT


def _comment(cls: type) -> str:
    text = inspect.getdoc(cls) or ""
    if "\n" not in text:
        return f"/** {text} */"
    return "\n".join(["/**", *(f" * {line}".rstrip() for line in text.splitlines()), " */"])


def _type(kind: shapes.Type) -> str:
    """A type in TypeScript."""
    plain = {
        shapes.StrType: "string", shapes.IntType: "number", shapes.FloatType: "number", shapes.BoolType: "boolean",
        shapes.NoneType: "null", shapes.AnyType: "unknown",
    }  # fmt: skip
    if type(kind) in plain:
        return plain[type(kind)]
    if isinstance(kind, shapes.Metadata):
        return _type(kind.type)
    if isinstance(kind, shapes.StructType):
        return kind.cls.__name__
    if isinstance(kind, shapes.LiteralType):
        return " | ".join(json.dumps(value) for value in sorted(kind.values))
    if isinstance(kind, shapes.UnionType):
        return " | ".join(dict.fromkeys(_type(each) for each in kind.types))
    if isinstance(kind, shapes.TupleType):
        return f"[{', '.join(map(_type, kind.item_types))}]"
    if isinstance(kind, shapes.ListType | shapes.VarTupleType):
        inner = _type(kind.item_type)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if isinstance(kind, shapes.DictType):
        return f"Record<string, {_type(kind.value_type)}>"
    raise TypeError(f"no message has held a {kind} so far: say here what it is in TypeScript")


def _union(name: str, members: Iterable[Any]) -> str:
    return f"export type {name} =\n" + "\n".join(f"  | {each.__name__}" for each in members) + ";\n"


def _usual(structs: Iterable[shapes.StructType]) -> dict[str, dict[str, Any]]:
    """The defaults of each structure whose defaults are left out."""
    found: dict[str, dict[str, Any]] = {}
    for struct in structs:
        if struct.cls in ELSEWHERE or not struct.cls.__struct_config__.omit_defaults:
            continue
        usual = {
            field.encode_name: _default(field)
            for field in struct.fields
            if not field.required and not _may_lack(field)
        }
        if usual:
            found[struct.cls.__name__] = usual
    return found


def _default(field: shapes.Field) -> Any:
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def _parts(structs: Iterable[shapes.StructType]) -> dict[str, dict[str, str]]:
    """The fields of each structure that hold structures in which something may be left out."""
    structs = list(structs)
    needed = set(_usual(structs))
    found: dict[str, dict[str, str]] = {}
    for struct in structs:  # those within come first
        parts = {
            field.encode_name: inner.cls.__name__
            for field in struct.fields
            for inner in _directly(field.type)
            if inner.cls.__name__ in needed
        }
        if parts:
            found[struct.cls.__name__] = parts
            needed.add(struct.cls.__name__)
    return found


def _directly(kind: shapes.Type) -> Iterator[shapes.StructType]:
    """The structures that a field holds itself, one or a list of them."""
    if isinstance(kind, shapes.StructType):
        yield kind
    elif not isinstance(kind, shapes.DictType):
        for inner in _inner(kind):
            yield from _directly(inner)


def _table(about: str, name: str, values: dict[str, str], kind: str = "") -> str:
    rows = "".join(f"  {key}: {value},\n" for key, value in values.items())
    return f"/** {about} */\nexport const {name} = {{\n{rows}}}{kind};\n"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def main(arguments: list[str]) -> int:
    """Write the file, or look whether it is what it would be."""
    text = generated()
    if "--check" not in arguments:
        FILE.write_text(text, encoding="utf-8")
        return 0
    if FILE.is_file() and FILE.read_text(encoding="utf-8") == text:
        return 0
    print(
        f"{FILE.name} is not what the server's structures say; run: python tools/wire_types.py",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
