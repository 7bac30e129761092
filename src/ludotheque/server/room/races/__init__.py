"""One race, from its cue to the photo finish: who was first, with every instant given."""
