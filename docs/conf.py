"""How the documentation is made into web pages: `make docs`."""

import shutil
from pathlib import Path
from typing import Any

project = "ludotheque"
author = "The ludotheque authors"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
napoleon_numpy_docstring = False
napoleon_use_ivar = True  # "Attributes:" may name a property that has a docstring of its own
html_theme = "alabaster"
html_title = "ludotheque"
exclude_patterns = ["build"]
myst_heading_anchors = 3
default_role = "code"


def setup(app: Any) -> None:
    """Take the pages of `docs/balance` along as they are: they are web pages already."""
    app.connect("build-finished", _take_pages)


def _take_pages(app: Any, error: Exception | None) -> None:
    if error is None:
        shutil.copytree(Path(app.srcdir) / "balance", Path(app.outdir) / "balance", dirs_exist_ok=True)
