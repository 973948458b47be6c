"""The captain: all of the planner, with the weights that a search has found."""

from teg_server.bots.negocios.planner import Planner
from teg_server.bots.negocios.weights import TUNED, Weights


class Capitan(Planner):
    """The strongest level."""

    level = "capitan"

    def __init__(self, seed: int, weights: Weights = TUNED) -> None:
        super().__init__(seed, weights)
