"""Pure questions on a viewer's state about negotiations, suspensions and the choice of the starter."""

from dataclasses import dataclass, field

from teg_shared.rules.board import members
from teg_shared.rules.errors import RuleError
from teg_shared.rules.negocios import ballots, cards, evolve, levels, talks
from teg_shared.rules.negocios.commands import Offer
from teg_shared.rules.negocios.data import HIDDEN
from teg_shared.rules.negocios.events import DealMade
from teg_shared.rules.negocios.goods import Card, Goods, Land
from teg_shared.rules.negocios.state import Ballot, BallotKind, OpenOffer, Phase, State, plays
from teg_shared.rules.negocios.victory import public_victory, standing

from teg_tui.changes import Facts
from teg_tui.negocios.changes import LevelChange


@dataclass(frozen=True)
class SideEffect:
    """What a deal does to one of its two corporations.

    Attributes:
        reserve: fichas that its reserve gains (or loses).
        retained: (colour, fichas gained or lost) in its zone.
        placed: fichas that it puts on the country it gets (N127); 0 for other deals.
        countries, block: (before, after): countries held, and size of its largest block.
        wins: public victory that it would have at once, empty for none (N101).
    """

    seat: int
    gives: Goods
    gets: Goods
    reserve: int
    retained: tuple[tuple[int, int], ...]
    placed: int
    countries: tuple[int, int]
    block: tuple[int, int]
    wins: str


@dataclass(frozen=True)
class DealEffect:
    """What would change if an offer were accepted now; levels of everybody, third ones included."""

    proposer: SideEffect
    partner: SideEffect
    levels: tuple[LevelChange, ...]


@dataclass(frozen=True)
class OfferView:
    """An open offer as it stands now.

    Attributes:
        to_me: this viewer may answer it; `by_me`: may withdraw it.
        blocked: code of what keeps it from being accepted, empty if nothing; with `facts` for the sentence.
        asks_card: it shows a card and asks for an offer back that names one (N129).
        effect: None where it can't be accepted.
    """

    offer: OpenOffer
    to_me: bool
    by_me: bool
    blocked: str = ""
    facts: Facts = field(default_factory=dict)
    asks_card: bool = False
    effect: DealEffect | None = None


@dataclass(frozen=True)
class Wares:
    """What a corporation could put into a deal with a certain other one."""

    tokens: tuple[tuple[int, int], ...]
    """(colour, fichas retained)"""
    countries: tuple[int, ...]
    cards: tuple[int, ...]
    """Numbers for this viewer's own hand and for cards shown to it, HIDDEN for the others."""


@dataclass(frozen=True)
class BallotView:
    """Who names whom, for what (N93 to N96).

    Attributes:
        votes: (leader, whom it has named or NOBODY) in this ballot; `earlier` those of the first one.
        mine: whether this viewer has to name somebody now.
        choices: whom this viewer may name.
    """

    kind: BallotKind
    number: int
    votes: tuple[tuple[int, int], ...]
    earlier: tuple[int, ...]
    mine: bool
    choices: tuple[int, ...]


def takes_part(view: State, seat: int) -> bool:
    """Whether `seat` takes part in the negotiation that runs (N121)."""
    return seat >= 0 and cards.talking(view) and plays(view, seat) and bool(view.participants >> seat & 1)


def can_talk(view: State, seat: int) -> bool:
    """Whether `seat` may offer, answer and withdraw now: no card is being resolved (N150)."""
    return takes_part(view, seat) and not cards.resolving(view)


def can_finish(view: State, seat: int) -> bool:
    """Whether `seat` may say that it is done (N130)."""
    return can_talk(view, seat) and not view.done >> seat & 1


def partners(view: State, seat: int) -> list[int]:
    """Return the corporations to which `seat` may make an offer now (N121, N131)."""
    if not can_talk(view, seat) or len(offers_by(view, seat)) >= talks.MOST_OFFERS:
        return []
    return list(members(view.participants & ~(1 << seat)))


def offers_to(view: State, seat: int) -> list[OpenOffer]:
    """Return the open offers that wait for the answer of `seat`, oldest first."""
    return [offer for offer in view.offers if offer.partner == seat]


def offers_by(view: State, seat: int) -> list[OpenOffer]:
    """Return the open offers of `seat`, oldest first."""
    return [offer for offer in view.offers if offer.proposer == seat]


def offer_view(view: State, seat: int, offer: OpenOffer) -> OfferView:
    """Return an open offer with what would come of it, seen by `seat`."""
    trouble = talks.problem(view, offer)
    talking = can_talk(view, seat)
    to_me, by_me = talking and offer.partner == seat, talking and offer.proposer == seat
    if trouble is None:
        return OfferView(offer, to_me, by_me, effect=effect(view, offer))
    asks = trouble.code == "name-a-card"
    return OfferView(offer, to_me, by_me, trouble.code, dict(trouble.facts), asks)


def wares(view: State, viewer: int, seat: int, other: int) -> Wares:
    """Return what `seat` could give to `other`, as far as `viewer` knows (N123 to N129)."""
    tokens = tuple((colour, held) for colour, held in enumerate(view.retained[seat]) if held)
    hand = view.hands[seat]
    if seat != viewer:
        hand = [c for c in shown_cards(view, seat, viewer) if c != HIDDEN] if other == viewer else []
    return Wares(tokens, tuple(members(view.masks[seat])), tuple(hand))


def shown_cards(view: State, holder: int, viewer: int) -> list[int]:
    """Return the cards that `holder` shows to `viewer` by an open offer: those it may ask for (N129)."""
    cards_shown = {
        o.give.card
        for o in view.offers
        if o.proposer == holder and o.partner == viewer and isinstance(o.give, Card) and o.give.card is not None
    }
    return sorted(card for card in cards_shown if talks.holds(view.hands[holder], card))


def offer_trouble(view: State, seat: int, offer: Offer) -> RuleError | None:
    """Return why `seat` can't make this offer now, None if it can."""
    try:
        talks.check_offer(view, seat, offer)
    except RuleError as error:
        return error
    return None


def foretell(view: State, seat: int, offer: Offer) -> DealEffect | None:
    """Return what this offer of `seat` would change if it were accepted at once; None while it names no card."""
    if Card(None) in (offer.give, offer.take):
        return None
    return effect(view, OpenOffer(view.next_offer, seat, offer.partner, offer.give, offer.take))


def effect(view: State, offer: OpenOffer) -> DealEffect:
    """Return what accepting an offer that nothing blocks would change, on a copy of the view."""
    placed = (0, 0)
    if isinstance(offer.give, Land) and isinstance(offer.take, Land):
        placed = talks.placed(view, offer)
    after = evolve.evolve(
        view.copy(), DealMade(offer.id, offer.proposer, offer.partner, offer.give, offer.take, placed)
    )
    changed = levels.changes(view.masks, after.masks)
    return DealEffect(
        _side(view, after, offer.proposer, offer.give, offer.take, placed[0]),
        _side(view, after, offer.partner, offer.take, offer.give, placed[1]),
        tuple(LevelChange(*change) for change in changed),
    )


def _side(view: State, after: State, seat: int, gives: Goods, gets: Goods, placed: int) -> SideEffect:
    retained = [(c, after.retained[seat][c] - held) for c, held in enumerate(view.retained[seat])]
    before, now = standing(view, seat), standing(after, seat)
    return SideEffect(
        seat,
        gives,
        gets,
        after.reserve[seat] - view.reserve[seat],
        tuple((colour, change) for colour, change in retained if change),
        placed,
        (before[0], now[0]),
        (before[1], now[1]),
        public_victory(after, seat),
    )


def ballot_view(view: State, seat: int) -> BallotView | None:
    """Return the ballot that runs, seen by `seat`; None if none does."""
    ballot: Ballot | None = view.ballot
    if ballot is None or view.phase is not Phase.BALLOT:
        return None
    mine = seat in ballots.waiting(ballot)
    choices = tuple(ballots.candidates(view, ballot.kind, seat)) if mine else ()
    votes = tuple(zip(ballot.voters, ballot.names, strict=True))
    return BallotView(ballot.kind, ballot.number, votes, ballot.earlier, mine, choices)
