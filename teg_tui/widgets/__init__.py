"""Pieces of the screens: lines of text, boxes and bars."""
