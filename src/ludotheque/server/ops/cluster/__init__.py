"""Several processes with one PostgreSQL database: which there are, in which of them a table lives, and how they speak to each other."""
