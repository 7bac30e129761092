"""Compiled rules are the same everywhere: for Python, in WebAssembly, in a program in C, on another processor, and interpreted."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from ludotheque.compiler.targets import TARGETS, here
from ludotheque.core import artefact
from ludotheque.testing.variants import Variant
from tests.compiler.walking import in_c, in_webassembly, walked, walked_by
from tests.conformance.variants import GAMES, all_variants
from tools import node, prepare

FEW, MANY, INTERPRETED = 10_000, 1_000_000, 300
"""How many actions are done: always, in the deep tests, and interpreted."""

FIRST = [all_variants(game)[0] for game in GAMES]
NODE = str(node.find(prepare.venv_python()).folder / "node")
OF_C_LIBRARY = Path("/usr/aarch64-linux-gnu")


def shares(actions: int) -> list[tuple[Variant, int]]:
    """Each variant with the number of actions to do: all variants of a game together do `actions`."""
    return [(each, actions // len(all_variants(game))) for game in GAMES for each in all_variants(game)]


@pytest.mark.parametrize("variant", FIRST, ids=str)
def test_webassembly_comes_to_the_same_states(variant: Variant, tmp_path: Path) -> None:
    program = in_webassembly(NODE, variant.game, tmp_path)
    assert walked_by(program, variant, FEW, 1, tmp_path) == walked(variant, FEW, 1)


@pytest.mark.parametrize("variant", FIRST, ids=str)
def test_interpreted_rules_come_to_the_same_states(variant: Variant) -> None:
    compiled = walked(variant, INTERPRETED, 2)
    with artefact.interpreting():
        assert walked(variant, INTERPRETED, 2) == compiled


def test_a_program_in_c_comes_to_the_same_states(tmp_path: Path) -> None:
    variant = FIRST[0]
    assert walked_by(in_c(variant.game, here(), tmp_path), variant, FEW, 3, tmp_path) == walked(
        variant, FEW, 3
    )


@pytest.mark.deep
@pytest.mark.parametrize(("variant", "actions"), shares(MANY), ids=str)
def test_a_million_actions_per_game_agree_in_webassembly(
    variant: Variant, actions: int, tmp_path: Path
) -> None:
    program = in_webassembly(NODE, variant.game, tmp_path)
    assert walked_by(program, variant, actions, 4, tmp_path) == walked(variant, actions, 4)


@pytest.mark.deep
@pytest.mark.parametrize("game", GAMES)
def test_a_million_actions_per_game_agree_across_processors(game: str, tmp_path: Path) -> None:
    emulator = shutil.which("qemu-aarch64-static") or shutil.which("qemu-aarch64")
    if emulator is None or not OF_C_LIBRARY.is_dir():
        pytest.skip("no other processor is emulated here: install qemu-user and libc6-arm64-cross")
    subprocess.run(artefact.compiler(game, "--target", "linux-aarch64"), check=True)
    program = [emulator, "-L", str(OF_C_LIBRARY), *in_c(game, TARGETS["linux-aarch64"], tmp_path)]
    for variant, actions in shares(MANY):
        if variant.game == game:
            assert walked_by(program, variant, actions, 5, tmp_path) == walked(variant, actions, 5), variant
