"""The map: drawings of the boards, palettes, and the widget that shows a game on them."""
