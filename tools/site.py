"""Makes what `ludotheque site` puts together: the pages built for it, and Python for them, in `build/site`. `tools/prepare.py site` calls it."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

from tools import node
from tools.say import Stop, run, say

ROOT = Path(__file__).resolve().parent.parent
MADE = ROOT / "build" / "site"
PYODIDE = ROOT / "client" / "node_modules" / "pyodide"
LOCK = ROOT / "requirements-site.lock"
PLATFORM, PYTHON = "pyemscripten_2026_0_wasm32", "3.14"
"""The platform of the pinned Pyodide's wheels, and its Python."""
GAMES = sorted(
    each.parent.name.replace("_", "-")
    for each in (ROOT / "src" / "ludotheque" / "games").glob("*/__init__.py")
)
WASM = "pyodide.asm.wasm"
PACKED = (WASM, "python_stdlib.zip", "library.zip")
"""The large files. They are stored compressed: a plain web server compresses nothing."""
LIST = "pyodide-lock.json"
"""The packages that Pyodide may download: none."""
PROJECT = ROOT / "build" / "ludotheque-site"
PACKAGE = """\
[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"

[project]
name = "ludotheque-site"
version = "{version}"
description = "What ludotheque needs to write its games as a folder for any web host"
readme = "README.md"
license = "MIT AND MPL-2.0 AND PSF-2.0 AND BSD-3-Clause AND OFL-1.1"
license-files = ["LICENSE", "NOTICE"]
authors = [{{ name = "The ludotheque authors" }}]
requires-python = ">=3.11"
dependencies = ["ludotheque=={version}"]

[tool.hatch.build]
ignore-vcs = true

[tool.hatch.build.targets.wheel]
packages = ["ludotheque_site"]

[tool.hatch.build.targets.wheel.force-include]
"../site/pages" = "ludotheque_site/pages"
"../site/server" = "ludotheque_site/server"
"""
README = """\
# ludotheque-site

The parts of which `ludotheque site FOLDER` writes the games as a folder for any web host: pages, and Python for them. Install them with

```
pip install "ludotheque[site]"
```
"""


def make(found: node.Node, python: Path) -> None:
    """Build the pages and pack Python, with this Node and this Python."""
    shutil.rmtree(MADE, ignore_errors=True)
    server, wheels = MADE / "server", MADE / "wheels"
    server.mkdir(parents=True)
    say("Building the pages of the library without a server")
    run(
        [*found.npm, "run", "build:site"],
        cwd=ROOT / "client",
        hint="The pages do not build: fix the errors above.",
    )
    say("Compiling rules to WebAssembly (a minute or two each the first time)")
    for game in GAMES:
        run(
            [python, "-m", "ludotheque.compiler", game, "--target", "wasm32"],
            hint="The rules do not compile: fix the errors above.",
        )
    wheels.mkdir()
    say("Packing Python for a page")
    run(
        [python, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes", "--only-binary", ":all:",
         "--platform", PLATFORM, "--python-version", PYTHON, "--implementation", "cp", "--abi", "cp314", "-d", wheels, "-r", LOCK],
        hint="Is this machine connected? Then run the same command again.",
    )  # fmt: skip
    shutil.copyfile(PYODIDE / WASM, server / WASM)
    lock = json.loads((PYODIDE / LIST).read_text("utf-8"))
    (server / LIST).write_text(json.dumps({"info": lock["info"], "packages": {}}), "utf-8")
    program = found.folder / "node"
    run(
        [program, ROOT / "tools" / "site_library.mjs", PYODIDE, ROOT / "src", wheels, server],
        hint="Python could not be packed: if you changed it, fix the errors above.",
    )
    shutil.rmtree(wheels)
    run(
        [python, "-m", "tools.denser", *(server / name for name in PACKED)],
        cwd=ROOT,
        hint="The files for a page could not be compressed: the reason stands above.",
    )


def project() -> Path:
    """Write the project of the package `ludotheque-site`, which holds what `make` made, for those who have no checkout."""
    shutil.rmtree(PROJECT, ignore_errors=True)
    module = PROJECT / "ludotheque_site"
    module.mkdir(parents=True)
    (module / "__init__.py").write_text(
        '"""The parts of `ludotheque site`: pages, and Python for them."""\n', "utf-8"
    )
    (PROJECT / "pyproject.toml").write_text(PACKAGE.format(version=version()), "utf-8")
    (PROJECT / "README.md").write_text(README, "utf-8")
    for name in ("LICENSE", "NOTICE"):
        shutil.copyfile(ROOT / name, PROJECT / name)
    return PROJECT


def version() -> str:
    """The version, from the one place where it is written, such as `1.2.3`."""
    text = (ROOT / "src" / "ludotheque" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(\d+\.\d+\.\d+)"$', text, re.MULTILINE)
    if found is None:
        raise Stop('src/ludotheque/__init__.py has no line like __version__ = "1.2.3"')
    return found[1]
