"""The games as games of OpenSpiel: `pyspiel.load_game("ludotheque_billabong(mode=duel,players=2)")`.

Importing this module registers every installed game without a clock. Chance is explicit: its results are actions of OpenSpiel's chance player.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from ludotheque.core import components, entry, registry
from ludotheque.core import state as states
from ludotheque.core.game import Game, Value
from ludotheque.core.memory import array_of
from ludotheque.core.verbs import CHANCE, CHANCE_SEAT
from ludotheque.envs.seats import described, observe, usual_seats

PREFIX = "ludotheque_"

USUAL = "usual"
"""The value of a parameter that leaves an option as it is by default."""


def short_name(game: Game) -> str:
    """The name of a game in OpenSpiel."""
    return PREFIX + game.name.replace("-", "_")


class SpielRules:
    """A game with a number of players and options, and arrays to call its verbs with. Copies of a state share it.

    Attributes:
        source: the game.
        seats: the number of players.
        options: option names and values.
    """

    def __init__(self, source: Game, params: Mapping[str, Any]) -> None:
        self.params, asked = dict(params), dict(params)
        self.source = source
        self.seats = int(asked.pop("players", usual_seats(source, None)))
        self.options: dict[str, Value] = source.check_options(self.seats, _meant(source, self.seats, asked))
        self.boxes = components.load(source).array
        self.num_actions = source.num_actions(self.boxes[0])
        self.legal = np.empty(source.max_legal, np.int32)
        self.codes = np.empty(source.max_chance, np.int32)
        self.probabilities = np.empty(source.max_chance)

    def __deepcopy__(self, memo: dict[int, Any]) -> SpielRules:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return SpielRules, (self.source, self.params)

    def start(self, first: int) -> Any:
        """The state after setting up, with this seat going first: an array of shape (1,)."""
        fresh = self.source.composed_state(self.boxes, self.seats, self.options, first)
        entry.setup(self.boxes, fresh)
        return fresh

    def seen(self, state: Any, player: int) -> Any:
        """What a player may know of a state."""
        view = states.copy(state)
        entry.hide(self.boxes, view, 1 << player)
        return view


def _meant(source: Game, seats: int, asked: Mapping[str, Any]) -> dict[str, Any]:
    """The options that were asked for, among parameters in which OpenSpiel has filled in all others.

    A default of an option that does not exist with the others says nothing: a course that is given has no number of tiles.
    """
    meant = {name: value for name, value in asked.items() if value != USUAL}
    chosen: dict[str, Value] = {}
    for option in source.options:
        if option.name in meant and meant[option.name] == option.default and not option.exists(seats, chosen):
            del meant[option.name]
        chosen[option.name] = meant.get(option.name, option.default_for(seats))
    return meant


class SpielGame(pyspiel.Game):
    """A game with its number of players and its options; use `pyspiel.load_game`."""

    def __init__(self, source: Game, params: Mapping[str, Any] | None = None) -> None:
        rules = SpielRules(source, params or {})
        box, start = rules.boxes[0], rules.start(0)[0]
        together = source.cooperative is not None and source.cooperative(box, start)
        results = source.num_actions(box) if source.max_chance > 1 else 0
        info = pyspiel.GameInfo(
            num_distinct_actions=source.num_actions(box),
            max_chance_outcomes=max(results, rules.seats),
            num_players=rules.seats,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=None if together else 1.0,
            max_game_length=source.max_actions,
        )
        super().__init__(_type(source, together=together), info, dict(params or {}))
        self.rules = rules

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (str(self),)

    def new_initial_state(self) -> SpielState:
        """A state in which nothing has happened; the seat that goes first is drawn."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What writes observations. Only the current position is observed, not how it came about."""
        return SpielObserver(self.rules, iig_obs_type, params)


def _loaded(name: str) -> Any:
    """The game of a name; reading this function from a pickle has registered the games."""
    return pyspiel.load_game(name)


class Shared:
    """An array that copies share, since nobody changes it. NumPy would copy a record field by field, without its padding."""

    def __init__(self, array: Any) -> None:
        self.array = array_of(array)

    def __deepcopy__(self, memo: dict[int, Any]) -> Shared:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        if self.array is None:
            return Shared, (None,)
        return _shared, (registry.get(_name_of(self.array)), self.array.tobytes())


def _name_of(array: Any) -> str:
    """The game that a state belongs to: its first field bears the name."""
    name = str(array.dtype.names[0])
    return next(each for each in registry.names() if each.replace("-", "_") == name)


def _shared(game: Game, saved: bytes) -> Shared:
    return Shared(states.load(game, saved))


class SpielState(pyspiel.State):
    """A position. `state` is None until it has been drawn who goes first.

    OpenSpiel copies a state before it changes it. The array is never written to, so that copies can share it.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.rules = game.rules
        self._shared = Shared(None if _draws_first(game.rules) else game.rules.start(0))

    @property
    def state(self) -> Any:
        """The whole state, an array of shape (1,), which must not be changed; None until it has been drawn who goes first."""
        return self._shared.array

    def _mask(self) -> int:
        return CHANCE if self.state is None else int(entry.actors(self.rules.boxes, self.state))

    def current_player(self) -> int:
        """The seat that acts; where several may, the lowest."""
        mask = self._mask()
        if mask & CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        if mask == 0:
            return int(pyspiel.PlayerId.TERMINAL)
        return (mask & -mask).bit_length() - 1

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._mask() == 0

    def _legal_actions(self, player: int) -> list[int]:
        of = self.rules
        if self.state is None or not self._mask() >> player & 1:
            return []
        count = entry.legal(of.boxes, self.state, player, of.legal)
        return sorted(of.legal[:count].tolist())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The possible results of chance and their probabilities."""
        of = self.rules
        if self.state is None:
            return [(seat, 1 / of.seats) for seat in range(of.seats)]
        count = entry.chance_outcomes(of.boxes, self.state, of.codes, of.probabilities)
        return list(zip(of.codes[:count].tolist(), of.probabilities[:count].tolist(), strict=True))

    def _apply_action(self, action: int) -> None:
        if self.state is None:
            self._shared = Shared(self.rules.start(action))
            return
        player = self.current_player()
        seat = CHANCE_SEAT if player == pyspiel.PlayerId.CHANCE else player
        if not 0 <= action < self.rules.num_actions:
            raise ValueError(f"actions are from 0 to {self.rules.num_actions - 1}, not {action}")
        after = states.copy(self.state)
        entry.play(self.rules.boxes, after, seat, action)
        self._shared = Shared(after)

    def _action_to_string(self, player: int, action: int) -> str:
        if self.state is None:
            return f"first {action}"
        codec = self.rules.source.codec
        seat = CHANCE_SEAT if player == pyspiel.PlayerId.CHANCE else player
        box, now = self.rules.boxes[0], self.state[0]
        return codec.text(box, now, seat, action, codec.path(box, now, seat, action))

    def returns(self) -> list[float]:
        """Each seat's share of the win; 0 before the end."""
        shares = np.zeros(self.rules.seats)
        if self.is_terminal():
            entry.returns(self.rules.boxes, self.state, shares)
        return [float(share) for share in shares]

    def __str__(self) -> str:
        if self.state is None:
            return "nothing yet"
        return states.digest(self.state)


class SpielObserver:
    """Writes what a player sees into `tensor`, float32 of shape (size,); `dict` has the planes and the numbers by name."""

    def __init__(self, rules: SpielRules, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"an observation has no parameters; {params} cannot be used")
        if iig_obs_type is not None and iig_obs_type.perfect_recall:
            raise ValueError(
                "only what is seen now can be observed, not how it came about: perfect_recall must be False"
            )
        self._rules = rules
        self._described = described(rules.source, rules.boxes, rules.start(0))
        self.tensor = np.zeros(self._described.size, np.float32)
        self.dict: dict[str, Any] = {}
        at, (rows, columns) = 0, self._described.board
        for features, shape in ((self._described.planes, (rows, columns)), (self._described.numbers, ())):
            for feature in features:
                size = feature.size * rows * columns if shape else feature.size
                self.dict[feature.name] = self.tensor[at : at + size].reshape(feature.shape + shape)
                at += size

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees."""
        self.tensor.fill(0)
        if state.state is None:
            return
        view = self._rules.seen(state.state, player)
        observe(self._rules.source, self._rules.boxes, view, player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees, as a text: equal for positions that look alike to them."""
        if state.state is None:
            return f"{player}: nothing yet"
        return f"{player}: {states.digest(self._rules.seen(state.state, player))}"


def _draws_first(rules: SpielRules) -> bool:
    """Whether it is drawn who goes first."""
    return rules.source.first and rules.seats > 1


def _type(game: Game, *, together: bool = False) -> Any:
    kinds = pyspiel.GameType
    hidden = (
        kinds.Information.IMPERFECT_INFORMATION if game.secrets else kinds.Information.PERFECT_INFORMATION
    )
    drawn = game.max_chance > 1 or (game.first and max(game.seats) > 1)
    parameters: dict[str, Any] = {"players": usual_seats(game, None)}
    for option in game.options:
        if not option.interface:
            parameters[option.name] = (
                USUAL if option.choices is not None or option.composed else option.default
            )
    return kinds(
        short_name=short_name(game),
        long_name=game.name,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if drawn else kinds.ChanceMode.DETERMINISTIC,
        information=hidden,
        utility=kinds.Utility.IDENTICAL if together else kinds.Utility.CONSTANT_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


def _register(game: Game) -> None:
    class Registered(SpielGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(game, params)

    pyspiel.register_game(_type(game), Registered)


def register() -> None:
    """Register every installed game without a clock that is not registered yet."""
    known = set(pyspiel.registered_names())
    for game in registry.installed_games().values():
        if not game.timed and short_name(game) not in known:
            _register(game)


register()
