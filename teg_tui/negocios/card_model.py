"""The part of the model that is about consolidation cards, and what a player has chosen and not yet confirmed."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from teg_shared.protocol.session import ClientSession
from teg_shared.rules.negocios import events as ev
from teg_shared.rules.negocios.commands import Exchange, MoveIcon, Place
from teg_shared.rules.negocios.state import Phase, State

from teg_tui.game_model import GameModel
from teg_tui.negocios import card_questions as cards
from teg_tui.negocios import questions as ask
from teg_tui.negocios.chronicle import Chronicler
from teg_tui.negocios.steps import Staged

T = TypeVar("T")


class CardModel(GameModel[State, Chronicler]):
    """Cards of the viewer, the card that is being resolved, and what is staged for it.

    Attributes:
        staged: what this player has chosen and not yet confirmed.
    """

    def __init__(self, session: ClientSession | None = None) -> None:
        super().__init__(session)
        self.staged = Staged()

    def _asked(self, question: Callable[[State, int], T], *, default: T) -> T:
        return question(self.view, self.seat) if self.view is not None else default

    def forget_game(self) -> None:
        """Forget what was told of a game and what is staged in it; the view is the session's."""
        super().forget_game()
        self.staged.clear()

    def _refused(self) -> None:
        self.staged.sent.clear()

    def _settle(self, events: Iterable[ev.AnyEvent]) -> None:
        """Forget what was sent and has now been placed, and the path of an icon that has moved."""
        sent = self.staged.sent
        for event in events:
            if isinstance(event, ev.TokensPlaced) and event.country in sent:
                sent[event.country] -= event.tokens
                if sent[event.country] <= 0:
                    del sent[event.country]
            elif isinstance(event, ev.IconMoved):
                self.staged.path = ()  # the next icon stands elsewhere
            elif isinstance(event, ev.TurnEnded | ev.CardFinished):
                sent.clear()

    def _trim(self, view: State) -> None:
        """Drop what is staged and can't be confirmed any more."""
        staged = self.staged
        fichas = staged.fichas
        staged.fichas = {}
        for country, tokens in fichas.items():
            self.stage(country, tokens)
        if not ask.acts(view, self.seat, Phase.PLACE):
            staged.sent.clear()
        mine = ask.acts(view, self.seat, Phase.MOVE)
        if staged.path and not (mine and staged.path[-1] in cards.icon_next(view, staged.path[:-1])):
            staged.path = ()
        exchange = cards.exchange_view(view)
        open_seats = (
            {seat for seat, _ in exchange.choices} if exchange is not None and view.actor == self.seat else set()
        )
        if exchange is None or len(staged.seats) > exchange.count or not set(staged.seats) <= open_seats:
            staged.seats = ()

    def hand(self) -> list[int]:
        """Return this viewer's own cards."""
        return self.view.hands[self.seat][:] if self.view is not None and self.seat >= 0 else []

    def hand_views(self) -> list[cards.CardView]:
        """Return what each card of the own hand would do now."""
        return self._asked(cards.hand, default=[])

    def playable(self) -> cards.When:
        """Return whether a card can be played now, after the one being resolved, or not."""
        return self._asked(cards.playable, default="no")

    def playable_cards(self) -> list[int]:
        """Return the cards that may be played now, or asked for next."""
        return self._asked(cards.playable_cards, default=[])

    def placeable(self) -> dict[int, int]:
        """Return how many more fichas each own country can take now, if any (N66)."""
        return cards.placeable(self.view, self.seat, self.staged.waiting) if self.view is not None else {}

    def to_place(self) -> int:
        """Return how many fichas of the card are neither placed nor staged."""
        if self.view is None or not ask.acts(self.view, self.seat, Phase.PLACE):
            return 0
        return self.view.value - sum(self.staged.waiting.values())

    def stage(self, country: int, tokens: int = 1) -> int:
        """Stage up to `tokens` fichas on `country` and return how many it took."""
        if self.view is None:
            return 0
        taken = min(tokens, cards.room_on(self.view, self.seat, self.staged.waiting, country))
        if taken > 0:
            self.staged.fichas[country] = self.staged.fichas.get(country, 0) + taken
        return max(taken, 0)

    def unstage(self, country: int, tokens: int = 1) -> int:
        """Take up to `tokens` staged fichas back from `country` and return how many came."""
        taken = min(tokens, self.staged.fichas.get(country, 0))
        if taken <= 0:
            return 0
        self.staged.fichas[country] -= taken
        if not self.staged.fichas[country]:
            del self.staged.fichas[country]
        return taken

    def unstage_all(self) -> None:
        """Take every staged ficha back."""
        self.staged.fichas.clear()

    def confirm_staged(self) -> list[Place]:
        """Return the commands for what is staged, which counts as sent from now on."""
        commands = [Place(country, tokens) for country, tokens in self.staged.fichas.items()]
        for country, tokens in self.staged.fichas.items():
            self.staged.sent[country] = self.staged.sent.get(country, 0) + tokens
        self.staged.fichas.clear()
        return commands

    def icon_task(self) -> cards.IconStep | None:
        """Return the icon that is to be moved now, whoever has to do it; None if none is."""
        return cards.icon_task(self.view) if self.view is not None else None

    def icon_next(self, path: tuple[int, ...] | None = None) -> list[int]:
        """Return the countries with which a path, by default the staged one, can go on."""
        return cards.icon_next(self.view, self.staged.path if path is None else path) if self.view is not None else []

    def icon_paths(self, end: int) -> list[tuple[int, ...]]:
        """Return every whole path of the icon to be moved that ends on `end`."""
        return cards.icon_paths(self.view, end) if self.view is not None else []

    def icon_foretold(self, path: tuple[int, ...] | None = None) -> cards.Foretold | None:
        """Return what a whole path, by default the staged one, comes to; None while it is not whole."""
        if self.view is None:
            return None
        return cards.icon_foretold(self.view, self.staged.path if path is None else path)

    def step_icon(self, country: int) -> bool:
        """Add a country to the staged path and say whether it can go there."""
        if self.view is None or not ask.acts(self.view, self.seat, Phase.MOVE) or country not in self.icon_next():
            return False
        self.staged.path = (*self.staged.path, country)
        return True

    def unstep_icon(self) -> bool:
        """Take the last country off the staged path and say whether there was one."""
        had = bool(self.staged.path)
        self.staged.path = self.staged.path[:-1]
        return had

    def confirm_path(self) -> MoveIcon | None:
        """Return the command for the staged path, None while it is not whole; the path is staged no longer."""
        if self.icon_foretold() is None:
            return None
        path, self.staged.path = self.staged.path, ()
        return MoveIcon(path)

    def exchange(self) -> cards.ExchangeView | None:
        """Return the market exchange that is to be chosen, whoever has to do it; None if none is."""
        return cards.exchange_view(self.view) if self.view is not None else None

    def toggle_exchange(self, seat: int) -> bool:
        """Choose a corporation for the exchange or let it go, and say whether that changed anything."""
        exchange = self.exchange()
        if exchange is None or self.view is None or self.view.actor != self.seat:
            return False
        chosen = self.staged.seats
        if seat in chosen:
            self.staged.seats = tuple(other for other in chosen if other != seat)
            return True
        if len(chosen) >= exchange.count or seat not in {other for other, _ in exchange.choices}:
            return False
        self.staged.seats = (*chosen, seat)
        return True

    def confirm_exchange(self) -> Exchange | None:
        """Return the command for the chosen corporations, None while it is not their number."""
        exchange = self.exchange()
        if exchange is None or len(self.staged.seats) != exchange.count:
            return None
        seats, self.staged.seats = self.staged.seats, ()
        return Exchange(seats)
