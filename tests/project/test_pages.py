"""A wheel that is made from a checkout brings the pages for browsers, or its making says why not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import hooks


def checkout(folder: Path, prepares: str) -> Path:
    """A checkout without pages, whose tools/prepare.py does this."""
    (folder / "tools").mkdir()
    (folder / "tools" / "prepare.py").write_text(
        f"import pathlib, sys\nassert sys.argv[1:] == ['client']\n{prepares}"
    )
    return folder


def test_pages_that_are_missing_are_built_once(tmp_path: Path) -> None:
    page = tmp_path / "src" / "ludotheque" / "server" / "static" / "index.html"
    root = checkout(
        tmp_path,
        f"page = pathlib.Path({str(page)!r})\npage.parent.mkdir(parents=True)\npage.write_text('made')",
    )
    hooks.ensure(root)
    assert page.read_text() == "made"
    hooks.ensure(root)  # a second time the folder would be there already


def test_a_failed_build_is_reported_with_advice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = checkout(tmp_path, "sys.exit('This machine has no Node.js.')")
    with pytest.raises(RuntimeError, match=r"no Node\.js\. Run `make client` in .*LUDOTHEQUE_PAGES=0"):
        hooks.ensure(root)
    monkeypatch.setenv("LUDOTHEQUE_PAGES", "0")
    hooks.ensure(root)


def test_editable_installs_build_nothing(tmp_path: Path) -> None:
    root = checkout(tmp_path, "sys.exit('not asked for')")
    hook = hooks.Pages(str(root), {}, None, None, "", "wheel")  # type: ignore[arg-type]  # it looks at its root alone
    hook.initialize("editable", {})
    with pytest.raises(RuntimeError, match="not asked for"):
        hook.initialize("standard", {})


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with one game, compiled for one kind of machine."""
    monkeypatch.delenv(hooks.KIND, raising=False)
    game = tmp_path / "src" / "ludotheque" / "games" / "one"
    (game / "compiled").mkdir(parents=True)
    (game / "components.toml").touch()
    (game / "compiled" / "one-linux-aarch64.so").touch()
    return tmp_path


def test_a_wheel_is_for_the_machine_its_rules_are_compiled_for(
    compiled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for here, kind in (("aarch64", "linux-aarch64"), ("x86_64", "any")):
        monkeypatch.setattr("platform.system", lambda: "Linux")
        monkeypatch.setattr("platform.machine", lambda here=here: here)
        assert hooks.kind_of_wheel(compiled) == kind
    monkeypatch.setenv(hooks.KIND, "any")
    assert hooks.kind_of_wheel(compiled) == "any"
    monkeypatch.setenv(hooks.KIND, "linux-x86_64")
    with pytest.raises(RuntimeError, match="one can go into a wheel for linux-x86_64 only once compiled"):
        hooks.kind_of_wheel(compiled)
