"""The browser's types of the messages are those of the server's structures, and a difference is found."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from ludotheque.scene.model import Piece
from ludotheque.server.room import wire
from tools import wire_types


def test_the_file_matches_the_structures(capsys: pytest.CaptureFixture[str]) -> None:
    assert wire_types.main(["--check"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("changed", ["a field", "a default", "a message"])
def test_a_difference_is_found(
    changed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if changed == "a message":
        monkeypatch.setattr(wire, "Outgoing", wire.Outgoing | wire.Hello)
    else:
        before = wire_types.shapes.type_info

        def type_info(kind: type) -> object:
            info = before(kind)
            return _changed(info, changed)

        monkeypatch.setattr(wire_types.shapes, "type_info", type_info)
    assert wire_types.main(["--check"]) == 1
    assert "tools/wire_types.py" in capsys.readouterr().err


def _changed(info: object, how: str) -> object:
    """The same structures, with a piece that has a field less, or an order that is usually 7."""
    if isinstance(info, wire_types.shapes.StructType):
        fields = [_changed(field, how) for field in info.fields]
        if info.cls is Piece:
            fields = fields[:-1] if how == "a field" else [_usually_7(field) for field in info.fields]
        return msgspec.structs.replace(info, fields=tuple(fields))
    parts = {
        name: _changed(getattr(info, name), how)
        for name in ("type", "item_type")
        if isinstance(getattr(info, name, None), wire_types.shapes.Type)
    }
    if isinstance(info, wire_types.shapes.UnionType):
        parts["types"] = tuple(_changed(each, how) for each in info.types)  # type: ignore[assignment]
    return msgspec.structs.replace(info, **parts) if parts else info  # type: ignore[type-var]


def _usually_7(field: wire_types.shapes.Field) -> wire_types.shapes.Field:
    return msgspec.structs.replace(field, default=7) if field.name == "order" else field


def test_an_unknown_kind_of_field_is_no_guess() -> None:
    with pytest.raises(TypeError, match="say here what it is in TypeScript"):
        wire_types._type(wire_types.shapes.DateType())


def test_the_check_of_the_project_looks_at_it() -> None:
    makefile = Path(__file__).resolve().parents[2] / "Makefile"
    assert "tools/wire_types.py --check" in makefile.read_text(encoding="utf-8")
