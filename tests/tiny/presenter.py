"""What the tiny game looks like: a pawn on a round table, a card in each hand, a die, three buttons."""

from collections.abc import Sequence
from typing import Any

from ludotheque.core.errors import Unreadable
from ludotheque.core.game import HIDDEN
from ludotheque.core.message import Message
from ludotheque.core.verbs import CHANCE_SEAT, TIME_SEAT
from ludotheque.scene.clicks import graph
from ludotheque.scene.model import (
    Button,
    Choices,
    EventView,
    Layout,
    Moment,
    Motion,
    Panel,
    Piece,
    Place,
    Scene,
    Standing,
)
from ludotheque.scene.seats import MARKS, TINTS
from tiny import rules
from tiny.state import ADDS, CHOOSE, FIRST_CARD, FIRST_FACE, GRAB, GRAB_CODE, NONE, OVER, UNKNOWN


def hand(seat: int) -> Place:
    return Place(f"hand.{seat}", 0, 0, 60, 90, Message("tiny.place.hand", {"n": seat + 1}))


class Presenter:
    """Builds scenes from states that are hidden already."""

    def layout(self, b: Any, s: Any) -> Layout:
        middle = Place("middle", 150, 150, 60, 60, Message("tiny.place.middle"), "circle", 1, 1)
        die = Place("die", 150, 60, 50, 50, Message("tiny.place.die"), "rect", 1, 0)
        return Layout(f"tiny-{int(b['faces'])}", 300, 300, (middle, die), Message("tiny.board"))

    def board(self, b: Any, s: Any) -> str:
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300">'
            '<circle cx="150" cy="150" r="140" fill="#D8C7A5"/></svg>'
        )

    def scene(self, b: Any, s: Any, audience: int) -> Scene:
        seats = range(int(s["seats"]))
        pieces = [self._card(s, seat) for seat in seats if s["card"][seat] != NONE]
        if s["die"] != NONE:
            face = int(s["die"]) + 1
            pieces.append(
                Piece("thrown", "die", "die", Message("tiny.piece.die", {"n": face}), mark=str(face))
            )
        if s["phase"] == GRAB:
            pieces.append(Piece("pawn", "pawn", "middle", Message("tiny.piece.pawn"), hotkey="1"))
        return Scene(
            game="tiny",
            layout=self.layout(b, s).id,
            prompt=self._prompt(s),
            standings=tuple(self._standing(b, s, seat) for seat in seats),
            pieces=tuple(pieces),
            panels=tuple(
                Panel(
                    f"hand.{seat}",
                    "hand",
                    Message("tiny.panel.hand", {"n": seat + 1}),
                    (hand(seat),),
                    (),
                    seat,
                )
                for seat in seats
            ),
            now_ms=int(s["now_ms"]),
        )

    def _card(self, s: Any, seat: int) -> Piece:
        value = int(s["card"][seat])
        known = value != UNKNOWN
        label = Message("tiny.piece.card", {"n": value + 1}) if known else Message("tiny.piece.back")
        return Piece(f"card.{seat}", "card", f"hand.{seat}", label, "" if known else "back", TINTS[seat],
                     str(value + 1) if known else "?", seat)  # fmt: skip

    def _prompt(self, s: Any) -> Message:
        if s["phase"] == OVER:
            return Message("tiny.prompt.over")
        return Message("tiny.prompt.grab" if s["phase"] == GRAB else "tiny.prompt.choose")

    def _standing(self, b: Any, s: Any, seat: int) -> Standing:
        ready = s["phase"] == CHOOSE and s["add"][seat] != NONE
        lines = [Message("tiny.standing.score", {"n": int(s["score"][seat])})]
        if ready:
            lines.append(Message("tiny.standing.ready"))
        return Standing(seat, (TINTS[seat],), MARKS[seat], tuple(lines))

    def choices(self, b: Any, s: Any, seat: int) -> Choices:
        if seat == CHANCE_SEAT:
            faces = range(int(b.faces))
            shows = [Button(f"face.{face}", Message("tiny.choice.face", {"n": face + 1})) for face in faces]
            variants = [([f"face.{face}"], rules.FIRST_FACE + face, "tiny.choice.shows") for face in faces]
            return graph(seat, variants, shows)
        legal = [action for action in range(GRAB_CODE + 1) if rules.why_not(b, s, seat, action) == 0]
        variants = [
            (["pawn"], code, "tiny.choice.grab")
            if code == GRAB_CODE
            else ([f"add.{code}"], code, "tiny.choice.add")
            for code in legal
        ]
        buttons = [Button(f"add.{n}", Message("tiny.choice.add_n", {"n": n})) for n in legal if n < ADDS]
        return graph(seat, variants, buttons, raced=(GRAB_CODE,))

    def clicked(self, b: Any, s: Any, seat: int, clicks: Sequence[str]) -> tuple[int, tuple[str, ...]]:
        if list(clicks) == ["pawn"]:
            return GRAB_CODE, ()
        if len(clicks) == 1 and clicks[0] in [f"add.{n}" for n in range(ADDS)]:
            return int(clicks[0][4:]), ()
        raise Unreadable(
            "these clicks mean nothing here", Message("error.unreadable", {"text": " ".join(clicks)})
        )

    def event(
        self, b: Any, before: Any, after: Any, seat: int, code: int, path: tuple[str, ...]
    ) -> EventView:
        if seat == TIME_SEAT:
            return EventView(
                seat, "time", Message("tiny.event.gone"), (Motion("pawn", ("middle",), "vanish"),)
            )
        if code == HIDDEN:
            return EventView(seat, "…", Message("tiny.event.sealed" if seat >= 0 else "tiny.event.dealt"))
        if code == GRAB_CODE:
            return EventView(
                seat,
                "grab",
                Message("tiny.event.grab"),
                (Motion("pawn", ("middle",), "vanish"),),
                sound="grab",
                cry=Message("tiny.event.grab"),
                moment=Moment(Message("tiny.event.grab"), sprite="pawn", places=("middle",)),
            )
        if code < ADDS:
            return EventView(seat, f"add {code}", Message("tiny.event.add", {"n": code}))
        if code < FIRST_CARD:
            face = code - FIRST_FACE + 1
            return EventView(
                -1,
                f"die {face}",
                Message("tiny.event.die", {"n": face}),
                (Motion("thrown", ("die",), "flip"),),
                brief=(),
            )
        return EventView(
            -1, f"card {code - FIRST_CARD + 1}", Message("tiny.event.card", {"n": code - FIRST_CARD + 1})
        )


PRESENTER = Presenter()
