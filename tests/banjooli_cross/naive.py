"""A second, slow reading of the whole of Banjooli Cross, from the rulebook and the rulings alone: strings, dicts and tuples.

A bird is its colour; it is at a space, in its "nest" or on the "podium". Actions and results of chance are texts. What is left of
a move, of the dice and of the berries is kept as it lies on the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tests.banjooli_cross.naive_setup import next_tiles
from tests.banjooli_cross.naive_track import LINE, NEST, PODIUM, SIDES, Space, Track, name_of, space_of

BIRDS = ["red", "green", "yellow", "blue", "purple"]
WHITE = "white"
FACES = [*BIRDS, WHITE]
BERRIES = [
    "Tër", "Neex Peepa", "Oor", "Jëmbat", "Daaaaaaw!", "Pakaarloo", "Naangateku", "Peepa", "DofNooxoor", "Vooortex!", "Joka",
]  # fmt: skip
CARDS = [[BIRDS[(i + k) % 5] for k in ks] for ks in ((0, 1, 2, 3), (0, 2, 4, 1)) for i in range(5)]
Place = Space | str


def box_of(components: Mapping[str, Any] | None) -> dict[str, Any]:
    """The numbers, dice and cards of a component file, or those of the rulebook and its rulings."""
    if components is not None:
        return {
            name: components[name] for name in ("dice", "predictions", "berries", "points", "great", "limit")
        }
    return {
        "dice": {"movement": FACES, "sorcery": FACES},
        "predictions": {"cards": CARDS},
        "berries": {"tokens": dict.fromkeys(BERRIES, 1), "distance": 3},
        "points": {"places": [5, 4, 3], "misplaced": 2, "last_factor": 2, "oor": 2},
        "great": {"alike": True, "different": True, "points": 5},
        "limit": {"turns": 400},
    }


class Race:
    """A race in progress."""

    def __init__(self, position: Mapping[str, Any], components: Mapping[str, Any] | None = None) -> None:
        options = position["options"]
        self.box = box_of(components)
        self.components = components
        self.options = options
        self.seats: int = position["seats"]
        self.with_berries: bool = options["berries"]
        self.with_lion: bool = options["lion"]
        self.arrived_natural: bool = options["arrived_natural"]
        self.course = list(position["course"])
        self.track = Track(self.course, components)
        self.phase: str = position["phase"]
        self.to_play: int = position["to_play"]
        self.first: int = position["first"]
        self.sense = 1 if position["direction"] == "clockwise" else -1
        self.turns = list(position["turns"])
        self.predictions = [card and list(card) for card in position["predictions"]]
        self._read_birds(position["ostriches"])
        dice = position["dice"]
        self.dice: list[str | None] = [*dice["movement"], dice["sorcery"]]
        self.rerolls: int = dice["rerolls_left"]
        self.lance = set(position["single_throw"])
        self.oor = position["oor"]
        self.berries = {
            space_of(space): {"is": berry["is"], "known": set(berry["known_to"]), "by": berry["by"]}
            for space, berry in position.get("berries", {}).items()
        }
        self.gone = Counter(position.get("berries_found", []))
        self.moving: str | None = position.get("moving", {}).get("bird")
        self.left: int = position.get("moving", {}).get("left", 0)
        self.frenzy: bool = position.get("frenzy", False)
        self.found = space_of(position["found"]) if "found" in position else None
        self.lion = space_of(position["lion"]["at"]) if "lion" in position else None
        self.awake: bool = position.get("lion", {}).get("awake", False)

    def _read_birds(self, ostriches: Mapping[str, Any]) -> None:
        self.at: dict[str, Place] = {}
        self.scared: set[str] = set()
        self.podium: list[str] = []
        for bird in BIRDS:
            where = ostriches[bird]["at"]
            self.at[bird] = where if where in (NEST, PODIUM) else space_of(where)
            if ostriches[bird].get("scared"):
                self.scared.add(bird)
        arrived = [bird for bird in BIRDS if self.at[bird] == PODIUM]
        self.podium = sorted(arrived, key=lambda bird: ostriches[bird]["place"])

    # -- what lies on the table

    def position(self) -> dict[str, Any]:
        """The keys of a position that tell what is going on; game, seats and options are not repeated."""
        position: dict[str, Any] = {
            "phase": self.phase,
            "to_play": self.to_play,
            "first": self.first,
            "direction": "clockwise" if self.sense == 1 else "counter-clockwise",
            "turns": self.turns,
            "course": self.course,
            "ostriches": {bird: self._write_bird(bird) for bird in BIRDS},
            "predictions": self.predictions,
            "dice": {"movement": self.dice[:5], "sorcery": self.dice[5], "rerolls_left": self.rerolls},
            "single_throw": sorted(self.lance),
            "oor": self.oor,
        }
        if self.with_berries:
            position["berries"] = {
                name_of(space): {"is": berry["is"], "known_to": sorted(berry["known"]), "by": berry["by"]}
                for space, berry in self.berries.items()
            }
            position["berries_found"] = [name for name in BERRIES for _ in range(self.gone[name])]
        if self.moving:
            position["moving"] = {"bird": self.moving, "left": self.left}
        if self.frenzy:
            position["frenzy"] = True
        if self.found:
            position["found"] = name_of(self.found)
        if self.lion:
            position["lion"] = {"at": name_of(self.lion), "awake": self.awake}
        return position

    def _write_bird(self, bird: str) -> dict[str, Any]:
        if self.at[bird] == NEST:
            return {"at": NEST}
        if self.at[bird] == PODIUM:
            return {"at": PODIUM, "place": 1 + self.podium.index(bird)}
        return {"at": name_of(self.at[bird]), "scared": bird in self.scared}

    # -- running

    def bird_on(self, space: Space) -> str | None:
        return next((bird for bird in BIRDS if self.at[bird] == space), None)

    def shut(self, space: Space) -> bool:
        """Rock, water, and the lion, who is like a rock."""
        return self.track.bars(space) or space == self.lion

    def open(self, space: Space) -> bool:
        return not self.shut(space) and self.bird_on(space) is None

    def steps(self, place: Place) -> set[Space | str]:
        """Where one point leads."""
        found: set[Space | str] = set()
        for side in SIDES:
            if place == NEST:
                first, beyond = (0, 1 + side, 1), self.track.onward((0, 1 + side, 1), 0)
            else:
                assert isinstance(place, tuple)
                first = self.track.onward(place, side)
                beyond = self.track.onward(first, side) if isinstance(first, tuple) else None
            if first == LINE:
                found.add(LINE)
            elif first is not None and self.open(first):
                found.add(first)
            elif (
                first is not None
                and self.bird_on(first)
                and (beyond == LINE or (beyond and self.open(beyond)))
            ):
                found.add(beyond)
        return found

    def stops(self, space: Space) -> bool:
        return space in self.berries or self.track.ground(space) in "QV"

    def runs(self, bird: str, points: int) -> dict[tuple[Place, bool], int]:
        """Every end of a move, with whether something may be triggered there, and the most points left at a berry."""
        whole: dict[Place, int] = {}
        short: dict[int, set[Space]] = {}
        front: set[Place] = {self.at[bird]}
        for used in range(1, points + 1):
            further: set[Place] = set()
            for place in front:
                after = self.steps(place)
                if not after and used > 1:
                    short.setdefault(used - 1, set()).add(place)
                for space in after:
                    if space == LINE or self.stops(space):
                        whole.setdefault(space, points - used if space in self.berries else 0)
                    else:
                        further.add(space)
            front = further
        whole |= dict.fromkeys(front, 0)
        if not whole and short:
            whole = dict.fromkeys(short[max(short)], 0)
        ends: dict[tuple[Place, bool], int] = {}
        for place, left in whole.items():
            if place != LINE and self.track.ground(place) == "l":
                ends |= {(back, False): 0 for back in self.retreats(bird, place)}
            else:
                ends[place, True] = left
        return ends

    def retreats(self, bird: str, space: Space) -> set[Place]:
        """Where a bird that stopped in the lava may go back to: rank after rank, its own lane, those beside it, those farther."""
        for ranks in range(1, 60):
            there: dict[int, set[Space]] = {0: set(), 1: set(), 2: set()}
            for lane in range(3):
                back = self.track.behind((space[0], lane, space[2]), ranks)
                firm = back is not None and self.track.ground(back) in "h."
                if back and firm and back != self.lion and self.bird_on(back) in (None, bird):
                    there[abs(lane - space[1])].add(back)
            for lanes_off in range(3):
                if there[lanes_off]:
                    return set(there[lanes_off])
        return {NEST}

    def running(self, bird: str) -> bool:
        return self.at[bird] != PODIUM and bird not in self.scared

    # -- what may be done

    def legal(self) -> set[str]:
        """The texts of all actions of whoever is to play; none where chance is due or all is over."""
        return set(self._meanings())

    def _meanings(self) -> dict[str, Any]:
        """Each legal text with what it means."""
        options = {
            "berries": self._placings, "keep": self._keepings, "choose": self._choices, "continue": self._goings_on,
            "vortex": self._swaps, "joka": self._back, "give": self._gifts, "frenzy": self._frenzies,
        }  # fmt: skip
        return options[self.phase]() if self.phase in options else {}

    def _placings(self) -> dict[str, Any]:
        far = self.track.from_the_start()
        return {
            f"berry {name_of(space)}": space
            for space, steps in far.items()
            if steps >= self.box["berries"]["distance"]
            and self.track.ground(space) == "."
            and space not in self.berries
        }

    def _keepings(self) -> dict[str, Any]:
        texts: dict[str, Any] = {"keep": []}
        for some in range(1, 64):
            again = [die for die in range(6) if some >> die & 1]
            texts["throw " + " ".join("12345s"[die] for die in again)] = again
        return texts

    def points(self, bird: str) -> set[int]:
        """The numbers of points that the dice allow a bird."""
        thrown = Counter(self.dice[:5])
        found = set()
        if self.running(bird) and thrown[bird]:
            found.add(thrown[bird])
            for joker in [WHITE, *self.podium]:
                if thrown[joker]:
                    found.add(thrown[bird] + thrown[joker])
        if self.running(bird) and self.is_great():
            found.add(self.box["great"]["points"])
        return found

    def is_great(self) -> bool:
        faces = set(self.dice[:5])
        natural = WHITE not in faces and (self.arrived_natural or not faces & set(self.podium))
        alike, different = self.box["great"]["alike"], self.box["great"]["different"]
        return natural and ((len(faces) == 1 and alike) or (len(faces) == 5 and different))

    def _moves(self, bird: str, amounts: set[int]) -> dict[str, Any]:
        texts: dict[str, Any] = {}
        for points in sorted(amounts, reverse=True):
            for (place, triggers), left in self.runs(bird, points).items():
                text = f"{bird} {name_of(place)}"
                before = texts.get(text)
                if before is None or (triggers, left) > before[2:]:
                    texts[text] = (bird, place, triggers, left)
        return texts

    def _choices(self) -> dict[str, Any]:
        texts: dict[str, Any] = {}
        for bird in BIRDS:
            texts |= self._moves(bird, self.points(bird))
        texts |= self._spells() | self._lions()
        return texts or {"pass": None}

    def _goings_on(self) -> dict[str, Any]:
        assert self.moving
        return self._moves(self.moving, {self.left})

    def _spells(self) -> dict[str, Any]:
        die, texts = self.dice[5], dict[str, Any]()
        for bird in BIRDS:
            if not isinstance(self.at[bird], tuple) or die not in (bird, WHITE, *self.podium):
                continue
            if bird in self.scared:
                texts[f"unbewitch {bird}"] = (bird, None)
            elif self.track.ground(self.at[bird]) == "C":
                texts |= {f"bewitch {bird} {name_of(space)}": (bird, space) for space in self.leaps(bird)}
            else:
                texts[f"bewitch {bird}"] = (bird, None)
        return texts

    def leaps(self, bird: str) -> set[Space]:
        """The first rank after the ditch that has room."""
        front: list[Any] = [(self.at[bird][0] + 1, lane, 1) for lane in range(3)]
        while any(isinstance(space, tuple) for space in front):
            if room := {space for space in front if isinstance(space, tuple) and self.open(space)}:
                return room
            front = [self.track.onward(space, 0) if isinstance(space, tuple) else space for space in front]
        return set()

    def _lions(self) -> dict[str, Any]:
        whites = self.dice[:5].count(WHITE)
        if self.lion and not self.awake and self.dice[5] == WHITE:
            return {"wake": None}
        if not self.lion or not self.awake or not whites:
            return {}
        front: set[Space | None] = {self.lion}
        for _ in range(whites):
            front = set().union(*(self._rank_back(space) for space in front))
        return {f"lion {name_of(space or self.lair())}": space or self.lair() for space in front}

    def _rank_back(self, space: Space | None) -> set[Space | None]:
        """The spaces a rank nearer to the start, nothing where that is past it."""
        if space is None or (space[0], space[2]) == (0, 1):
            return {None}
        return {back for side in SIDES if (back := self.track.backward(space, side))}

    def lair(self) -> Space:
        tile = self.track.tiles - 1
        return tile, 1, len(self.track.lanes[tile][1])

    def _swaps(self) -> dict[str, Any]:
        return {f"swap {bird}": bird for bird in BIRDS if bird != self.moving and self.at[bird] != PODIUM}

    def _back(self) -> dict[str, Any]:
        assert self.moving
        here, found = self.at[self.moving], set()
        assert isinstance(here, tuple)
        for side in SIDES:
            over = self.track.backward(here, side)
            to = self.track.backward(over, side) if over else None
            if to and self.open(to):
                found.add(to)
        return {f"back {name_of(space)}": space for space in found}

    def _gifts(self) -> dict[str, Any]:
        return {f"give {seat}": seat for seat in range(self.seats) if seat != self.to_play}

    def _frenzies(self) -> dict[str, Any]:
        thrown = Counter(die for die in self.dice[:5] if die)
        jokers = sum(thrown[joker] for joker in [WHITE, *self.podium])
        colours = [bird for bird in BIRDS if thrown[bird] and self.running(bird)]
        texts: dict[str, Any] = {}
        for bird in colours:
            for used in range(jokers + 1) if self._others_run(bird, colours) else [jokers]:
                for (place, triggers), left in self.runs(bird, thrown[bird] + used).items():
                    text = f"{bird}+{used} {name_of(place)}"
                    if text not in texts or (triggers, left) > texts[text][2:4]:
                        texts[text] = (bird, place, triggers, left, used)
        return texts

    def _others_run(self, bird: str, colours: list[str]) -> bool:
        """Whether another colour could still take jokers, with this bird out of the way."""
        self.at[bird], here = PODIUM, self.at[bird]
        able = [other for other in colours if other != bird and self.steps(self.at[other])]
        self.at[bird] = here
        return bool(able)

    # -- what chance may say

    def chance(self) -> dict[str, float]:
        """The results of chance that may come now, with their probabilities."""
        if self.phase == "course":
            return {
                f"tile {face}": p
                for face, p in next_tiles(self.course, self.options, self.components).items()
            }
        if self.phase == "deal":
            left = [
                i for i, card in enumerate(self.box["predictions"]["cards"]) if card not in self.predictions
            ]
            return {f"card {number}": 1 / len(left) for number in left}
        if self.phase in ("roll", "spin", "wild"):
            sorcery = self.phase == "roll" and None not in self.dice[:5]
            sides = self.box["dice"]["sorcery" if sorcery else "movement"]
            return {f"die {face}": count / len(sides) for face, count in Counter(sides).items()}
        if self.phase == "find" and (known := self.berries[self.found]["is"]):
            return {f"is {known}": 1.0}
        if self.phase in ("find", "look"):
            rest = (
                Counter(self.box["berries"]["tokens"])
                - self.gone
                - Counter(berry["is"] for berry in self.berries.values())
            )
            return {f"is {name}": count / rest.total() for name, count in rest.items()}
        return {}
