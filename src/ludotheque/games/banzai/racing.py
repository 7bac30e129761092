"""The races of Banzaï!: for the pawns once a player has called, and before that to call or touch first. See `core.racing`."""

from __future__ import annotations

from typing import Any

from ludotheque.core.racing import Cue
from ludotheque.games.banzai import codes
from ludotheque.games.banzai.rules.calls import BANZAI
from ludotheque.games.banzai.rules.pawns import reach
from ludotheque.games.banzai.rules.racing import racers
from ludotheque.games.banzai.state import Phase, seated

CALLING = (Phase.CHOOSE, Phase.OPEN, Phase.HELD)


class Races:
    """See `core.racing.Racing`."""

    def cue(self, b: Any, s: Any) -> Cue | None:
        """A Banzaï that was called; the deal, a hop or a "Jeu !", after which calls are made (a held Stop is part of that)."""
        phase = int(s["phase"])
        if phase == Phase.GRAB and not s["unhurried"]:
            return Cue(int(s["call_ms"]), "grab", int(racers(s)), int(s["caller"]))
        if phase in CALLING and not s["unhurried"]:
            return Cue(int(s["open_ms"]), "call", sum(1 << seat for seat in seated(s)))
        return None

    def is_claim(self, b: Any, s: Any, code: int) -> bool:
        """A pawn; before the race also the calls."""
        if int(s["phase"]) == Phase.GRAB:
            return codes.GRAB <= code < codes.MOVE
        return int(s["phase"]) in CALLING and codes.CALL <= code < codes.MOVE

    def reach_ms(self, b: Any, s: Any, seat: int, code: int) -> float:
        """To a pawn; a call is heard at once."""
        return float(reach(b, s, seat, code))

    def holds(self, b: Any, s: Any, code: int) -> bool:
        """Every Stop waits for a Banzaï."""
        return codes.CALL <= code < codes.GRAB and int(codes.called(code)) != BANZAI


RACING = Races()
