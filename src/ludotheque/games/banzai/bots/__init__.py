"""How bots play Banzaï!: what they collect, what they call, where they put pawns, how fast they are, and when they are fooled."""
