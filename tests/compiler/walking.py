"""Random actions of a game, through the entry points that Python calls, in WebAssembly, and in a program in C: all must meet the same states."""

from __future__ import annotations

import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.compiler.building import file_of
from ludotheque.compiler.targets import Target
from ludotheque.core import artefact, components, entry, memory, registry, state, verbs
from ludotheque.testing.variants import Variant

HERE = Path(__file__).parent
CLIENT = HERE.parents[1] / "client"


def opening(variant: Variant) -> tuple[Any, Any]:
    """The components and the first state of a variant, arrays of shape (1,)."""
    game = registry.get(variant.game)
    box = components.load(game, variant.components).array
    start = game.composed_state(box, variant.seats, game.check_options(variant.seats, dict(variant.options)))
    entry.setup(box, start)
    return box, start


def walked(variant: Variant, actions: int, seed: int) -> int:
    """The CRC-32 of all states that follow `actions` random actions, the way this process runs rules."""
    game = registry.get(variant.game)
    box, start = opening(variant)
    going, timed = state.copy(start), game.timed
    codes, chances = np.empty(game.max_legal + game.max_chance, np.int32), np.empty(game.max_chance)
    total = now = 0

    def drawn(count: int) -> int:
        nonlocal seed
        seed = (seed * 1664525 + 1013904223) & 0xFFFFFFFF
        return seed * count >> 32

    while actions > 0:
        mask = int(entry.actors(box, going))
        if mask == 0:
            due = int(entry.due(box, going)) if timed else -1
            if due >= 0:
                entry.advance(box, going, now := due)
            else:
                memory.overwrite(going, start)
                now = 0
            continue
        if mask & verbs.CHANCE:
            results = int(entry.chance_outcomes(box, going, codes, chances))
            entry.play(box, going, verbs.CHANCE_SEAT, int(codes[drawn(results)]))
        else:
            if timed:
                entry.advance(box, going, now := now + drawn(200))
                if entry.actors(box, going) != mask:
                    continue
            seats = [seat for seat in range(30) if mask >> seat & 1]
            seat = seats[drawn(len(seats))]
            legal = int(entry.legal(box, going, seat, codes))
            if legal == 0:
                memory.overwrite(going, start)
                now = 0
                continue
            entry.play(box, going, seat, int(codes[drawn(legal)]))
        total = zlib.crc32(going.tobytes(), total)
        actions -= 1
    return total


def walked_by(program: list[str], variant: Variant, actions: int, seed: int, folder: Path) -> int:
    """The same by another program, which is given the box, the first state and the rest in its last arguments."""
    box, start = opening(variant)
    (folder / "box.bin").write_bytes(box.tobytes())
    (folder / "start.bin").write_bytes(start.tobytes())
    timed = str(int(registry.get(variant.game).timed))
    files = [str(folder / "box.bin"), str(folder / "start.bin")]
    done = subprocess.run(
        [*program, *files, str(actions), str(seed), timed],
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert done.returncode == 0, done.stderr
    total, status = map(int, done.stdout.split())
    assert status == 0, "the rules failed"
    return total


def in_webassembly(node: str, game: str, folder: Path) -> list[str]:
    """The program that walks in Node, with the client's caller as JavaScript."""
    caller = folder / "caller.mjs"
    bundler = CLIENT / "node_modules" / "rolldown" / "bin" / "cli.mjs"
    command = [node, str(bundler), str(CLIENT / "src" / "rules" / "caller.ts"), "--file", str(caller)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    there = artefact.folder(registry.package_of(game), False)
    return [node, str(HERE / "walk.mjs"), str(caller), str(there), game.replace("-", "_")]


def in_c(game: str, target: Target, folder: Path) -> list[str]:
    """Compiles the program that walks in C for a kind of machine, beside that machine's compiled rules. Returns its command."""
    there = artefact.folder(registry.package_of(game), False)
    library = there / file_of(registry.get(game), target)
    stem, made = game.replace("-", "_"), folder / "walk"
    command = [
        sys.executable,
        "-m",
        "ziglang",
        "cc",
        "-target",
        target.zig,
        "-O2",
        f"-I{there}",
        f"-Wl,-rpath,{there}",
    ]
    command += [f"-DGAME={stem}", f'-DHEADER="{stem}.h"', str(HERE / "walk.c"), str(library), "-o", str(made)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [str(made)]
