"""What can be done now, and the one thing that must be done next, in T.E.G. de los Negocios.

Codes of steps are said by `negocios.words.step` and explained by `negocios.hints.hint`.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from teg_shared.rules.negocios.cards import talking
from teg_shared.rules.negocios.state import Phase, State, plays

from teg_tui.changes import Facts
from teg_tui.negocios import card_questions as cards
from teg_tui.negocios import deals
from teg_tui.negocios import questions as ask
from teg_tui.rows import NextStep


class Action(StrEnum):
    """What a key may stand for; the footer shows those that do something now. Those of the lobby: `teg_tui.steps`."""

    ATTEMPT = "attempt"
    STOP = "stop"
    SUPPLY = "supply"
    PLAY_CARD = "play-card"
    KEEP = "keep-cards"
    PLACE = "place"
    UNPLACE = "unplace"
    CONFIRM = "confirm"
    MOVE_ICON = "move-icon"
    EXCHANGE = "market-exchange"
    DECLINE = "decline-bonus"
    INVEST = "invest"
    REASSIGN = "reassign"
    END_TURN = "end-turn"
    ANSWER = "answer"
    OFFER = "offer"
    WITHDRAW = "withdraw"
    DONE = "done"
    NAME = "name"
    ANSWER_PACT = "answer-pact"
    PROPOSE = "propose"
    WITHDRAW_PACT = "withdraw-pact"
    DISSOLVE = "dissolve"
    PACTS = "pacts"
    LEVELS = "levels"
    MARKET = "market"
    ZONE = "zone"
    TALKS = "talks"
    CARDS = "cards"
    OBJECTIVE = "objective"
    VICTORIES = "victories"
    CHAT = "chat"
    REMATCH = "rematch"
    RESULTS = "results"
    RECORD = "record"
    LEAVE = "leave"


@dataclass
class Staged:
    """What this player has chosen and not yet confirmed, where a command has several parts or there are several.

    Attributes:
        fichas: put on own countries, by country (part 1 of a card); `sent`: confirmed and not answered yet.
        path: countries walked by the icon that is to be moved, its present one left out.
        seats: corporations chosen for a market exchange.
    """

    fichas: dict[int, int] = field(default_factory=dict)
    sent: dict[int, int] = field(default_factory=dict)
    path: tuple[int, ...] = ()
    seats: tuple[int, ...] = ()

    @property
    def waiting(self) -> dict[int, int]:
        """Fichas staged or sent, by country."""
        return {c: self.fichas.get(c, 0) + self.sent.get(c, 0) for c in self.fichas | self.sent}

    def clear(self) -> None:
        """Forget all of it."""
        self.fichas.clear()
        self.sent.clear()
        self.path, self.seats = (), ()


def game_actions(view: State, seat: int, staged: Staged) -> list[Action]:
    """Return what can be done in a running or finished game, the most urgent first."""
    market = [Action.MARKET] if view.market_on else []
    if view.phase is Phase.OVER:
        after = [Action.RESULTS, Action.REMATCH] if seat >= 0 else [Action.RESULTS]
        return [*after, Action.RECORD, Action.LEVELS, *market, Action.VICTORIES, Action.CHAT, Action.LEAVE]
    actions = _turn_actions(view, seat, staged) + _talk_actions(view, seat) + _pact_actions(view, seat)
    if talking(view):
        actions.append(Action.TALKS)
    actions += [Action.LEVELS, *market]
    if seat >= 0:
        actions += [Action.ZONE, Action.CARDS, Action.OBJECTIVE]
    return [*actions, Action.VICTORIES, Action.CHAT, Action.LEAVE]


def _turn_actions(view: State, seat: int, staged: Staged) -> list[Action]:
    if seat < 0:
        return []
    invest, reassign = ask.transfers_open(view, seat)
    open_to = {
        Action.NAME: view.phase is Phase.BALLOT and bool(_choices(view, seat)),
        Action.SUPPLY: bool(ask.supplies(view, seat)),
        Action.ATTEMPT: bool(ask.attack_sources(view, seat)),
        Action.STOP: ask.can_stop(view, seat),
        Action.PLACE: bool(cards.placeable(view, seat, staged.waiting)),
        Action.UNPLACE: bool(staged.fichas),
        Action.CONFIRM: bool(staged.fichas),
        Action.MOVE_ICON: ask.acts(view, seat, Phase.MOVE),
        Action.EXCHANGE: ask.acts(view, seat, Phase.EXCHANGE, Phase.BONUS),
        Action.DECLINE: ask.acts(view, seat, Phase.BONUS),
        Action.PLAY_CARD: bool(cards.playable_cards(view, seat)),
        Action.KEEP: ask.acts(view, seat, Phase.CARD),
        Action.INVEST: invest,
        Action.REASSIGN: reassign,
        Action.END_TURN: ask.acts(view, seat, Phase.TRANSFER),
    }
    return [action for action, is_open in open_to.items() if is_open]


def _choices(view: State, seat: int) -> tuple[int, ...]:
    ballot = deals.ballot_view(view, seat)
    return ballot.choices if ballot is not None else ()


def _talk_actions(view: State, seat: int) -> list[Action]:
    if not deals.can_talk(view, seat):
        return []
    open_to = {
        Action.ANSWER: bool(deals.offers_to(view, seat)),
        Action.OFFER: bool(deals.partners(view, seat)),
        Action.WITHDRAW: bool(deals.offers_by(view, seat)),
        Action.DONE: deals.can_finish(view, seat),
    }
    return [action for action, is_open in open_to.items() if is_open]


def _pact_actions(view: State, seat: int) -> list[Action]:
    if view.settings.pacts == "none":
        return []
    able = seat >= 0 and plays(view, seat)
    open_to = {
        Action.ANSWER_PACT: able and any(p.partner == seat for p in view.proposals),
        Action.PROPOSE: bool(ask.pact_partners(view, seat)),
        Action.WITHDRAW_PACT: able and any(p.proposer == seat for p in view.proposals),
        Action.DISSOLVE: bool(ask.dissolvable(view, seat)),
        Action.PACTS: True,
    }
    return [action for action, is_open in open_to.items() if is_open]


# --- the next step


def game_step(view: State, seat: int, staged: Staged) -> NextStep:
    """Return the one thing that the game waits for, seen from `seat`; facts `seats` lists all it waits for."""
    if view.phase is Phase.OVER:
        mine = seat >= 0 and view.winner == seat
        return NextStep("won" if mine else "lost", view.winner, mine, {"how": view.won_by, "winner": view.winner})
    if view.actor == seat >= 0:
        code, facts = _own_step(view, seat, staged)
        return NextStep(code, seat, mine=True, facts=facts)
    talking = seat >= 0 and view.phase is Phase.NEGOTIATE and deals.takes_part(view, seat)
    talk = _talk_step(view, seat) if talking else None
    if talk is not None and talk.mine:
        return talk
    ballot = deals.ballot_view(view, seat)
    if ballot is not None and ballot.mine:
        again = "-again" if ballot.number > 1 else ""
        others = [leader for leader, _named in ballot.votes if leader != seat]
        votes: Facts = {"votes": len(ballot.votes), "leaders": others}
        return NextStep(f"name-{ballot.kind}{again}", seat, mine=True, facts=votes)
    asker = next((p.proposer for p in view.proposals if p.partner == seat), None)
    if asker is not None:
        return NextStep("answer-pact", seat, mine=True, facts={"partner": asker})
    return talk or _wait_step(view, seat)


def _wait_step(view: State, seat: int) -> NextStep:
    facts: Facts = {"seats": list(ask.prompted(view)), "out": seat >= 0 and not view.masks[seat]}
    facts["suspended"] = seat >= 0 and bool(view.suspended >> seat & 1)
    if view.phase is Phase.SUPPLY:
        facts["country"] = view.value
    if view.phase is Phase.MOVE:
        icon = cards.icon_task(view)
        facts["factor"] = icon.factor if icon is not None else -1
    if view.phase is Phase.BALLOT and view.ballot is not None:
        return NextStep(f"wait-name-{view.ballot.kind}", -1, mine=False, facts=facts)
    code = f"wait-{view.phase.value}"
    return NextStep(code, view.actor, mine=False, facts=facts)


def _talk_step(view: State, seat: int) -> NextStep:
    offers = deals.offers_to(view, seat)
    facts: Facts = {"seats": list(ask.prompted(view)), "offers": len(offers), "stage": view.stage.value}
    if offers:
        return NextStep("answer-offers", seat, mine=True, facts=facts)
    if view.done >> seat & 1:
        return NextStep("talks-done", -1, mine=False, facts=facts)
    alone = view.participants.bit_count() < 2
    return NextStep("talks-alone" if alone else "talks", seat, mine=True, facts=facts)


def _own_step(view: State, seat: int, staged: Staged) -> tuple[str, Facts]:
    match view.phase:
        case Phase.ATTEMPTS:
            return _attempt_step(view)
        case Phase.SUPPLY:
            return "supply", {"country": view.value}
        case Phase.CARD:
            return "card", {"cards": len(view.hands[seat])}
        case Phase.PLACE:
            left = view.value - sum(staged.waiting.values())
            return ("place-fichas", {"fichas": left}) if left else ("confirm-fichas", {"fichas": view.value})
        case Phase.MOVE:
            icon = cards.icon_task(view)
            assert icon is not None
            left = icon.steps - len(staged.path)
            facts: Facts = {"factor": icon.factor, "steps": icon.steps, "left": left, "number": icon.slot + 1}
            return ("move-icon" if left else "confirm-path"), facts
        case Phase.EXCHANGE | Phase.BONUS:
            left = view.value - len(staged.seats)
            code = "exchange" if view.phase is Phase.EXCHANGE else "bonus"
            return (code if left else f"confirm-{code}"), {"count": view.value, "left": left}
        case _:
            invest, reassign = ask.transfers_open(view, seat)
            return ("transfer" if invest and reassign else "transfer-invest" if invest else "transfer-reassign"), {}


def _attempt_step(view: State) -> tuple[str, Facts]:
    count = ask.attempt_count(view)
    facts: Facts = {"made": count.made, "left": count.left, "won": count.won, "lost": count.lost}
    if count.due:
        return "attempt-first", facts
    return ("attempt-streak" if count.made >= 5 else "attempt-more"), facts
