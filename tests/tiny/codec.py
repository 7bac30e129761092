"""Actions of the tiny game as structure, integer and text; its positions as JSON."""

from collections.abc import Mapping
from typing import Any

from ludotheque.core.errors import BadPosition, Illegal, Unreadable
from ludotheque.core.game import HIDDEN
from ludotheque.core.message import Message
from tiny import rules
from tiny.state import ADDS, FIRST_CARD, FIRST_FACE, GRAB_CODE, NONE


class Codec:
    """`add 2`, `grab`; chance: `die 5`, `card 3` (faces and cards counted from 1)."""

    def structure(self, b: Any, s: Any, seat: int, code: int) -> dict[str, Any]:
        if code < ADDS:
            return {"kind": "add", "value": code}
        if code == GRAB_CODE:
            return {"kind": "grab"}
        if code < FIRST_CARD:
            return {"kind": "die", "value": code - FIRST_FACE + 1}
        return {"kind": "card", "value": code - FIRST_CARD + 1}

    def code(self, b: Any, s: Any, seat: int, structure: Mapping[str, Any]) -> int:
        bases = {"add": (0, 0, ADDS - 1), "die": (FIRST_FACE - 1, 1, int(b["faces"])),
                 "card": (FIRST_CARD - 1, 1, int(b["cards"]))}  # fmt: skip
        kind, value = structure.get("kind"), structure.get("value")
        if kind == "grab":
            return GRAB_CODE
        if kind in bases and isinstance(value, int) and bases[kind][1] <= value <= bases[kind][2]:
            return bases[kind][0] + value
        raise Unreadable(f"{structure!r} is no action of this game")

    def text(self, b: Any, s: Any, seat: int, code: int, how: tuple[str, ...]) -> str:
        parts = self.structure(b, s, seat, code)
        return parts["kind"] if "value" not in parts else f"{parts['kind']} {parts['value']}"

    def parse(self, b: Any, s: Any, seat: int, text: str) -> tuple[int, tuple[str, ...]]:
        words = text.split()
        if not words or len(words) > 2 or (len(words) == 2 and not words[1].isdigit()):
            raise Unreadable(
                f"{text!r} is no action of this game", Message("error.unreadable", {"text": text})
            )
        parts: dict[str, Any] = {"kind": words[0]}
        if len(words) == 2:
            parts["value"] = int(words[1])
        return self.code(b, s, seat, parts), ()

    def how(self, b: Any, s: Any, seat: int, code: int) -> tuple[str, ...]:
        return ()

    def check_how(self, b: Any, s: Any, seat: int, code: int, how: tuple[str, ...]) -> tuple[str, ...]:
        raise Illegal(
            "there is only one way of doing this", Message("error.unreadable", {"text": " ".join(how)})
        )

    def veil(self, b: Any, s: Any, seat: int, code: int, audience: int) -> int:
        if FIRST_CARD <= code:
            dealt_to = next(place for place in range(int(s["seats"])) if s["card"][place] == NONE)
            return code if audience >> dealt_to & 1 else HIDDEN
        if code < ADDS:
            return code if audience >> seat & 1 else HIDDEN
        return code


class Positions:
    """`phase`, `first`, `round`, `die`, `cards`, `adds`, `scores`."""

    PHASES = ("throw", "deal", "choose", "grab", "over")

    def write(self, b: Any, s: Any) -> dict[str, Any]:
        seats = int(s["seats"])
        return {
            "phase": self.PHASES[int(s["phase"])],
            "first": int(s["first"]),
            "round": int(s["rounds_played"]),
            "die": int(s["die"]),
            "pawn_by": int(s["pawn_by"]),
            "now_ms": int(s["now_ms"]),
            "gone_ms": int(s["gone_ms"]),
            "cards": s["card"][:seats].tolist(),
            "adds": s["add"][:seats].tolist(),
            "scores": s["score"][:seats].tolist(),
        }

    def read(self, b: Any, s: Any, position: Mapping[str, Any]) -> None:
        rules.setup(b, s)
        seats = int(s["seats"])
        for key in position:
            if key not in (
                "phase",
                "first",
                "round",
                "die",
                "pawn_by",
                "now_ms",
                "gone_ms",
                "cards",
                "adds",
                "scores",
            ):
                raise BadPosition(key, "is no key of a position of this game")
        phase = position.get("phase", "throw")
        if phase not in self.PHASES:
            raise BadPosition("phase", f"must be one of {', '.join(self.PHASES)}, not {phase!r}")
        s["phase"] = self.PHASES.index(phase)
        for key, name in (
            ("first", "first"),
            ("round", "rounds_played"),
            ("die", "die"),
            ("pawn_by", "pawn_by"),
            ("now_ms", "now_ms"),
            ("gone_ms", "gone_ms"),
        ):
            s[name] = position.get(key, s[name])
        for key, name in (("cards", "card"), ("adds", "add"), ("scores", "score")):
            values = position.get(key, s[name][:seats].tolist())
            if len(values) != seats:
                raise BadPosition(key, f"must have {seats} values")
            s[name][:seats] = values


CODEC = Codec()
POSITIONS = Positions()
