"""How the documentation is made into web pages: `make docs`."""

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
