"""What only T.E.G. de los Negocios remembers and changes, as values for the screens; see `teg_tui.changes`."""

from dataclasses import dataclass
from typing import TypeAlias

from teg_shared.rules.negocios.events import Faces
from teg_shared.rules.negocios.state import Ballot, OpenOffer, Phase, Proposal, Stage


@dataclass(frozen=True)
class ControlRoll:
    """One attempt of control with everything that its panel shows (N36 to N39, N46).

    Attributes:
        number: 1 for the first attempt that this viewer saw.
        throws: (attacker's, defender's) dice, high to low; all but the last are ties. None for hostile control.
        won: whether the attacker took the target; else the defender took the source.
    """

    number: int
    source: int
    target: int
    attacker: int
    defender: int
    throws: tuple[tuple[Faces, Faces], ...]
    won: bool

    @property
    def hostile(self) -> bool:
        """Whether no dice were thrown (N46)."""
        return not self.throws

    @property
    def sums(self) -> tuple[int, int]:
        """Sums of the two highest dice of the last throw, attacker's first; (0, 0) for hostile control (N37)."""
        if not self.throws:
            return 0, 0
        attack, defence = self.throws[-1]
        return attack[0] + attack[1], defence[0] + defence[1]


@dataclass(frozen=True)
class MarketRoll:
    """Everybody's die for the second part of a card (N79 to N84).

    Attributes:
        rolls: per roll one face a seat, 0 for who did not throw.
        adder: who threw highest and put `added` fichas in.
        removals: (seat, fichas it took back), lowest die first.
    """

    number: int
    by: int
    rolls: tuple[Faces, ...]
    adder: int
    added: int
    removals: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class LevelChange:
    """One corporation has another level in one factor (N141); levels are those of `rules.negocios.levels`."""

    seat: int
    factor: int
    before: int
    after: int


@dataclass(frozen=True)
class ControlRolled:
    """An attempt was decided, by dice or hostilely."""

    roll: ControlRoll


@dataclass(frozen=True)
class MarketThrown:
    """Everybody threw a die for the market."""

    roll: MarketRoll


@dataclass(frozen=True)
class LevelsChanged:
    """Somebody's levels changed, at one stroke (N18, N141)."""

    changes: tuple[LevelChange, ...]


@dataclass(frozen=True)
class IconStands:
    """The icon of a factor stands on another country."""

    factor: int
    before: int
    country: int
    path: tuple[int, ...]
    """As walked, the start left out; empty if it is not known."""


@dataclass(frozen=True)
class MarketChanged:
    """Market fichas of some seats changed."""

    market: tuple[int, ...]


@dataclass(frozen=True)
class ZoneChanged:
    """The reserve of a seat, or what it retains, changed."""

    seat: int


@dataclass(frozen=True)
class StepChanged:
    """The game waits for something else, for somebody else, or within another part of the round."""

    phase: Phase
    stage: Stage
    actor: int


@dataclass(frozen=True)
class TalksChanged:
    """Participants, who is done, offers or cards asked for changed; `mine`: an offer of or to this viewer did."""

    mine: bool


@dataclass(frozen=True)
class OfferArrived:
    """An offer waits for this viewer's answer (N131)."""

    offer: OpenOffer


@dataclass(frozen=True)
class OfferVoided:
    """An offer of or to this viewer can't be accepted any more as the table stands now (N126)."""

    offer: OpenOffer


@dataclass(frozen=True)
class BallotChanged:
    """Leaders are to name somebody, one of them has, or it is settled (None)."""

    ballot: Ballot | None


@dataclass(frozen=True)
class SuspensionChanged:
    """Other corporations are suspended or immune."""

    suspended: int
    """Mask of seats."""
    immune: int


@dataclass(frozen=True)
class Asked:
    """The game waits for this viewer now and did not before; `model.next_step()` says for what."""


@dataclass(frozen=True)
class PactAsked:
    """A proposal about a pact waits for this viewer's answer (N119)."""

    proposal: Proposal


NegociosChange: TypeAlias = (
    ControlRolled | MarketThrown | LevelsChanged | IconStands | MarketChanged | ZoneChanged | StepChanged
    | TalksChanged | OfferArrived | OfferVoided | BallotChanged | SuspensionChanged | Asked | PactAsked
)  # fmt: skip
