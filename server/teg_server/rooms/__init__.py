"""Rooms and their games: one actor a room, which knows no socket; everything that a table decides is here."""
