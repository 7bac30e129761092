"""Every mutation fits the present sources and names tests that exist; whether it is noticed, deep tests find out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutating.mutate import GAMES, ROOT, folder, mutations

WITH_MUTATIONS = sorted(path.parent.name for path in (ROOT / "tests").glob("*/mutations.toml"))


@pytest.mark.parametrize("game", WITH_MUTATIONS)
def test_each_old_text_is_in_its_file_once(game: str) -> None:
    wrong = {}
    for each in mutations(game):
        found = (ROOT / "src" / GAMES / folder(game) / each.file).read_text(encoding="utf-8").count(each.old)
        if found != 1:
            wrong[each.name] = f"{found} times in {each.file}: {each.old}"
    assert not wrong


@pytest.mark.parametrize("game", WITH_MUTATIONS)
def test_each_test_that_notices_exists(game: str) -> None:
    missing = []
    for each in mutations(game):
        for check in each.caught:
            if check.startswith("test "):
                name, _, test = check.removeprefix("test ").partition("::")
                path = Path(ROOT / "tests" / folder(game) / name)
                if not path.exists() or f"def {test.partition('[')[0]}(" not in path.read_text(
                    encoding="utf-8"
                ):
                    missing.append((each.name, check))
    assert not missing
