"""`Table`, a game in progress, with its views, its record and its replay."""

from ludotheque.table.legal import LegalActions
from ludotheque.table.table import Table

__all__ = ["LegalActions", "Table"]
