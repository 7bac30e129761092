"""Where things lie on a page."""

from __future__ import annotations

from typing import Any

FINGER = 44
"""What is touched is at least this wide, px."""

WIDER = "() => document.scrollingElement.scrollWidth - window.innerWidth"
"""By how much a page is wider than its screen, px."""


def still(page: Any, selector: str, frames: int = 5) -> dict[str, float]:
    """Where a thing is, once it has stood there through some frames."""
    page.wait_for_function(
        """async ([selector, frames]) => {
          const at = () => { const { x, y, width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? {}; return `${x},${y},${width},${height}`; };
          const first = at();
          for (let n = 0; n < frames; n++) {
            await new Promise(requestAnimationFrame);
            if (at() !== first) return false;
          }
          return true;
        }""",
        arg=[selector, frames],
    )
    return box(page, selector)


def box(page: Any, selector: str) -> dict[str, float]:
    """Where the first of these things is."""
    found = page.locator(selector).first.bounding_box()
    assert found is not None, selector
    return dict(found)
