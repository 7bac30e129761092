"""`Table`, a game in progress; what audiences see of it; and games read back from their records."""

from ludotheque.table.legal import LegalActions
from ludotheque.table.table import Table

__all__ = ["LegalActions", "Table"]
