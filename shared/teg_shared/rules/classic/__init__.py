"""Classic T.E.G.: rules C1 to C36, one file a chapter of the rule book."""
