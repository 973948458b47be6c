"""What the keys of the board mean at each point of a turn, without any screen."""
