"""T.E.G. de los Negocios as a client sees it: model, questions, rows, steps, words, narration and help."""
