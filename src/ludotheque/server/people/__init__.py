"""Guests, and what belongs to them rather than to a table."""
