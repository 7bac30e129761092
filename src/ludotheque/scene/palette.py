"""`Palette`: a drawing's colours for light, dark and high-contrast themes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Palette:
    """Colours by name.

    The drawing is an `<svg class="NAME">` that begins with `style` and takes its colours from `ink`. Each colour is a CSS property
    `--NAME-colour`. It follows the page's theme: `data-theme` on its root, or the reader's dark scheme.

    Attributes:
        name: the class of the drawing.
        day: the colours of the light theme.
        night: the colours that differ in the dark theme.
        contrast: the colours that differ in the high-contrast theme.
    """

    name: str
    day: Mapping[str, str]
    night: Mapping[str, str] = field(default_factory=dict)
    contrast: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, name: str, colours: Mapping[str, Sequence[str]]) -> Palette:
        """The palette whose colours each have a shade for the light, the dark and the high-contrast theme, or the first alone."""
        themes = [
            {colour: shades[theme] for colour, shades in colours.items() if theme < len(shades)}
            for theme in range(3)
        ]
        return cls(name, *themes)

    def svg(self, width: float, height: float, drawing: str) -> str:
        """The whole picture as SVG text, for a board of this size."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" class="{self.name}"'
            f' role="presentation">{self.style}{drawing}</svg>'
        )

    def ink(self, name: str) -> str:
        """A colour for `fill` and `stroke`. Raises `KeyError` if `day` does not have it."""
        return f"var(--{self.name}-{name}, {self.day[name]})"

    @property
    def style(self) -> str:
        """The `<style>` element that changes the colours with the theme."""
        night, contrast = map(self._properties, (self.night, self.contrast))
        of = f".{self.name}"
        return (
            f"<style>@media (prefers-color-scheme:dark){{:root:not([data-theme]) {of}{{{night}}}}}"
            f':root[data-theme="dark"] {of}{{{night}}}:root[data-theme="contrast"] {of}{{{contrast}}}</style>'
        )

    def _properties(self, colours: Mapping[str, str]) -> str:
        return "".join(f"--{self.name}-{name}:{colour};" for name, colour in colours.items())
