"""Virtual environments: the one of this checkout, and new ones that hold only what is installed into them, and no file of the checkout."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tools.say import Stop, run

ROOT = Path(__file__).resolve().parent.parent
SMOKE = ROOT / "tools" / "smoke.py"
OURS = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "LUDOTHEQUE_RULES")
HINT = "Is this machine connected, and is there room on the disk? Then run the same command again."
NO_VENV = "On Debian and Ubuntu, Python's venv is a package of its own: apt install python3-venv. Then run this again."


def python_of(folder: Path) -> Path:
    """The interpreter of the environment in a folder."""
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def fresh(folder: Path) -> Path:
    """Make an environment with pip in a folder, which is emptied before; its Python."""
    shutil.rmtree(folder, ignore_errors=True)
    run([sys.executable, "-m", "venv", folder], env=variables(), hint=NO_VENV)
    return python_of(folder)


def install(python: Path, *words: str | Path, hint: str = HINT) -> None:
    """Install packages with uv, which takes seconds, or with pip where there is no uv or where it cannot reach an index."""
    uv = shutil.which("uv")
    if uv:
        command = [uv, "pip", "install", "--python", python, *words]
        done = subprocess.run(command, env=variables(), capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return
        print(
            f"uv: {done.stderr.strip().splitlines()[-1:] or ['no reason given']}; trying pip", file=sys.stderr
        )
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run([*pip, *words], env=variables(), hint=hint)


def versions(python: Path) -> dict[str, str]:
    """What is installed, by name."""
    pip = [python, "-m", "pip", "list", "--format", "json", "--disable-pip-version-check"]
    said = subprocess.run(pip, env=variables(), capture_output=True, text=True, check=True).stdout
    return {each["name"].lower().replace("_", "-"): each["version"] for each in json.loads(said)}


def smoke(python: Path, *words: str) -> dict[str, str]:
    """Try what is installed (`tools/smoke.py`); the hashes of the games that were played."""
    done = subprocess.run([python, SMOKE, *words], cwd=python.parent.parent, stdout=subprocess.PIPE, text=True, check=False,
                          env=variables())  # fmt: skip
    if done.returncode:
        raise Stop("What is installed does not work (above is what happened).")
    return dict(json.loads(done.stdout or "{}"))


def variables() -> dict[str, str]:
    """The environment's variables without those that let Python find a checkout."""
    return {name: value for name, value in os.environ.items() if name not in OURS}
