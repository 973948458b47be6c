"""What the keys of the board of Negocios mean at each point of a round, without any screen."""
