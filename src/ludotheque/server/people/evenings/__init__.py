"""Evenings of a club: people join with a link, the server pairs them round by round, and a board shows how it stands."""
