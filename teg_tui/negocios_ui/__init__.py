"""T.E.G. de los Negocios on the screen: boxes of the sidebar, modes of the board, and sheets."""
