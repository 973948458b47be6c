"""Everything before a game: the menu, the list of rooms, the room before its start."""
