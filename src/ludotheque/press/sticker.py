"""The code on the sticker for the lid."""

from __future__ import annotations

from collections.abc import Sequence


def modules(link: str) -> Sequence[Sequence[int]] | None:
    """The rows of a QR code, 1 for each dark square; None where the package that makes them, segno, is missing."""
    try:
        import segno
    except ModuleNotFoundError:
        return None
    return [list(row) for row in segno.make(link, micro=False, error="m").matrix]
