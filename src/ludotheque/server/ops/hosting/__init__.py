"""The host's page: what goes on at this server, and what can be done about it."""
