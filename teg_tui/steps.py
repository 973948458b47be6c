"""What can be done now, and the one thing that must be done next, named for the top and bottom lines."""

from enum import StrEnum

from teg_shared.protocol.messages import RoomState
from teg_shared.rules.classic.data import NOBODY
from teg_shared.rules.classic.state import Phase, State

from teg_tui import questions as ask
from teg_tui.changes import Facts
from teg_tui.rows import NextStep


class Action(StrEnum):
    """What a key may stand for; the footer shows those that do something now."""

    START = "start"
    PLAN_SEAT = "plan-seat"
    CHANGE_RULES = "change-rules"
    CHOOSE_COLOUR = "choose-colour"
    PLACE = "place"
    UNPLACE = "unplace"
    CONFIRM = "confirm"
    EXCHANGE = "exchange"
    CLAIM = "claim"
    ATTACK = "attack"
    OCCUPY = "occupy"
    REGROUP = "regroup"
    END_TURN = "end-turn"
    PROPOSE = "propose"
    ANSWER = "answer"
    WITHDRAW = "withdraw"
    DISSOLVE = "dissolve"
    ANNOUNCE = "announce"
    PACTS = "pacts"
    OBJECTIVE = "objective"
    CARDS = "cards"
    CHAT = "chat"
    REMATCH = "rematch"
    RESULTS = "results"
    RECORD = "record"
    LEAVE = "leave"


def lobby_actions(room: RoomState, seat: int) -> list[Action]:
    """Return what can be done in a room whose game has not begun (T1)."""
    actions = [Action.CHOOSE_COLOUR] if seat >= 0 else []
    if seat >= 0 and room.owner == seat:
        actions = [Action.START, Action.PLAN_SEAT, Action.CHANGE_RULES, *actions]
    return [*actions, Action.CHAT, Action.LEAVE]


def game_actions(view: State, seat: int, staged: dict[int, int]) -> list[Action]:
    """Return what can be done in a running or finished game, the most urgent first."""
    if view.phase is Phase.OVER:
        after = [Action.RESULTS, Action.REMATCH] if seat >= 0 else [Action.RESULTS]
        return [*after, Action.RECORD, Action.PACTS, Action.CHAT, Action.LEAVE]
    actions = _turn_actions(view, seat, staged) + _pact_actions(view, seat)
    if seat >= 0:
        actions += [Action.CARDS, Action.OBJECTIVE]
    return [*actions, Action.CHAT, Action.LEAVE]


def _turn_actions(view: State, seat: int, staged: dict[int, int]) -> list[Action]:
    if not ask.on_turn(view, seat):
        return []
    pool, bound = ask.reserves(view, staged)
    claim = bool(ask.claimable_cards(view, seat))
    open_to = {
        Action.ANSWER: bool(ask.open_proposals_to(view, seat)),
        Action.PLACE: pool > 0 or any(bound),
        Action.UNPLACE: bool(staged),
        Action.CONFIRM: bool(staged),
        Action.EXCHANGE: bool(ask.exchangeable_sets(view, seat)),
        Action.CLAIM: claim,
        Action.OCCUPY: view.phase is Phase.OCCUPY,
        Action.ATTACK: bool(ask.attack_sources(view, seat)),
        Action.REGROUP: bool(ask.regroup_sources(view, seat)),
        Action.END_TURN: ask.ready(view, seat) or view.phase is Phase.CLAIM,
    }
    return [action for action, is_open in open_to.items() if is_open]


def _pact_actions(view: State, seat: int) -> list[Action]:
    if view.settings.pacts == "none":
        return []
    waiting = not ask.on_turn(view, seat) and bool(ask.open_proposals_to(view, seat))
    open_to = {
        Action.ANSWER: waiting,
        Action.PROPOSE: bool(ask.pact_partners(view, seat)),
        Action.WITHDRAW: bool(ask.open_proposals_by(view, seat)),
        Action.DISSOLVE: bool(ask.dissolvable(view, seat)),
        Action.ANNOUNCE: bool(ask.announceable(view, seat)),
        Action.PACTS: True,
    }
    return [action for action, is_open in open_to.items() if is_open]


def lobby_step(room: RoomState, seat: int) -> NextStep:
    """Return what a room waits for before its game begins."""
    free = sum(info.kind == "open" for info in room.seats)
    mine = seat >= 0 and seat == room.owner
    return NextStep("start-game" if mine else "wait-start", room.owner, mine, {"free": free})


def game_step(view: State, seat: int, staged: dict[int, int]) -> NextStep:
    """Return the one thing that the game waits for, seen from `seat`."""
    if view.phase is Phase.OVER:
        mine = seat >= 0 and view.winner == seat
        return NextStep("won" if mine else "lost", view.winner, mine, {"how": view.won_by, "winner": view.winner})
    if view.turn == seat:
        return _own_step(view, seat, staged)
    code = f"wait-{view.phase.value}"
    out = seat >= 0 and not view.masks[seat]
    facts: Facts = {"seat": view.turn, "out": out}
    if view.occupation is not None:
        facts |= {"source": view.occupation.source, "target": view.occupation.target}
    return NextStep(code, view.turn, mine=False, facts=facts)


def _own_step(view: State, seat: int, staged: dict[int, int]) -> NextStep:
    pool, bound = ask.reserves(view, staged)
    left = pool + sum(bound)
    code = view.phase.value
    facts: Facts = {}
    if view.phase is Phase.PLACEMENT:
        code, facts = (
            ("place", {"armies": left, "lap": view.lap}) if left else ("confirm", {"armies": sum(staged.values())})
        )
    elif view.phase is Phase.INCORPORATE:
        code, facts = _incorporate_step(view, seat, staged, left, bound)
    elif view.phase is Phase.OCCUPY and view.occupation is not None:
        occupation = view.occupation
        facts = {
            "source": occupation.source,
            "target": occupation.target,
            "least": 1,
            "most": occupation.most,
        }
    elif view.phase is Phase.CLAIM:
        facts = {"card": view.drawn}
    elif view.phase is Phase.ATTACK and not ask.attack_sources(view, seat):
        code = "attack-none"
    return NextStep(code, seat, mine=True, facts=facts)


def _incorporate_step(view: State, seat: int, staged: dict[int, int], left: int, bound: list[int]) -> tuple[str, Facts]:
    if ask.exchange_due(view, seat):
        return "exchange-due", {"cards": len(view.hands[seat]), "armies": left}
    if left:
        tied = next((number for number, armies in enumerate(bound) if armies), NOBODY)
        if tied != NOBODY:
            return "place-bound", {"armies": left, "bound": bound[tied], "continent": tied}
        return "incorporate", {"armies": left}
    if staged:
        return "confirm", {"armies": sum(staged.values())}
    return ("attack" if ask.attack_sources(view, seat) else "attack-none"), {}
