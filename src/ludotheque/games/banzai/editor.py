"""What can be edited in Banzaï!'s box: the times of the table. The cards and the pawns are printed, and the same in every box."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ludotheque.games.banzai.components import TABLES
from ludotheque.scene.editor import FormEditor, Part, numbers


class _Editor(FormEditor):
    def parts(self, data: Mapping[str, Any]) -> Iterable[Part]:
        for name, limits in TABLES.items():
            yield numbers(data, name, limits, f"banzai.edit.{name}")


EDITOR = _Editor()
