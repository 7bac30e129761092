"""Players that are programs: they are given views, never the full state."""
