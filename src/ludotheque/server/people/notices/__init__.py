"""Calls people back to a table where others wait for them: by Web Push, and by e-mail in games over days (docs/notes/0025)."""
