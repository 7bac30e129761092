"""Finds the browser for the browser tests, and installs it if the machine allows that."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from tools.say import Stop, run, say

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

PACKAGES = ("chromium-headless-shell", "chromium")
"""Packages that contain one, the faster one first: the shell draws the same pages in half the time."""


def find() -> str | None:
    """The path of a Chromium: `$CHROMIUM`, else one on PATH, else one that Playwright downloaded; None without any."""
    given = os.environ.get("CHROMIUM")
    if given:
        return given if Path(given).is_file() else None
    for name in NAMES:
        path = shutil.which(name)
        if path:
            return path
    downloads = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright")
    found = sorted(downloads.glob("chromium-*/chrome-linux*/chrome"))
    return str(found[-1]) if found else None


def why_not() -> str:
    """What to say if there is none."""
    given = os.environ.get("CHROMIUM")
    if given:
        return f"CHROMIUM names {given}, which is not a file"
    return "no Chromium on this machine: install it (Debian: apt install chromium) or name one, CHROMIUM=/path/to/it"


def install() -> bool:
    """Install Chromium from the system's packages, as root; whether there is one now."""
    if find():
        return True
    apt = shutil.which("apt-get")
    if os.environ.get("CHROMIUM") or apt is None or os.geteuid() != 0:
        return False
    say("Installing Chromium for the browser tests (apt-get)")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    why = ""
    for words in (
        ["update", "-q"],
        *(["install", "-y", "-q", "--no-install-recommends", each] for each in PACKAGES),
    ):
        try:
            run([apt, *words], env=quiet, hint="")
        except Stop as stop:
            why = str(stop)
        if find():
            return True
    say(f"Chromium could not be installed: {why}")
    return False
