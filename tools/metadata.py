"""What the package says about itself on an index: the README without links and pictures that lead into the checkout.

Hatchling calls this when it builds (`tool.hatch.metadata.hooks.custom` in pyproject.toml).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).resolve().parent.parent
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_HERE = r"\((?!https?:|mailto:|#)[^)]*\)"
_PICTURE = re.compile(rf"^!\[[^\]]*\]{_HERE}\n*|!\[[^\]]*\]{_HERE}", re.MULTILINE)
_LINK = re.compile(rf"\[([^\]]*)\]{_HERE}")


class OnTheIndex(MetadataHookInterface):
    """Gives the metadata its description."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in what pyproject.toml declares dynamic."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": for_index(text)}


def for_index(text: str) -> str:
    """A page as it reads where there are no files beside it: code as it is, no pictures and no links to files."""
    parts, at = [], 0
    for fence in _FENCE.finditer(text):
        parts += [_alone(text[at : fence.start()]), fence[0]]
        at = fence.end()
    return "".join([*parts, _alone(text[at:])])


def _alone(prose: str) -> str:
    return _LINK.sub(r"\1", _PICTURE.sub("", prose))
