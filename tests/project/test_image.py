"""What the image does when it is built and started, step by step on this machine: its context, its wheel, its command, its health, its end.

No container engine is needed. What it cannot see are the base images.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml

from tests.project.installing import ROOT, environment, ran
from tools.ports import free_port

IMAGE = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")
STATIC = Path("src/ludotheque/server/static")


def context(to: Path) -> Path:
    """The files that a build gets: those of the checkout without those that are ignored."""
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    names = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True
    ).stdout.split("\0")
    for name in filter(None, names):
        if (
            not any(name == each or name.startswith(f"{each}/") for each in ignored)
            and (ROOT / name).is_file()
        ):
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
    return to


def variables() -> dict[str, str]:
    return dict(
        each.split("=", 1) for line in re.findall(r"^ENV (.+)$", IMAGE, re.MULTILINE) for each in line.split()
    )


@pytest.mark.deep
def test_the_steps_of_the_image_work_and_the_server_starts_answers_and_stops(tmp_path: Path) -> None:
    build = context(tmp_path / "build")
    assert not (build / STATIC).exists(), "the pages come from the stage before"
    assert (build / "client" / "package-lock.json").is_file()
    if not (ROOT / STATIC / "index.html").is_file():
        pytest.skip("the client is not built: run make client")
    shutil.copytree(ROOT / STATIC, build / STATIC)
    (step,) = re.findall(r"^RUN python (-m hatchling .+)$", IMAGE, re.MULTILINE)
    ran([sys.executable, *step.replace("/wheels", str(tmp_path / "wheels")).split()], cwd=build)
    (wheel,) = (tmp_path / "wheels").glob("*.whl")
    python = environment(tmp_path / "image", wheel, "postgres")
    folders = {"/data": tmp_path / "data", "/var/cache/ludotheque": tmp_path / "cache"}
    for folder in folders.values():
        folder.mkdir(mode=0o700)
    given = {name: str(folders.get(value, value)) for name, value in variables().items()}
    port = str(free_port())
    clean = {name: os.environ[name] for name in ("PATH", "LUDOTHEQUE_JIT") if name in os.environ}
    program = {"cwd": "/", "env": clean | given | {"PORT": port, "LUDOTHEQUE_HOST": "127.0.0.1"}}
    (warm,) = (yaml.safe_load(each) for each in re.findall(r'^RUN (\["ludotheque".+)$', IMAGE, re.MULTILINE))
    done = subprocess.run(
        [python.parent / warm[0], *warm[1:], "nothing", "--lang", "en"],
        capture_output=True,
        text=True,
        check=False,
        **program,  # type: ignore[call-overload]
    )
    assert "no game “nothing” here" in done.stderr, (
        "the command that compiles is there; compiling all takes minutes"
    )
    (command,) = (yaml.safe_load(each) for each in re.findall(r"^CMD (.+)$", IMAGE, re.MULTILINE))
    words = ["127.0.0.1" if word == "0.0.0.0" else word for word in command[1:]]
    server = subprocess.Popen(
        [python.parent / command[0], *words], stderr=subprocess.PIPE, text=True, **program
    )  # type: ignore[call-overload]
    try:
        (health,) = (
            yaml.safe_load(each) for each in re.findall(r"^HEALTHCHECK CMD (.+)$", IMAGE, re.MULTILINE)
        )
        asked = [str(python), *health[1:-1], health[-1].replace(":8000/", f":{port}/")]
        until = time.monotonic() + 120
        while subprocess.run(asked, capture_output=True, check=False, **program).returncode:  # type: ignore[call-overload]
            assert server.poll() is None, server.communicate()
            assert time.monotonic() < until
            time.sleep(0.2)
        assert {each.name for each in folders["/data"].iterdir()} >= {"ludotheque.db", "host.key"}
    finally:
        (stop,) = re.findall(r"^STOPSIGNAL (.+)$", IMAGE, re.MULTILINE)
        server.send_signal(getattr(signal, stop))
        _, said = server.communicate(timeout=60)
    assert server.returncode == -signal.SIGTERM
    assert "Traceback" not in said
