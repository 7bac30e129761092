"""A network in a file: its weights, and what it was trained for.

The file is NumPy's `.npz`, with the weights as float16 and a text of JSON named `about`. Reading it needs neither PyTorch nor NumPy.
"""

from __future__ import annotations

import ast
import io
import json
import math
import os
import struct
import zipfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ludotheque.bots.learnt.estimate import Layers
from ludotheque.core import packaged
from ludotheque.core.errors import BadInput
from ludotheque.core.game import Game, Option, Value
from ludotheque.core.lazy import np
from ludotheque.core.weights import BadWeights, Weights, put

FORMAT = 1
"""The version of the files."""
FILE = "learnt.npz"
"""The name of the file that a game's package may have."""


class BadNetwork(BadInput):
    """A file is no network, or none for this game. The message says why."""

    def __init__(self, why: str) -> None:
        super().__init__("network", why)


@dataclass(frozen=True)
class About:
    """What a network was trained for.

    Attributes:
        game: the game's name.
        seats: the number of players.
        options: the options of the games it learnt from, by name; those that only concern the screen are left out.
        rules_version: the version of the rules.
        size: how many numbers an observation has.
        num_actions: how many actions the game has.
        games: how many games of self-play it learnt from.
        format: the version of the file.
        weights: the weights of the game's evaluation that it learnt with; it plays with the same. Empty if there are none.
    """

    game: str
    seats: int
    options: Mapping[str, Value]
    rules_version: int
    size: int
    num_actions: int
    games: int = 0
    format: int = FORMAT
    weights: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Network:
    """A network: what it was trained for, and its weights."""

    about: About
    layers: Layers = field(repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        views = [memoryview(each) for each in self.layers]
        return _again, (self.about, [(view.tobytes(), view.shape) for view in views])


def _again(about: About, layers: list[tuple[bytes, tuple[int, ...]]]) -> Network:
    return Network(about, Layers(*(_shaped(bytearray(held), shape) for held, shape in layers)))


def _shaped(held: bytearray, shape: tuple[int, ...]) -> Any:
    """The float32 numbers of some memory, in a memoryview of this shape."""
    view: Any = memoryview(held)
    return view.cast("f", shape)


def unsuitable(game: Game, seats: int) -> str | None:
    """Why no network can play this game with this number of seats; None if one can."""
    met = {
        "a clock": game.timed,
        "secrets": game.secrets,
        "simultaneous turns": game.simultaneous,
        "chance": game.max_chance > 1,
    }
    if has := [what for what, there in met.items() if there]:
        listed = " and ".join(filter(None, [", ".join(has[:-1]), has[-1]]))
        return f"{game.name} has {listed}; the learnt player plays games without a clock, secrets, simultaneous turns and chance"
    if seats != 2:
        return f"the learnt player plays games of two seats, not {seats}"
    if game.observation is None:
        return f"{game.name} has no verb observe, which tells a program what a seat sees"
    return None


def options_of(game: Game, state: Any) -> dict[str, Value]:
    """The options of a state, one record, that may matter for its value."""
    return {
        option.name: _value_of(option, int(state[option.name]))
        for option in game.options
        if not option.interface
    }


def _value_of(option: Option, code: int) -> Value:
    """The value of an option in a state."""
    if option.choices:
        return option.choices[code]
    return bool(code) if isinstance(option.default, bool) else code


def shapes(size: int, num_actions: int, units: int, deep: int) -> dict[str, tuple[int, ...]]:
    """The shape of each array of a network."""
    return {
        "first": (size, units),
        "first_bias": (units,),
        "second": (units, deep),
        "second_bias": (deep,),
        "value": (deep,),
        "actions": (num_actions, deep),
        "actions_bias": (num_actions,),
        "scalars": (3,),
    }


def save(network: Network, path: str | os.PathLike[str]) -> None:
    """Write a network to a file, which is replaced all at once."""
    weights: dict[str, Any] = {
        name: np.asarray(getattr(network.layers, name), np.float16) for name in Layers._fields
    }
    held = io.BytesIO()
    np.savez_compressed(held, about=np.array(json.dumps(asdict(network.about))), **weights)
    write_whole(path, held.getvalue())


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file whole or not at all: beside its place, to the disk, then into its place."""
    target = Path(path)
    aside = target.with_name(f".{target.name}.writing")
    try:
        with aside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(target)
    except OSError:
        aside.unlink(missing_ok=True)
        raise


def load(path: str | os.PathLike[str]) -> Network:
    """Read a network from a file.

    Raises:
        BadNetwork: it cannot be read, or it is no network.
    """
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise BadNetwork(f"{os.fspath(path)} cannot be read: {error.strerror}") from error
    return loads(content, os.fspath(path))


def loads(content: bytes, name: str) -> Network:
    """The network of a file's content; `name` is for errors. Raises `BadNetwork`."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as kept:
            about = About(**json.loads(_text(kept.read("about.npy"))))
            layers = Layers(*(_numbers(kept.read(f"{each}.npy")) for each in Layers._fields))
    except Exception as error:  # whatever a damaged file makes its readers stumble over
        raise BadNetwork(f"{name} is no network of ludotheque: {error}") from error
    if about.format != FORMAT:
        raise BadNetwork(
            f"{name} has format {about.format}, and this version reads format {FORMAT}; train it again"
        )
    units, deep = (*layers.second.shape, 0, 0)[:2]
    for each, shape in shapes(about.size, about.num_actions, units, deep).items():
        weights = getattr(layers, each)
        if weights.shape != shape or not all(map(math.isfinite, weights.cast("B").cast("f"))):
            raise BadNetwork(
                f"{name} is damaged: {each} has the shape {weights.shape}, or numbers that are not finite"
            )
    return Network(about, layers)


def _parts(content: bytes) -> tuple[str, tuple[int, ...], bytes]:
    """What the kind of an array is, its shape and its bytes, in the format NPY (NEP 1). Raises `ValueError` or `SyntaxError`."""
    if content[:6] != b"\x93NUMPY" or content[6] not in (1, 2, 3):
        raise ValueError("an array is not in the format NPY")
    length = struct.Struct("<H" if content[6] == 1 else "<I")
    start = 8 + length.size
    end = start + length.unpack_from(content, 8)[0]
    head = ast.literal_eval(content[start:end].decode("latin-1").strip())
    if head["fortran_order"]:
        raise ValueError("an array is in the order of Fortran")
    return head["descr"], head["shape"], content[end:]


def _text(content: bytes) -> str:
    kind, shape, held = _parts(content)
    if shape or not kind.startswith("<U"):
        raise ValueError("the description is no text")
    return held.decode("utf-32-le").rstrip("\0")


def _numbers(content: bytes) -> Any:
    """The numbers of an array of floats as float32, in a memoryview of its shape."""
    kind, shape, held = _parts(content)
    letter = {"<f2": "e", "<f4": "f", "<f8": "d"}[kind]
    numbers = struct.unpack(f"<{math.prod(shape)}{letter}", held)
    return _shaped(bytearray(struct.pack(f"<{len(numbers)}f", *numbers)), shape)


def shipped(game: Game) -> Network | None:
    """The network that comes with a game's package; None if there is none."""
    file = packaged.file_of(game.package, FILE)
    return loads(file.read_bytes(), f"{game.package}/{FILE}") if file is not None else None


def box_of(network: Network, game: Game, boxes: Any) -> Any:
    """The components, an array of shape (1,), with the weights that a network learnt with. Raises `BadNetwork` if they are not this game's."""
    if not network.about.weights:
        return boxes
    try:
        return put(boxes, Weights(game.name, network.about.weights).array(game))
    except BadWeights as error:
        raise BadNetwork(f"it learnt with other weights than {game.name} has: {error}") from error


def check(network: Network, game: Game, boxes: Any, states: Any) -> None:
    """Check that a network can play a game.

    Raises:
        BadNetwork: it was trained for another game, number of players, box, options or rules.
    """
    about = network.about
    if about.game != game.name:
        raise BadNetwork(f"it was trained for {about.game}, not for {game.name}")
    seats = int(states[0]["seats"])
    if why := unsuitable(game, seats):
        raise BadNetwork(why)
    if about.rules_version != game.rules_version:
        raise BadNetwork(
            f"it was trained for version {about.rules_version} of the rules of {game.name}, which are at {game.rules_version}; train it again"
        )
    options = options_of(game, states[0])
    other = [name for name, value in options.items() if about.options.get(name) != value]
    if other:
        told = ", ".join(f"{name}={about.options.get(name)}" for name in other)
        raise BadNetwork(f"it was trained for games of {game.name} with {told}")
    size, actions = game.observation(boxes[0], states[0]).size, game.num_actions(boxes[0])  # type: ignore[misc]  # checked: it has one
    if (about.size, about.num_actions) != (size, actions):
        raise BadNetwork(f"it was trained for another box of {game.name}: the board has another size")
