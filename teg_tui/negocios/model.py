"""The model of T.E.G. de los Negocios: what one client knows of its table, and the questions that screens ask.

It is the same table as the classic one (`TableModel`: room, seat, view, clock, chat, chronicle, connection and
`apply(message) -> changes`) with the questions of this game. Countries, seats, factors, regions, cards and
objectives are numbers; `negocios.names` says what they are called, `negocios.words` makes the sentences.
What an answer holds is documented with its type: `AttemptView` and `AttemptCount` in `questions`, `CardView`,
`IconStep`, `Foretold` and `ExchangeView` in `card_questions`, `OfferView`, `DealEffect`, `Wares` and `BallotView`
in `deals`, the rows in `rows`, `Action` and the codes of steps in `steps`. The part about cards, and all that is
staged, stands in `card_model`.
"""

from typing import ClassVar

from teg_shared.protocol.session import Step
from teg_shared.rules.errors import RuleError
from teg_shared.rules.negocios.commands import Offer
from teg_shared.rules.negocios.data import FACTOR_OF, HIDDEN, NOBODY
from teg_shared.rules.negocios.events import AnyEvent
from teg_shared.rules.negocios.objectives import wanted_countries
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.negocios.state import Pact, Phase, Proposal, State

from teg_tui import changes as ch
from teg_tui import steps as lobby
from teg_tui.changes import Change
from teg_tui.game_model import planned
from teg_tui.negocios import changes as nch
from teg_tui.negocios import deals, differences, rows, steps
from teg_tui.negocios import questions as ask
from teg_tui.negocios.card_model import CardModel
from teg_tui.negocios.changes import ControlRoll, MarketRoll
from teg_tui.negocios.chronicle import Chronicler
from teg_tui.rows import NextStep


class NegociosModel(CardModel):
    """Everything that one client knows of one room in which T.E.G. de los Negocios is played."""

    variant: ClassVar[str] = "negocios"

    # --- what comes in

    def _writer(self) -> Chronicler:
        return Chronicler()

    def _replaced(self, before: State | None) -> list[Change]:
        view = self.view
        if view is None:
            return []
        if before is not None and (before.colours != view.colours or before.dealt != view.dealt):
            self.forget_game()
        self.chronicler.look(view)
        self.staged.sent.clear()
        self._trim(view)
        changes: list[Change] = [ch.ViewReplaced(self.version)]
        changes += [nch.OfferArrived(offer) for offer in deals.offers_to(view, self.seat)]
        changes += [nch.PactAsked(p) for p in view.proposals if p.partner == self.seat]
        return changes + ([nch.Asked()] if ask.awaited(view, self.seat) else [])

    def _moved(self, before: State | None, step: Step) -> list[Change]:
        after = self.view
        if before is None or after is None:
            return []
        events: tuple[AnyEvent, ...] = step.events
        rolls, market_rolls = self.chronicler.rolls, self.chronicler.market_rolls
        entries = self._write(events, after)
        self._settle(events)
        self._trim(after)
        changes: list[Change] = []
        if self.chronicler.rolls != rolls and self.dice is not None:
            changes.append(nch.ControlRolled(self.dice))
        if self.chronicler.market_rolls != market_rolls and self.market_dice is not None:
            changes.append(nch.MarketThrown(self.market_dice))
        changes += differences.compare(before, after, self.seat)
        changes += differences.told(before, events)
        return changes + [ch.Chronicled(entry) for entry in entries]

    # --- who and when

    @property
    def over(self) -> bool:
        """Whether there is a game, and it is over."""
        return self.view is not None and self.view.phase is Phase.OVER

    @property
    def colours(self) -> list[str]:
        """Colour slugs of the game's seats, none before it."""
        return self.view.colours if self.view is not None else []

    @property
    def round(self) -> int:
        """Round of the game, 0 before it."""
        return self.view.round if self.view is not None else 0

    @property
    def settings(self) -> Settings:
        """Options of the game, or those planned in the room."""
        if self.view is not None:
            return self.view.settings
        return planned(self.room, Settings)

    @property
    def my_turn(self) -> bool:
        """Whether the game waits for this viewer: on turn, in a negotiation, as a leader, or for an answer."""
        return self._asked(ask.awaited, default=False)

    @property
    def whose_turn(self) -> int:
        """Seat that has to act, -1 in negotiations and ballots and outside of a game."""
        return self.view.actor if self.view is not None and self.view.phase is not Phase.OVER else NOBODY

    @property
    def dice(self) -> ControlRoll | None:
        """The last attempt that this viewer saw."""
        return self.chronicler.last_roll

    @property
    def market_dice(self) -> MarketRoll | None:
        """The last time that everybody threw for the market, as far as this viewer saw it."""
        return self.chronicler.last_market

    @property
    def market_on(self) -> bool:
        """Whether this table plays with a market; True while that is not known."""
        return self.view is None or self.view.market_on

    @property
    def latest_dice(self) -> ControlRoll | MarketRoll | None:
        """The last throw that this viewer saw, of whichever kind."""
        return self.chronicler.latest

    @property
    def walked(self) -> tuple[int, ...]:
        """The path that an icon has just walked, its start first; empty once other things go on."""
        return self.chronicler.walk

    def prompted(self) -> list[int]:
        """Return every seat from which the game waits for something."""
        return list(ask.prompted(self.view)) if self.view is not None else []

    def next_step(self) -> NextStep:
        """Return who must do what now; said by `negocios.words.step`."""
        if self.view is not None:
            return steps.game_step(self.view, self.seat, self.staged)
        if self.room is not None:
            return lobby.lobby_step(self.room, self.seat)
        return NextStep("connect")

    def available_actions(self) -> list[steps.Action] | list[lobby.Action]:
        """Return what keys do something now, the most urgent first; those of the lobby before a game."""
        if self.connection.condition == "closed":
            return []
        if self.view is not None:
            return steps.game_actions(self.view, self.seat, self.staged)
        return lobby.lobby_actions(self.room, self.seat) if self.room is not None else []

    def turn_trail(self) -> tuple[rows.TrailStep, ...]:
        """Return the parts of the control turn that runs, with the present one lit; nothing outside of one."""
        return rows.turn_trail(self.view) if self.view is not None else ()

    def round_trail(self) -> tuple[rows.TrailStep, ...]:
        """Return the parts of the round, with the present one lit; nothing outside of a game."""
        return rows.round_trail(self.view) if self.view is not None else ()

    def turn_order(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the seats of the first and of the second half of the round, in turn order (N120)."""
        return rows.order_row(self.view) if self.view is not None else ((), ())

    # --- lists and tables

    def players(self) -> list[rows.Corporation]:
        """Return a row for each seat in seat order, which is the order of left and right (N11)."""
        infos = self.room.seats if self.room is not None else ()
        return [
            rows.corporation(self.view, infos[seat] if seat < len(infos) else None, seat, self.seat)
            for seat in range(self.seats())
        ]

    def regions(self) -> list[rows.RegionRow]:
        """Return a row for each region; nothing before the game."""
        return rows.region_rows(self.view, self.seat) if self.view is not None else []

    def levels(self) -> list[rows.LevelRow]:
        """Return a row for each factor with countries and level of each seat; nothing before the game."""
        return rows.level_rows(self.view) if self.view is not None else []

    def market(self) -> rows.MarketBoard | None:
        """Return the market, None without one."""
        return rows.market_board(self.view) if self.view is not None else None

    def zone(self, seat: int | None = None) -> rows.Zone | None:
        """Return where the 65 fichas of a seat are, by default this viewer's; None for a spectator's own."""
        wanted = self.seat if seat is None else seat
        return rows.zone(self.view, wanted) if self.view is not None and wanted >= 0 else None

    def victories(self) -> list[rows.VictoryRow]:
        """Return how far everybody is with each public victory."""
        return rows.victory_rows(self.view) if self.view is not None else []

    def owner(self, country: int) -> int:
        """Return the seat that owns `country`, -1 before the game."""
        return self.view.owners[country] if self.view is not None else NOBODY

    def fichas(self, country: int) -> int:
        """Return the fichas on `country`, those staged or sent by this player included."""
        if self.view is None:
            return 0
        return self.view.tokens[country] + self.staged.waiting.get(country, 0)

    def factor(self, country: int) -> int:
        """Return the factor printed on `country`."""
        return FACTOR_OF[country]

    def icons_on(self, country: int) -> list[int]:
        """Return the factors whose icons stand on `country`."""
        return [f for f, where in enumerate(self.view.icons) if where == country] if self.view is not None else []

    def objective(self) -> int:
        """Return the number of this viewer's objective, -1 for a spectator; said by `negocios.words.objective`."""
        return self.view.objectives[self.seat] if self.view is not None and self.seat >= 0 else HIDDEN

    def objective_progress(self) -> list[rows.Part]:
        """Return how far this viewer is with each condition of the objective."""
        return rows.objective_parts(self.view, self.seat) if self.view is not None else []

    def objective_countries(self) -> list[int]:
        """Return the countries of the regions that this viewer's objective names, for the map."""
        number = self.objective()
        return wanted_countries(number) if number != HIDDEN else []

    # --- attempts and transfers

    def attempts(self) -> ask.AttemptCount | None:
        """Return how far the attempts of the turn are, None outside of a control turn."""
        if self.view is None or self.view.phase not in (Phase.ATTEMPTS, Phase.SUPPLY):
            return None
        return ask.attempt_count(self.view)

    def attack_sources(self) -> list[int]:
        """Return the countries from which this viewer may attack now."""
        return self._asked(ask.attack_sources, default=[])

    def attack_targets(self, source: int) -> list[int]:
        """Return the countries that may be attacked from `source` now."""
        return ask.attack_targets(self.view, self.seat, source) if self.view is not None else []

    def attempt(self, source: int, target: int) -> ask.AttemptView | None:
        """Foretell an attempt: dice, exact chance, what it would change; None where both have one owner."""
        if self.view is None or self.view.owners[source] == self.view.owners[target]:
            return None
        return ask.attempt_view(self.view, source, target)

    def can_stop(self) -> bool:
        """Whether this viewer may end its attempts."""
        return self._asked(ask.can_stop, default=False)

    def supplies(self) -> list[int]:
        """Return the own countries of which one must give a ficha now (N43)."""
        return self._asked(ask.supplies, default=[])

    def transfer_sources(self, *, invest: bool) -> list[int]:
        """Return the own countries out of which an inversion (or a reassignment) is possible now."""
        return ask.transfer_sources(self.view, self.seat, invest=invest) if self.view is not None else []

    def transfer_targets(self, source: int, *, invest: bool) -> list[int]:
        """Return the own countries into which fichas of `source` may go now."""
        return ask.transfer_targets(self.view, self.seat, source, invest=invest) if self.view is not None else []

    def transfer_most(self, source: int, target: int) -> int:
        """Return how many fichas may go from `source` to `target`."""
        return ask.transfer_most(self.view, source, target) if self.view is not None else 0

    # --- negotiations

    def takes_part(self) -> bool:
        """Whether this viewer takes part in the negotiation that runs."""
        return self._asked(deals.takes_part, default=False)

    def can_talk(self) -> bool:
        """Whether this viewer may offer, answer and withdraw now."""
        return self._asked(deals.can_talk, default=False)

    def can_finish(self) -> bool:
        """Whether this viewer may say that it is done (N130)."""
        return self._asked(deals.can_finish, default=False)

    def participants(self) -> list[int]:
        """Return the seats of the negotiation that runs."""
        return [row.seat for row in self.players() if row.talks]

    def partners(self) -> list[int]:
        """Return the corporations to which this viewer may make an offer now."""
        return self._asked(deals.partners, default=[])

    def offers(self) -> list[deals.OfferView]:
        """Return every open offer with what would come of it or what blocks it, oldest first."""
        if self.view is None:
            return []
        return [deals.offer_view(self.view, self.seat, offer) for offer in self.view.offers]

    def open_offers_to_me(self) -> list[deals.OfferView]:
        """Return the open offers made to this viewer."""
        return [view for view in self.offers() if view.offer.partner == self.seat]

    def open_offers_by_me(self) -> list[deals.OfferView]:
        """Return the open offers of this viewer."""
        return [view for view in self.offers() if view.offer.proposer == self.seat]

    def my_wares(self, partner: int) -> deals.Wares:
        """Return what this viewer could give to `partner`."""
        if self.view is None or self.seat < 0:
            return deals.Wares((), (), ())
        return deals.wares(self.view, self.seat, self.seat, partner)

    def their_wares(self, partner: int) -> deals.Wares:
        """Return what this viewer could ask of `partner`; cards only where they are shown to it (N129)."""
        if self.view is None or self.seat < 0:
            return deals.Wares((), (), ())
        return deals.wares(self.view, self.seat, partner, self.seat)

    def offer_trouble(self, offer: Offer) -> RuleError | None:
        """Return why this viewer can't make this offer now, None if it can; said by `negocios.words.sentence`."""
        return deals.offer_trouble(self.view, self.seat, offer) if self.view is not None else None

    def offer_effect(self, offer: Offer) -> deals.DealEffect | None:
        """Return what an offer that `offer_trouble` lets pass would change if it were accepted at once."""
        return deals.foretell(self.view, self.seat, offer) if self.view is not None else None

    # --- suspensions and pacts

    def ballot(self) -> deals.BallotView | None:
        """Return the ballot that runs, None if none does."""
        return self._asked(deals.ballot_view, default=None)

    def pacts(self) -> list[Pact]:
        """Return every standing pact."""
        return self.view.pacts[:] if self.view is not None else []

    def pact_partners(self) -> list[int]:
        """Return the seats to which a pact may be proposed now (N119)."""
        return self._asked(ask.pact_partners, default=[])

    def dissolvable_pacts(self) -> list[Pact]:
        """Return the pacts whose common end this viewer may propose now."""
        return self._asked(ask.dissolvable, default=[])

    def proposals_to_me(self) -> list[Proposal]:
        """Return the proposals about pacts that wait for this viewer's answer."""
        return [p for p in self.view.proposals if p.partner == self.seat] if self.view is not None else []

    def proposals_by_me(self) -> list[Proposal]:
        """Return this viewer's proposals about pacts that nobody has answered yet."""
        return [p for p in self.view.proposals if p.proposer == self.seat] if self.view is not None else []
