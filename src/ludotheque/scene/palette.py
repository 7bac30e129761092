"""The colours of a drawing by day, by night and for strong contrast, as the page's theme asks for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Palette:
    """Colours by name. `night` and `contrast` need only those that differ from the day's.

    The drawing is an `<svg class="NAME">` that begins with `style`, and asks for its colours with `ink`. Each is a CSS property
    `--NAME-colour`: by day the colour written here, else that of the page's theme (`data-theme` on its root, or the reader's
    dark scheme).
    """

    name: str
    day: Mapping[str, str]
    night: Mapping[str, str] = field(default_factory=dict)
    contrast: Mapping[str, str] = field(default_factory=dict)

    def ink(self, name: str) -> str:
        """A colour, for `fill` and `stroke`; `KeyError` if the day does not know it."""
        return f"var(--{self.name}-{name}, {self.day[name]})"

    @property
    def style(self) -> str:
        """The element that changes the colours with the theme."""
        night, contrast = map(self._properties, (self.night, self.contrast))
        of = f".{self.name}"
        return (
            f"<style>@media (prefers-color-scheme:dark){{:root:not([data-theme]) {of}{{{night}}}}}"
            f':root[data-theme="dark"] {of}{{{night}}}:root[data-theme="contrast"] {of}{{{contrast}}}</style>'
        )

    def _properties(self, colours: Mapping[str, str]) -> str:
        return "".join(f"--{self.name}-{name}:{colour};" for name, colour in colours.items())
