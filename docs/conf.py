"""How the documentation is made into web pages: `make docs`."""

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
    """Make the pages about balance from what `docs/balance` keeps of them."""
    app.connect("build-finished", make_balance)


def make_balance(app: Any, error: Exception | None) -> None:
    """Make the pages about balance, unless the rest of the documentation could not be made."""
    if error is None:
        from ludotheque.lab import balance_files

        balance_files.make_all(Path(app.srcdir) / "balance", Path(app.outdir) / "balance")
