"""The page of whoever runs the server: what goes on here, and what can be done about it."""
