"""The second reading, going on: what actions and results of chance do, how turns and races end, and who wins."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.banjooli_cross.naive import BIRDS, WHITE, Place, Race
from tests.banjooli_cross.naive_track import NEST, PODIUM, Space, Track


class Game(Race):
    """A race that can be played."""

    def play(self, text: str) -> None:
        """Carry out a legal action, or a result of chance."""
        if text in self.chance():
            self._told(text.partition(" ")[2])
            return
        meaning = self._meanings()[text]
        {
            "berries": self._place_berry, "keep": self._throw, "choose": self._choose, "continue": self._run,
            "vortex": self._swap, "joka": self._step_back, "give": self._give, "frenzy": self._use,
        }[self.phase](*([text, meaning] if self.phase == "choose" else [meaning]))  # fmt: skip

    # -- turns

    def _place_berry(self, space: Space) -> None:
        self.berries[space] = {"is": None, "known": set(), "by": self.to_play}
        self.to_play = (self.to_play + 1) % self.seats
        if len(self.berries) == self.seats:
            self._new_turn()

    def _new_turn(self) -> None:
        self.phase, self.dice = "roll", [None] * 6
        self.rerolls = 0 if self.to_play in self.lance else 1
        self.lance.discard(self.to_play)

    def _throw(self, again: list[int]) -> None:
        self.rerolls = 0
        for die in again:
            self.dice[die] = None
        self.phase = "roll" if again else "choose"

    def _choose(self, text: str, meaning: Any) -> None:
        word = text.split()[0]
        if word in ("bewitch", "unbewitch"):
            self._enchant(*meaning)
        elif word == "lion":
            self._prowl(meaning)
        elif word == "wake":
            self.awake = True
        elif word != "pass":
            self._run(meaning)
            return
        self._end_turn()

    def _end_turn(self) -> None:
        self.turns[self.to_play] += 1
        self.moving, self.left, self.frenzy, self.found = None, 0, False, None
        if sum(self.turns) >= self.box["limit"]["turns"]:
            self.phase = "over"
            return
        self.to_play = (self.to_play + self.sense) % self.seats
        self._new_turn()

    def _enchant(self, bird: str, leap: Space | None) -> None:
        if leap:
            self.at[bird] = leap
        else:
            self.scared ^= {bird}

    def _prowl(self, space: Space) -> None:
        victim = self.bird_on(space)
        self.lion, self.awake = space, False
        if victim in self.scared:
            self.scared.discard(victim)
            self.at[victim] = NEST
        elif victim:
            back = self.track.behind(space, max(1, self.dice[:5].count(victim)))
            while back and not self.open(back):
                back = self.track.behind(back, 1)
            self.at[victim] = back or NEST

    # -- moves

    def _run(self, meaning: tuple[str, Place, bool, int]) -> None:
        bird, place, triggers, left = meaning
        self.at[bird], self.moving, self.left = place, bird, left
        if place == PODIUM:
            self.podium.append(bird)
            if len(self.podium) == 3:
                self.phase = "over"
                return
        elif triggers and place in self.berries:
            self.found = place
            self.phase = "find"
            return
        elif triggers and self.track.ground(place) == "Q":
            self.scared.add(bird)
        elif triggers and self.track.ground(place) == "V":
            self.phase = "spin"
            return
        self._end_move()

    def _end_move(self) -> None:
        self.moving, self.left, self.found = None, 0, None
        if self.frenzy:
            self.phase = "frenzy"
            if self._frenzies():
                return
        self._end_turn()

    def _go_on(self) -> None:
        """The points left are used, if the bird can."""
        self.phase, self.found = "continue", None
        if not self.left or not self._goings_on():
            self._end_move()

    def _use(self, meaning: tuple[str, Place, bool, int, int]) -> None:
        bird, used = meaning[0], meaning[4]
        for _ in range(self.dice[:5].count(bird)):
            self.dice[self.dice.index(bird)] = None
        for _ in range(used):
            die = next(die for die in range(5) if self.dice[die] in (WHITE, *self.podium))
            self.dice[die] = None
        self._run(meaning[:4])

    def _swap(self, other: str) -> None:
        assert self.moving
        self.at[self.moving], self.at[other] = self.at[other], self.at[self.moving]
        self._end_move()

    def _step_back(self, space: Space) -> None:
        assert self.moving
        self.at[self.moving] = space
        self._end_move()

    def _give(self, seat: int) -> None:
        self.lance.add(seat)
        self._go_on()

    # -- what chance says

    def _told(self, word: str) -> None:
        if self.phase == "course":
            self._lay(word)
        elif self.phase == "deal":
            self._deal(int(word))
        elif self.phase == "spin":
            self._spun(word)
        elif self.phase == "find":
            self._eat(word)
        elif self.phase == "look":
            self._seen(word)
        else:
            self.dice[self.dice.index(None)] = word
            if self.phase == "wild" and None not in self.dice[:5]:
                self._end_move()
            elif self.phase == "roll" and None not in self.dice:
                self.phase = "keep" if self.rerolls else "choose"

    def _lay(self, face: str) -> None:
        self.course.append(face)
        if face.startswith("finish"):
            self.track = Track(self.course, self.components)
            self.phase = "deal"
            if self.with_lion:
                self.lion, self.awake = self.lair(), True

    def _deal(self, card: int) -> None:
        self.predictions[self.predictions.index(None)] = self.box["predictions"]["cards"][card]
        if None not in self.predictions:
            self.phase = "berries"
            if not self.with_berries:
                self._new_turn()

    def _spun(self, word: str) -> None:
        assert self.moving
        if word == self.moving:
            self.scared.add(word)
            self._end_move()
        elif word == WHITE or word in self.podium:
            self.phase, self.left = "vortex", 0
        else:
            self._swap(word)

    def _seen(self, word: str) -> None:
        berry = min(
            (berry for berry in self.berries.values() if not berry["is"]), key=lambda berry: berry["by"]
        )
        berry["is"] = word
        self._look()

    def _look(self) -> None:
        self.phase, self.found = "look", None
        if all(berry["is"] for berry in self.berries.values()):
            for berry in self.berries.values():
                berry["known"].add(self.to_play)
            self._go_on()

    def _eat(self, name: str) -> None:
        """What each berry does; it leaves the game."""
        assert self.moving
        assert self.found
        del self.berries[self.found]
        self.gone[name] += 1
        if name == "Tër":
            self.scared.add(self.moving)
            self._end_move()
        elif name == "Neex Peepa":
            self._end_turn()
        elif name == "DofNooxoor":
            self.phase, self.frenzy, self.moving, self.left, self.found = "wild", True, None, 0, None
            self.dice = [None] * 5 + self.dice[5:]
        elif name == "Vooortex!":
            self.phase, self.found = "spin", None
        elif name == "Joka":
            self.phase, self.found, self.left = "joka", None, 0
            if len(sides := self._back()) == 1:
                self._step_back(*sides.values())
            elif not sides:
                self._end_move()
        else:
            self._eat_and_run(name)

    def _eat_and_run(self, name: str) -> None:
        if name == "Naangateku":
            self.phase, self.found = "give", None
            if len(others := self._gifts()) == 1:
                self._give(*others.values())
            return
        if name == "Jëmbat":
            self._look()
            return
        if name == "Oor":
            self.oor = self.to_play
        elif name == "Daaaaaaw!":
            self.left += 2
        elif name == "Pakaarloo" and self.seats > 2:
            self.sense = -self.sense
        self._go_on()

    # -- who wins

    def last(self) -> str | None:
        """The bird that is last of all, if no other is as far."""
        left = self.track.to_the_line()
        nest = 1 + min(left.get((0, lane, 1), 10**6) for lane in range(3))
        to_go = {
            bird: nest if self.at[bird] == NEST else left.get(self.at[bird], 10**6)
            for bird in BIRDS
            if bird not in self.podium
        }
        far = max(to_go.values())
        return (
            next(bird for bird in to_go if to_go[bird] == far) if Counter(to_go.values())[far] == 1 else None
        )

    def score(self, seat: int) -> tuple[int, int]:
        """Points, then how many stand where the card says."""
        *foretold, last = self.predictions[seat]
        well = [place for place, bird in enumerate(self.podium) if foretold[place] == bird]
        badly = sum(bird in foretold and foretold[place] != bird for place, bird in enumerate(self.podium))
        worth = self.box["points"]
        points = sum(worth["places"][place] for place in well) + worth["misplaced"] * badly
        points *= worth["last_factor"] if last == self.last() else 1
        return points + (worth["oor"] if self.oor == seat else 0), len(well)

    def ranking(self) -> list[int]:
        scores = [self.score(seat) for seat in range(self.seats)]
        return [1 + sum(other > own for other in scores) for own in scores]
