"""Computer players against each other, without a server: how strong they are, and what a game is like."""
