"""T.E.G. de los Negocios: rules N1 to N156, one file a chapter of the rule book."""
