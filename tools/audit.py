"""`python tools/audit.py`: asks for known weaknesses of everything that the lock files bring, and fails if there is one.

pip-audit asks about the Python packages, npm about the client's. If nobody answers, it says so and does not fail: a check must not need the
network.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("requirements-dev.lock", "requirements-site.lock")
"""Together they hold what everybody installs."""
PATIENCE_S = 120
ACCEPTED: dict[str, str] = {}
"""Weaknesses that do not concern us, by their names, each with the reason."""


@dataclass
class Found:
    """What was learnt about some packages: how many somebody answered about, and a line for each known weakness.

    `unanswered` are packages that nobody knows; `silent` says why nobody answered at all.
    """

    asked: int = 0
    weak: list[str] = field(default_factory=list)
    unanswered: list[str] = field(default_factory=list)
    silent: str = ""


def read_python(told: str) -> Found:
    """What pip-audit found out, from its JSON."""
    packages = json.loads(told)["dependencies"]
    known = [package for package in packages if "skip_reason" not in package]
    found = Found(len(known), unanswered=[package["name"] for package in packages if package not in known])
    for package in known:
        for each in package["vulns"]:
            names = [each["id"], *each.get("aliases", ())]
            if not ACCEPTED.keys() & set(names):
                mended = " or ".join(each.get("fix_versions", ())) or "no version yet"
                found.weak.append(
                    f"{package['name']} {package['version']}: {', '.join(names)}; mended in {mended}"
                )
    if not known:
        found.silent = "no list of weaknesses knows any of these packages"
    return found


def read_client(told: str) -> Found:
    """What npm found out, from its JSON."""
    answer: dict[str, Any] = json.loads(told)
    if "vulnerabilities" not in answer:
        return Found(silent=str(answer.get("message") or answer.get("error") or "npm says nothing"))
    found = Found(int(answer["metadata"]["dependencies"]["total"]))
    for name, package in sorted(answer["vulnerabilities"].items()):
        for via in package["via"]:
            if isinstance(via, dict):  # others name another package of this list
                url = str(via["url"])
                if not ACCEPTED.keys() & {url, url.rpartition("/")[2]}:
                    found.weak.append(f"{name} {via['range']}: {via['title']} ({url})")
    return found


def ask(command: Sequence[str | Path], folder: Path, read: Callable[[str], Found]) -> Found:
    """Run a program that prints JSON, and read it."""
    said = ""
    try:
        done = subprocess.run(
            [str(word) for word in command], cwd=folder, capture_output=True, text=True, timeout=PATIENCE_S,
            stdin=subprocess.DEVNULL, check=False,
        )  # fmt: skip
        said = done.stderr.strip()
        return read(done.stdout)
    except (OSError, subprocess.TimeoutExpired) as error:
        return Found(silent=str(error))
    except (ValueError, KeyError, TypeError):
        return Found(silent=said.rpartition("\n")[2] or "it printed nothing that can be read")


def audit() -> dict[str, Found]:
    """Everything that is locked, by the file that locks it."""
    program = Path(sys.executable).with_name("pip-audit")
    options = ("--disable-pip", "--require-hashes", "--progress-spinner", "off", "--format", "json")
    found = {name: ask([program, *options, "--requirement", name], ROOT, read_python) for name in LOCKS}
    npm = shutil.which("npm")
    command = [npm or "", "audit", "--json", "--package-lock-only"]
    found_there = ask(command, ROOT / "client", read_client) if npm else Found(silent="npm is missing")
    return found | {"client/package-lock.json": found_there}


def main() -> int:
    """Print what was found; 1 if a package is weak."""
    weak: dict[str, None] = {}
    for name, found in audit().items():
        if found.silent:
            print(f"audit: {name}: nobody could be asked ({found.silent})")
        else:
            left = f"; nobody knows {', '.join(found.unanswered)}" if found.unanswered else ""
            print(f"audit: {name}: {found.asked} packages, {len(found.weak)} known weaknesses{left}")
        weak |= dict.fromkeys(found.weak)
    for line in weak:
        print(f"audit: {line}", file=sys.stderr)
    if weak:
        why_not = "or say in tools/audit.py why they do not concern us"
        print(f"audit: raise these versions (make lock), {why_not}", file=sys.stderr)
    return 1 if weak else 0


if __name__ == "__main__":
    raise SystemExit(main())
