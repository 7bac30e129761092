"""A second, slow reading of Banzaï!'s rules, from the rulebook and the list of components alone: cards and calls as words, in sets.

Nothing is shared with the game. A card is `fox.lord`, an action the text that people write (`choose fox.lord`, `stop1 fox`,
`grab 2`), a result of chance one word (`fox`, `fox.lord`, `3`). Time is in milliseconds; `play` lets it pass first, and whatever
falls due by itself happens on the way. This file has the exchange and the calls; `naive_stops` what a Stop leads to,
`naive_ends` races, touches and the ends of rounds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from tests.banzai import naive_ends, naive_stops

FAMILIES = [
    "cow",
    "fox",
    "frog",
    "turtle",
    "duck",
    "cat",
    "pig",
    "kangaroo",
    "sloth",
    "vulture",
    "koala",
    "rabbit",
]
CHARACTERS = ["lord", "warrior", "princess", "kid", "magician"]
THREE = {"warriors": "warrior", "lords": "lord", "magicians": "magician", "kids": "kid"}
YES_MASTER = {"marriage": "princess", "duel": "warrior", "seer": "magician", "caprice": "kid"}
FEINTS = ("banz", "aie", "dart", "gasp")
ALL_CARDS = [f"{family}.{character}" for family in FAMILIES for character in CHARACTERS]

HOP, WHIM, HOLD, STOP, RACE, EARLY, TOUCH, PROVOKED, REST, FEINT, HAND, MISS = (
    1200, 5000, 200, 30000, 5000, 100, 400, 1500, 8000, 1000, 250, 300,
)  # fmt: skip
MAX_EXCHANGES = 400


def family_of(card: str) -> str:
    return card.split(".")[0]


def kind_of(card: str) -> str:
    return card.split(".")[1]


@dataclass
class Pawn:
    """Where it lies, in radii of the table; who holds it, `None` nobody, `"off"` while it is off the table."""

    x: float
    y: float
    by: Any = None


@dataclass
class Game:
    """A game in progress. `used` are (seat, call, family or ""), `out` tells the number of each elimination."""

    seats: int
    options: dict[str, Any]
    first: int = 0
    phase: str = "families"
    now: int = 0
    due: int | None = None
    families: list[str] = field(default_factory=list)
    hands: dict[int, set[str]] = field(default_factory=dict)
    seating: list[int] = field(default_factory=list)
    out: dict[int, int] = field(default_factory=dict)
    pawns: list[Pawn] = field(default_factory=list)
    chosen: dict[int, str] = field(default_factory=dict)
    rounds: int = 1
    exchanges: int = 0
    back: str = ""
    choose_by: int | None = None
    caller: int | None = None
    call_ms: int = 0
    early: set[int] = field(default_factory=set)
    provoked: set[int] = field(default_factory=set)
    aims: dict[int, int] = field(default_factory=dict)
    reacting: dict[int, int] = field(default_factory=dict)
    reactions: list[int] = field(default_factory=list)
    voided: int | None = None
    stop: dict[str, Any] = field(default_factory=dict)
    used: set[tuple[int, str, str]] = field(default_factory=set)
    lords_used: set[str] = field(default_factory=set)
    shown: set[str] = field(default_factory=set)
    known: dict[int, set[str]] = field(default_factory=dict)
    unions: list[set[str]] = field(default_factory=list)
    magicians: set[int] = field(default_factory=set)
    duel: tuple[int, int, int | None] | None = None
    caprice: int | None = None
    peeked: bool = False
    asleep: bool = False
    final: bool = False
    third: int | None = None
    feints: dict[int, int] = field(default_factory=dict)
    ready: set[int] = field(default_factory=set)
    lot: set[int] = field(default_factory=set)
    lot_for: str = ""
    drawn: str = ""
    touched: list[int] = field(default_factory=list)
    pardons: set[int] = field(default_factory=set)
    round_out: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.seating = list(range(self.seats))
        self.new_round()

    # -- who and what ---------------------------------------------------------------------------------------------------

    def still_in(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat not in self.out]

    def playing(self) -> list[int]:
        """Those who have cards: who is still in, and the third of the final."""
        return list(self.seating)

    def rule(self, name: str) -> bool:
        """Whether an optional rule holds now."""
        chosen = self.options.get("optional_rules", False) and self.options.get(name, True)
        return bool(chosen) and self.seats >= 4 and not self.final

    def one(self, family: str) -> frozenset[str]:
        """The families that are one with this one."""
        return frozenset(next((union for union in self.unions if family in union), {family}))

    def strength(self, seat: int, family: str) -> int:
        """How many cards of a family, with those united with it."""
        return sum(family_of(card) in self.one(family) for card in self.hands[seat])

    def need(self, seat: int, cards: int) -> int:
        return cards - 1 if seat in self.magicians else cards

    def with_at_least(self, seat: int, cards: int) -> set[str]:
        """Families of which the seat holds enough, each union by its first."""
        enough = {f for f in self.families if self.strength(seat, f) >= self.need(seat, cards)}
        return {min(self.one(f), key=FAMILIES.index) for f in enough}

    def complete(self, seat: int) -> bool:
        return bool(self.with_at_least(seat, 5))

    def how_many(self, seat: int, character: str) -> int:
        return sum(kind_of(card) == character for card in self.hands[seat])

    def motley(self, seat: int) -> set[str]:
        """Five different characters of five different families in the hand, or nothing."""
        for five in combinations(sorted(self.hands[seat], key=ALL_CARDS.index), 5):
            if len({kind_of(c) for c in five}) == 5 and len({self.one(family_of(c)) for c in five}) == 5:
                return set(five)
        return set()

    # -- dealing --------------------------------------------------------------------------------------------------------

    def new_round(self) -> None:
        """Everything of a round as it begins, before the families are drawn."""
        self.phase, self.due, self.exchanges, self.back = "families", None, 0, ""
        self.families, self.hands, self.chosen = [], {seat: set() for seat in range(self.seats)}, {}
        self.used, self.lords_used, self.shown, self.unions = set(), set(), set(), []
        self.known = {seat: set() for seat in range(self.seats)}
        self.magicians, self.duel, self.caprice, self.peeked = set(), None, None, False
        self.feints = {}
        self.aims, self.reacting, self.provoked = {}, {}, set()
        self.caller, self.early, self.ready = None, set(), set()
        self.pardons, self.round_out, self.touched = set(), set(), []
        self.stop, self.choose_by, self.voided = {}, None, None
        count = 1 if self.final else len(self.seating) - 1
        self.pawns = [Pawn(*naive_ends.on_circle(place, count, 0.35)) for place in range(count)]

    def awaited(self) -> set[str] | None:
        """The equally likely results of chance that may come now, `None` where chance is not asked."""
        if self.phase == "families":
            return set(FAMILIES) - set(self.families)
        if self.phase == "deal":
            return {c for c in ALL_CARDS if family_of(c) in self.families} - set().union(*self.hands.values())
        if self.phase == "steal":
            return set(self.hands[self.stop["from"]])
        if self.phase == "react":
            return {str(step) for step in range(len(self.reactions))}
        if self.phase == "lot" and self.lot_for in ("card", "gift"):
            return set(self.hands[min(self.lot)]) - {self.drawn}
        if self.phase == "lot" and self.lot_for == "pool":
            return set(self.stop["pool"])
        return {str(seat) for seat in self.lot} if self.phase == "lot" else None

    def chance(self, result: str) -> None:
        """This is drawn."""
        if self.phase == "families":
            self.families.append(result)
            if len(self.families) == len(self.seating):
                self.phase = "deal"
        elif self.phase == "deal":
            getting = next(seat for seat in self.seating if len(self.hands[seat]) < 5)
            self.hands[getting].add(result)
            if all(len(self.hands[seat]) == 5 for seat in self.seating):
                self.open("choose")
        elif self.phase == "steal":
            naive_stops.stolen(self, result)
        elif self.phase == "react":
            naive_ends.reacted(self, int(result))
        elif self.lot_for == "card":
            self.chosen[min(self.lot)] = result
            self.lot.discard(min(self.lot))
            if not self.lot:
                self.slide()
        elif self.lot_for in ("gift", "pool"):
            naive_stops.drawn_for_the_absent(self, result)
        else:
            naive_ends.drawn(self, int(result))

    def open(self, phase: str) -> None:
        """Everybody may choose and call."""
        self.phase, self.due = phase, None
        limit = self.options.get("time_limit", 20)
        self.choose_by = self.now + limit * 1000 if limit and not self.options.get("unhurried") else None

    # -- time -----------------------------------------------------------------------------------------------------------

    def next_due(self) -> int:
        """When something happens by itself; -1 for never."""
        if self.phase in ("choose", "open"):
            return -1 if self.choose_by is None else self.choose_by
        return -1 if self.due is None else self.due

    def pass_time(self, now: int) -> None:
        """Let time pass; what falls due happens."""
        while 0 <= self.next_due() <= now and self.awaited() is None:
            self.now = self.next_due()
            self.tick()
        if self.phase != "over":
            self.now = max(self.now, now)

    def tick(self) -> None:
        if self.phase in ("choose", "open"):
            absent = {seat for seat in self.playing() if seat not in self.chosen}
            if absent and self.options.get("time_up", "lot") == "lot":
                self.phase, self.due, self.choose_by = "lot", None, None
                self.lot, self.lot_for = absent, "card"
                return
            for seat in absent:
                self.chosen[seat] = self.least_wanted(seat)
            self.slide()
        elif self.phase == "slide":
            self.hop()
        elif self.phase == "held":
            naive_stops.begin(self)
        elif self.phase == "stop":
            naive_stops.run_out(self)
        elif self.phase == "grab":
            naive_ends.time_is_up(self)
        elif self.phase == "touched":
            naive_ends.end_of_touching(self)
        elif self.phase == "end":
            naive_ends.next_round(self)

    def least_wanted(self, seat: int) -> str:
        """A card of the family that the seat holds least of, the first of them in the box."""
        return min(self.hands[seat], key=lambda c: (self.strength(seat, family_of(c)), ALL_CARDS.index(c)))

    # -- the exchange ---------------------------------------------------------------------------------------------------

    def slide(self) -> None:
        self.phase, self.peeked = "slide", False
        self.choose_by = None
        self.due = self.now + (WHIM if self.caprice is not None else HOP)
        if self.options.get("unhurried"):
            self.due = None
            if self.caprice is None:
                self.hop()

    def hop(self) -> None:
        """Every card slides to the next place clockwise, all at once."""
        cards, self.chosen = dict(self.chosen), {}
        for seat, card in cards.items():
            self.hands[seat].discard(card)
        for place, seat in enumerate(self.seating):
            getting = self.seating[(place + 1) % len(self.seating)]
            self.hands[getting].add(cards[seat])
            self.moved(cards[seat], seat, getting)
        self.exchanges += 1
        if self.exchanges >= MAX_EXCHANGES:
            naive_ends.deal_again(self)
        else:
            self.open("open")

    def coming_to(self, seat: int) -> str:
        """The card laid down that will slide to a seat."""
        return self.chosen[self.seating[self.seating.index(seat) - 1]]

    def moved(self, card: str, giver: int, getting: int) -> None:
        """A card that moved is known to who gave it only (and to who holds it)."""
        self.forgotten(card)
        self.known[giver].add(card)

    def forgotten(self, card: str) -> None:
        """Nobody knows any more where this card is."""
        self.shown.discard(card)
        for known in self.known.values():
            known.discard(card)

    # -- what may be done -----------------------------------------------------------------------------------------------

    def legal(self, seat: int) -> set[str]:
        """The texts of all that a seat may do now, but for the ways of moving pawns (`may_move` tells)."""
        if self.awaited() is not None or self.phase == "over":
            return set()
        if self.phase == "end":
            return {"resume"} if seat in self.still_in() and seat not in self.ready else set()
        if seat not in self.seating:
            return set()
        texts = naive_ends.grabs(self, seat)
        if self.phase in ("choose", "open"):
            if not (self.options.get("must_call") and self.complete(seat)):
                texts |= {f"choose {card}" for card in self.hands[seat] - {self.chosen.get(seat)}}
            texts |= self.calls(seat)
        if self.phase in ("choose", "open", "held"):
            texts |= {"banzai"} if seat != self.third or not self.is_void() else set()
        if self.phase in ("choose", "open", "slide", "held") and self.may_feint(seat):
            texts |= {f"feint {kind}" for kind in FEINTS}
        if self.phase == "slide" and seat == self.caprice:
            texts |= {"hop"} if self.peeked else {"hop", "peek"}
        if self.phase == "stop":
            texts |= naive_stops.may(self, seat)
        return texts

    def is_void(self) -> bool:
        """Whether the third called wrongly so short a time ago that pawns taken do not count."""
        return self.voided is not None and self.now <= self.voided

    def rested(self, seat: int) -> bool:
        return self.now - self.feints.get(seat, -FEINT) >= FEINT

    def may_feint(self, seat: int) -> bool:
        """Once a second; sooner only where nobody at the table could do anything else."""
        stuck = self.phase == "slide" and self.is_void() and not any(map(self.rested, self.seating))
        return stuck or self.rested(seat)

    def spent(self, seat: int, what: str) -> bool:
        """Whether a call has been made this round: by anybody, or where so agreed by this seat.

        « Oui, maître ! » is called once of each kind in any case.
        """
        each = self.options.get("once", "table") == "player" and what not in YES_MASTER
        return any(what == made and (by == seat or not each) for by, made, _ in self.used)

    def calls(self, seat: int) -> set[str]:
        """The Stops that the hand carries."""
        found = set()
        for what, other, cards in (("stop1", "stop2", 3), ("stop2", "stop1", 4)):
            if not self.spent(seat, what) and not (what == "stop2" and seat == self.third):
                for family in self.with_at_least(seat, cards):
                    mine = {f for by, made, f in self.used if by == seat and made == other}
                    if not any(f in self.one(family) for f in mine):
                        found.add(f"{what} {family}")
        return found | self.optional_calls(seat)

    def optional_calls(self, seat: int) -> set[str]:
        found = {
            what
            for what, character in THREE.items()
            if self.rule(what) and not self.spent(seat, what) and self.how_many(seat, character) >= 3
        }
        for what, character in YES_MASTER.items():
            if self.rule(what) and not self.spent(seat, what) and self.exchanges < 2:
                found |= {f"{what} {family}" for family in self.masters(seat, character)}
        if self.rule("hand") and not self.spent(seat, "hand") and self.motley(seat):
            found.add("hand")
        return found

    def masters(self, seat: int, character: str) -> set[str]:
        """Families of the seat's Seigneurs not used yet that have this character beside them."""
        lords = {family_of(c) for c in self.hands[seat] if kind_of(c) == "lord"} - self.lords_used
        others = {family_of(c) for c in self.hands[seat] if kind_of(c) == character}
        return {family for family in lords if self.one(family) & others}

    # -- what is done ---------------------------------------------------------------------------------------------------

    def play(self, at: int, seat: int, text: str) -> None:
        """A legal action at this instant."""
        self.pass_time(at)
        word, *rest = text.split()
        if word == "choose":
            self.chosen[seat] = rest[0]
            if all(each in self.chosen for each in self.playing()):
                self.slide()
        elif word == "banzai":
            naive_ends.banzai(self, seat)
        elif word == "feint":
            self.feints[seat] = self.now
        elif word == "grab":
            naive_ends.grab(self, seat, int(rest[0]))
        elif word == "peek":
            self.peeked = True
            self.known[seat].add(self.coming_to(seat))
        elif word == "hop":
            self.hop()
        elif word == "resume" and self.phase == "end":
            naive_ends.is_ready(self, seat)
        elif self.phase == "stop":
            naive_stops.do(self, seat, word, rest)
        else:
            naive_stops.call(self, seat, word, rest[0] if rest else "")
