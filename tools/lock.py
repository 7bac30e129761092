"""Writes the lock files: exact versions and hashes, and no address of a registry."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RUN = "requirements.lock"
DEVELOP = "requirements-dev.lock"
SITE = "requirements-site.lock"
RUN_EXTRAS = ("server", "notify", "postgres", "compile")
FILES: dict[str, tuple[str, ...]] = {
    RUN: ("pyproject.toml", *(f"--extra={extra}" for extra in RUN_EXTRAS), "--group=build"),
    DEVELOP: ("pyproject.toml", "--extra=all", "--group=dev", "-c", RUN),
    SITE: ("--group=site", "--python-version=3.14"),
}
"""The options for each lock. The packages of a page run in Pyodide, whose Python is newer, and need an older anyio. pip evaluates the markers of a
lock with the Python that runs pip, so these packages need a lock of their own."""
HEADER = "# Made by `make lock` from pyproject.toml; do not edit.\n"


def main() -> int:
    """Resolve for every system and Python version that pyproject.toml allows."""
    for name, wanted in FILES.items():
        command = [
            *(sys.executable, "-m", "uv", "pip", "compile", *wanted),
            *("--universal", "--generate-hashes", "--upgrade", "--quiet", "--no-annotate", "--no-header"),
            *("--no-emit-index-url", "--no-emit-find-links", "--native-tls"),
        ]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.stderr.write(done.stderr)
            return 1
        if "://" in done.stdout:
            sys.stderr.write(f"{name}: an address got into the lock file; it was not written.\n")
            return 1
        (ROOT / name).write_text(HEADER + done.stdout, encoding="utf-8")
        print(name)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
