"""How bots play Banzaï!: what they collect and call, where they put pawns, how fast they are, and when a feint fools them."""
