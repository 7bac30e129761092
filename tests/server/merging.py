"""Puts together what a browser shows from what it had and a `change`, as `docs/wire.md` says."""

from __future__ import annotations

from typing import Any

ALWAYS = ("since_ms", "begins_ms", "now_ms", "seq", "view_hash")
LISTS = ("pieces", "panels", "places")
NOT_THERE = {"since_ms": 0, "begins_ms": -1}


def changed_scene(scene: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """A scene after a change, as JSON has both."""
    after = scene | change
    if after.get("choices"):
        after["choices"] = [choice | {"nodes": _nodes(choice["nodes"])} for choice in after["choices"]]
    after |= {name: _listed(scene.get(name, []), change[name]) for name in LISTS if name in change}
    empty = {
        name
        for name, value in after.items()
        if value is None or (value == [] and name in ("panels", "places"))
    }
    return {name: value for name, value in after.items() if name not in empty}


def _nodes(told: Any) -> list[Any]:
    if isinstance(told, list):
        return told
    columns = {name: values for name, values in told.items() if name != "some"}
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    return [
        {name: value for name, value in row.items() if not _is_default(name, value)}
        | told.get("some", {}).get(str(number), {})
        for number, row in enumerate(rows)
    ]


def _is_default(name: str, value: Any) -> bool:
    """Whether a column leaves this field out of a node."""
    none = {
        "key": 0,
        "click": None,
        "next": [],
        "path": [],
        "sign": "",
        "binds": False,
        "leaves_marker": False,
        "raced": False,
    }
    return bool(value == none.get(name, -1) and type(value) is type(none.get(name, -1)))


def _listed(things: list[Any], change: dict[str, Any]) -> list[Any]:
    gone = set(change.get("gone", ()))
    found = {thing["id"]: thing for thing in things if thing["id"] not in gone}
    found |= {thing["id"]: thing for thing in change.get("put", ())}
    return [found[name] for name in change.get("order") or found]


class Merged:
    """What one socket is told, with each `change` as the `update` that it stands for."""

    def __init__(self) -> None:
        self.shown: dict[str, Any] = {}
        self.moves: list[Any] = []

    def take(self, message: dict[str, Any]) -> dict[str, Any]:
        """The next message."""
        if message["t"] == "change":
            message = updated(self.shown, self.moves, message)
        if message["t"] in ("welcome", "update"):
            self.shown = message
            self.moves = self.moves[: message.get("moves_from", 0)] + message["moves"]
        return message


def updated(before: dict[str, Any], moves: list[Any], change: dict[str, Any]) -> dict[str, Any]:
    """The `update` that a `change` stands for. `before` is the `welcome` or `update` that the browser has, `moves` its list of moves."""
    assert change["base"] == before["view_hash"], "a change of something else"
    found = before | {"t": "update", "layout": None} | NOT_THERE
    found |= {"said_from": before.get("said_from", 0) + len(before["said"]), "said": []}
    found |= {"moves_from": len(moves), "moves": []}
    found |= {name: value for name, value in change.items() if name not in ("base", "t", "table", "scene")}
    table = change.get("table", {})
    chairs = {chair["seat"]: chair for chair in (*before["table"]["chairs"], *table.get("chairs", ()))}
    found["table"] = before["table"] | table | {"chairs": list(chairs.values())}
    scene = changed_scene(before["scene"] or {}, change.get("scene", {}))
    now = moves[: found["moves_from"]] + found["moves"]
    scene.pop("last", None)
    if now:
        scene["last"] = {name: value for name, value in now[-1].items() if name != "n"}
    found["scene"] = scene if before["scene"] is not None else None
    found.pop("build", None)
    return found
