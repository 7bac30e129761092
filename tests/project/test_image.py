"""What the image does when it is built and started: its context, its wheel, its command, its health, its end.

One test takes the steps on this machine and needs no container engine. The other builds the image with buildah, on a base made from
Debian's packages, and starts it in namespaces of its own, locked up as in the composition; it needs root, Linux and a network.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.project.installing import ROOT, elsewhere, environment, ran
from tools.ports import free_port

IMAGE = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")
STATIC = Path("src/ludotheque/server/static")
(COMPILE,) = re.findall(r"^RUN PYTHONPATH=src python -m (ludotheque compile)$", IMAGE, re.MULTILINE)


def context(to: Path) -> Path:
    """The files that a build gets: those of the checkout, none of which is ignored."""
    assert ran(["git", "ls-files", "--cached", "--ignored", "--exclude-from=.dockerignore"], cwd=ROOT) == ""
    for name in filter(None, ran(["git", "ls-files", "-z"], cwd=ROOT).split("\0")):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
    return to


def variables() -> dict[str, str]:
    return dict(
        each.split("=", 1) for line in re.findall(r"^ENV (.+)$", IMAGE, re.MULTILINE) for each in line.split()
    )


def wait_for_health(server: subprocess.Popen[str], asked: list[str], **program: Any) -> None:
    """Wait until the command of the image that asks for its health ends well."""
    until = time.monotonic() + 120
    while subprocess.run(asked, capture_output=True, check=False, **program).returncode:
        assert server.poll() is None, server.communicate()
        assert time.monotonic() < until
        time.sleep(0.2)


@pytest.mark.deep
def test_the_build_steps_work_and_the_server_starts_and_stops(tmp_path: Path) -> None:
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
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    given = {name: value.replace("/data", str(data)) for name, value in variables().items()}
    port = str(free_port())
    clean = {name: os.environ[name] for name in ("PATH", "LUDOTHEQUE_RULES") if name in os.environ}
    program = {"cwd": "/", "env": clean | given | {"PORT": port, "LUDOTHEQUE_HOST": "127.0.0.1"}}
    done = subprocess.run(
        [sys.executable, "-m", *COMPILE.split(), "nothing", "--lang", "en"],
        cwd=build,
        env=os.environ | {"PYTHONPATH": "src"},
        capture_output=True,
        text=True,
        check=False,
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
        wait_for_health(server, [str(python), *health[1:]], **program)
        assert {each.name for each in data.iterdir()} >= {"ludotheque.db", "host.key"}
    finally:
        (stop,) = re.findall(r"^STOPSIGNAL (.+)$", IMAGE, re.MULTILINE)
        server.send_signal(getattr(signal, stop))
        _, said = server.communicate(timeout=60)
    assert server.returncode == -signal.SIGTERM
    assert "Traceback" not in said


PROGRAMS = ("buildah", "chroot", "ip", "mmdebstrap", "mount", "nsenter", "setpriv", "unshare")
PACKAGES = "ca-certificates,nodejs,npm,python3-venv"
AUTHORITIES = Path("/etc/ssl/certs/ca-certificates.crt")

INSIDE = """
ip link set lo up
mount --bind "$1" "$1"
mount --bind "$2/data" "$1/data"
mount -t tmpfs tmpfs "$1/tmp"
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
mount -o remount,bind,ro "$1"
root=$1
shift 2
exec chroot "$root" "$@"
"""
"""What an engine does for `read_only`, the volumes and `tmpfs`, before the first program starts. Given: the image's root, the folder of volumes."""


@pytest.fixture
def buildah() -> Iterator[list[str]]:
    """The command, with a store of its own that is gone afterwards."""
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    if missing or os.geteuid():
        pytest.skip(f"an image is built by root, with {', '.join(missing or PROGRAMS)} installed")
    with tempfile.TemporaryDirectory() as store:
        command = ["buildah", "--root", f"{store}/root", "--runroot", f"{store}/run"]
        try:
            yield command
        finally:
            for last in (["umount", "--all"], ["rm", "--all"], ["rmi", "--all", "--force"]):
                subprocess.run([*command, *last], check=False)


def build(buildah: list[str]) -> tuple[Path, dict[str, Any]]:
    """Build the image; the folder of its files, and what it says of itself."""
    base = ran([*buildah, "from", "scratch"]).strip()
    python = (
        'chroot "$1" python3 -m venv /usr/local'  # without the packages of Debian, as in the official image
    )
    ran(
        [
            *("mmdebstrap", "--variant=minbase", f"--include={PACKAGES}", f"--customize-hook={python}"),
            *("trixie", ran([*buildah, "mount", base]).strip()),
        ]
    )
    ran([*buildah, "commit", "--rm", base, "localhost/base"])
    done = subprocess.run(  # which takes minutes: the rules of all games are compiled
        [
            *buildah,
            *["bud", "--isolation", "chroot", "--format", "docker", "--tag", "localhost/ludotheque"],
            *(["--volume", f"{AUTHORITIES}:{AUTHORITIES}:ro"] if AUTHORITIES.exists() else []),
            *("--build-arg", "NODE_IMAGE=localhost/base", "--build-arg", "PYTHON_IMAGE=localhost/base"),
            *("--file", str(ROOT / "deploy" / "Containerfile"), str(ROOT)),
        ],
        env=elsewhere(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout[-3000:]}{done.stderr[-5000:]}"
    told = json.loads(ran([*buildah, "inspect", "--type", "image", "localhost/ludotheque"]))["Docker"][
        "config"
    ]
    started = ran([*buildah, "from", "localhost/ludotheque"]).strip()
    return Path(ran([*buildah, "mount", started]).strip()), told


@pytest.mark.deep
def test_the_image_is_built_starts_locked_up_answers_and_stops(buildah: list[str], tmp_path: Path) -> None:
    root, told = build(buildah)
    for folder in told["Volumes"]:
        volume = tmp_path / folder.lstrip("/")
        volume.parent.mkdir(parents=True, exist_ok=True)
        ran(["cp", "-a", f"{root}{folder}", str(volume)])
    confined = [
        *("setpriv", f"--reuid={told['User']}", f"--regid={told['User']}", "--clear-groups"),
        *("--bounding-set=-all", "--inh-caps=-all", "--no-new-privs", "env", "-i", *told["Env"]),
    ]
    server = subprocess.Popen(
        [
            *("unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "sh", "-ec", INSIDE, "sh"),
            *(str(root), str(tmp_path), *confined, *told["Cmd"]),
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        children = Path(f"/proc/{server.pid}/task/{server.pid}/children")
        while not (first := children.read_text(encoding="ascii").strip()):
            assert server.poll() is None, server.communicate()
            time.sleep(0.01)
        inside = ["nsenter", f"--target={first}", "--mount", "--net", "--pid", "--root", "--wd", *confined]
        wait_for_health(server, [*inside, *told["Healthcheck"]["Test"][1:]])
        assert "No broken requirements" in ran([*inside, "python", "-m", "pip", "check"])
        ran([*inside, "python", "-c", "import cryptography, psycopg"])
        page = "import urllib.request as u; print(u.urlopen('http://127.0.0.1:8000/').read().decode())"
        assert "<title>" in ran([*inside, "python", "-c", page]), "the pages are in it"
        asked = (
            "from ludotheque.core import artefact, registry as r; print(*map(artefact.is_loaded, r.names()))"
        )
        assert set(ran([*inside, "python", "-c", asked]).split()) == {"True"}
        missing = "import importlib.util as u; print(u.find_spec('numba'), u.find_spec('ziglang'))"
        assert ran([*inside, "python", "-c", missing]).split() == ["None", "None"]
        os.kill(int(first), getattr(signal, told["StopSignal"]))
        _, said = server.communicate(timeout=60)
    finally:
        server.kill()
    assert server.returncode == 0, said
    assert "Traceback" not in said
    assert {each.name for each in (tmp_path / "data").iterdir()} >= {"ludotheque.db", "host.key"}
