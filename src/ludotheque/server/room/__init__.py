"""The room of one table: what may happen there, what has happened, what each seat sees of it. No network, no store, no clock of its own."""
