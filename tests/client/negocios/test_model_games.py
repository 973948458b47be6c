"""The model of T.E.G. de los Negocios against its rules: random games, folded by viewers from messages alone."""

from collections import Counter

import pytest
from teg_shared.rules.negocios import commands as c
from teg_shared.rules.negocios import levels
from teg_shared.rules.negocios.data import CARDS, COUNTRIES, HIDDEN
from teg_shared.rules.negocios.goods import Card, Land, Tokens
from teg_shared.rules.negocios.rules import NEGOCIOS
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.negocios.state import Phase, Stage, State

from teg_tui import changes as ch
from teg_tui.negocios import changes as nch
from teg_tui.negocios.model import NegociosModel
from teg_tui.negocios.steps import Action
from tests.client.negocios.table import Table

GAMES = [
    (4, 15, Settings(pacts="breakable")),
    (6, 12, Settings(transfers="phase")),
    (8, 13, Settings(pacts="breakable", market="on")),
    (5, 14, Settings()),
]
MOVES = 450


@pytest.mark.parametrize(("seats", "seed", "settings"), GAMES)
def test_folding_updates_gives_the_view_of_the_rules(seats: int, seed: int, settings: Settings) -> None:
    table = Table(seats, seed, settings)
    viewers = (*range(seats), -1)
    models = {viewer: table.model(viewer) for viewer in viewers}
    for seat, command in table.moves(MOVES):
        for viewer, update in table.play(seat, command, viewers).items():
            models[viewer].apply(update)
    for viewer, model in models.items():
        assert model.view == NEGOCIOS.view(table.state, viewer if viewer >= 0 else None)
        assert model.version == table.version


@pytest.mark.parametrize(("seats", "seed", "settings"), GAMES)
def test_questions_agree_with_the_legal_commands(seats: int, seed: int, settings: Settings) -> None:
    """What the screens light up is what the rules accept, no more and no less, at every moment of a game."""
    table = Table(seats, seed, settings)
    models = {viewer: table.model(viewer) for viewer in range(seats)}
    seen = Counter[str]()
    for turn, (seat, command) in enumerate(table.moves(2 * MOVES)):
        for viewer, model in models.items():
            if viewer == seat or turn % 7 == viewer:
                seen.update({type(x).__name__ for x in check_questions(model, viewer)})
        for viewer, update in table.play(seat, command, tuple(models)).items():
            models[viewer].apply(update)
    wanted = {"Attempt", "EndAttempts", "PlayCard", "Place", "MoveIcon", "Invest", "Reassign", "EndTurn", "Offer",
              "Answer", "Withdraw", "Done", "Name"}  # fmt: skip
    assert wanted <= set(seen)


def check_questions(model: NegociosModel, seat: int) -> list[c.AnyCommand]:
    """Compare every answer of a model with the legal commands of its view, and return those."""
    assert model.view is not None
    legal = list(NEGOCIOS.legal(model.view, seat))
    check_turn(model, legal)
    check_cards(model, seat, legal)
    check_talks(model, legal)
    check_actions(model, {type(x) for x in legal})
    return legal


def check_turn(model: NegociosModel, legal: list[c.AnyCommand]) -> None:
    """Compare attempts, supply and transfers."""
    attempts = {(x.source, x.target, x.tokens, x.breaking) for x in legal if isinstance(x, c.Attempt)}
    asked = set()
    for source in model.attack_sources():
        for target in model.attack_targets(source):
            view = model.attempt(source, target)
            assert view is not None
            asked |= {(source, target, n, view.pact is not None) for n in range(1, view.most + 1)}
    assert asked == attempts
    assert model.can_stop() == (c.EndAttempts() in legal)
    assert set(model.supplies()) == {x.country for x in legal if isinstance(x, c.Supply)}
    for invest, kind in ((True, c.Invest), (False, c.Reassign)):
        moves = {(x.source, x.target, x.tokens) for x in legal if isinstance(x, kind)}
        assert moves == {
            (s, t, n)
            for s in model.transfer_sources(invest=invest)
            for t in model.transfer_targets(s, invest=invest)
            for n in range(1, model.transfer_most(s, t) + 1)
        }


def check_cards(model: NegociosModel, seat: int, legal: list[c.AnyCommand]) -> None:
    """Compare playing, placing, icons and exchanges."""
    assert set(model.playable_cards()) == {x.card for x in legal if isinstance(x, c.PlayCard)}
    most = Counter[int]()
    for x in legal:
        if isinstance(x, c.Place):
            most[x.country] = max(most[x.country], x.tokens)
    assert model.placeable() == most
    paths = {x.path for x in legal if isinstance(x, c.MoveIcon)}
    if paths:
        assert walked(model, ()) == paths
    exchanges = {x.seats for x in legal if isinstance(x, c.Exchange)}
    view = model.exchange()
    mine = view is not None and model.view is not None and model.view.actor == seat
    assert bool(exchanges) == mine
    if view is not None and mine:
        assert {other for seats in exchanges for other in seats} == {other for other, _ in view.choices}
        assert {len(seats) for seats in exchanges} == {view.count}
        assert view.bonus == (c.Decline() in legal)


def walked(model: NegociosModel, path: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Return every path that is drawn by following the answers country by country."""
    following = model.icon_next(path)
    if not following:
        assert model.icon_foretold(path) is not None
        return {path}
    assert model.icon_foretold(path) is None
    return {whole for country in following for whole in walked(model, (*path, country))}


def check_talks(model: NegociosModel, legal: list[c.AnyCommand]) -> None:
    """Compare offers, answers, ballots and pacts."""
    answers = {x.offer: x.accept for x in legal if isinstance(x, c.Answer)}  # accepting is listed first
    able = {x.offer for x in legal if isinstance(x, c.Answer) and x.accept}
    offers = {view.offer.id: view for view in model.offers()}
    assert {n for n, view in offers.items() if view.to_me} == set(answers)
    assert {n for n, view in offers.items() if view.to_me and not view.blocked} == able
    assert {n for n, view in offers.items() if view.by_me} == {x.offer for x in legal if isinstance(x, c.Withdraw)}
    assert all((view.effect is None) == bool(view.blocked) for view in offers.values())
    made = [x for x in legal if isinstance(x, c.Offer)]
    assert {x.partner for x in made} <= set(model.partners())
    assert all(model.offer_trouble(x) is None for x in made[:: max(1, len(made) // 40)])
    for partner in model.partners():
        check_wares(model, partner, [x for x in made if x.partner == partner])
    ballot = model.ballot()
    assert set(ballot.choices if ballot is not None else ()) == {x.seat for x in legal if isinstance(x, c.Name)}
    proposals = [x for x in legal if isinstance(x, c.ProposePact)]
    assert set(model.pact_partners()) == {x.partner for x in proposals if not x.dissolve}
    me = model.seat
    ends = {p.b if p.a == me else p.a for p in model.dissolvable_pacts()}
    assert ends == {x.partner for x in proposals if x.dissolve}


def check_wares(model: NegociosModel, partner: int, offers: list[c.Offer]) -> None:
    """Compare what could be put into a deal with what the legal offers hold; an equal open offer hides one."""
    mine, theirs = model.my_wares(partner), model.their_wares(partner)
    assert {x.give.country for x in offers if isinstance(x.give, Land)} <= set(mine.countries)
    assert {x.take.country for x in offers if isinstance(x.take, Land)} <= set(theirs.countries)
    assert {x.give.colour for x in offers if isinstance(x.give, Tokens)} <= {colour for colour, _ in mine.tokens}
    assert {x.take.colour for x in offers if isinstance(x.take, Tokens)} <= {colour for colour, _ in theirs.tokens}
    named = {x.take.card for x in offers if isinstance(x.take, Card) and x.take.card is not None}
    assert named <= set(theirs.cards)
    if not model.open_offers_by_me():
        assert {x.give.country for x in offers if isinstance(x.give, Land)} == set(mine.countries)
        assert {x.take.country for x in offers if isinstance(x.take, Land)} == set(theirs.countries)
        if mine.cards:
            assert named == set(theirs.cards)


def check_actions(model: NegociosModel, kinds: set[type]) -> None:
    """Compare the keys that do something with the kinds of legal commands."""
    actions = set(model.available_actions())
    for action, kind in (
        (Action.ATTEMPT, c.Attempt), (Action.STOP, c.EndAttempts), (Action.SUPPLY, c.Supply),
        (Action.PLAY_CARD, c.PlayCard), (Action.KEEP, c.KeepCards), (Action.PLACE, c.Place),
        (Action.MOVE_ICON, c.MoveIcon), (Action.EXCHANGE, c.Exchange), (Action.DECLINE, c.Decline),
        (Action.INVEST, c.Invest), (Action.REASSIGN, c.Reassign), (Action.END_TURN, c.EndTurn),
        (Action.ANSWER, c.Answer), (Action.WITHDRAW, c.Withdraw), (Action.DONE, c.Done), (Action.NAME, c.Name),
        (Action.ANSWER_PACT, c.AnswerPact), (Action.WITHDRAW_PACT, c.WithdrawPact),
    ):  # fmt: skip
        assert (action in actions) == (kind in kinds), action
    assert ((Action.PROPOSE in actions) or (Action.DISSOLVE in actions)) == (c.ProposePact in kinds)
    if c.Offer in kinds:
        assert Action.OFFER in actions


@pytest.mark.parametrize(("seats", "seed", "settings"), GAMES)
def test_the_next_step_is_mine_exactly_when_the_game_waits_for_me(seats: int, seed: int, settings: Settings) -> None:
    table = Table(seats, seed, settings)
    models = {viewer: table.model(viewer) for viewer in (*range(seats), -1)}
    for seat, command in table.moves(250):
        asked = NEGOCIOS.prompted(table.state)
        for viewer, model in models.items():
            assert model.my_turn == (viewer in asked)
            step = model.next_step()
            assert step.mine == (viewer in asked), step
        for viewer, update in table.play(seat, command, tuple(models)).items():
            models[viewer].apply(update)


@pytest.mark.parametrize(("seats", "seed", "settings"), GAMES)
def test_changes_name_every_difference_of_the_table(seats: int, seed: int, settings: Settings) -> None:
    table = Table(seats, seed, settings)
    model = table.model(0)
    for seat, command in table.moves(MOVES):
        before = model.view
        assert before is not None
        changes = model.apply(table.play(seat, command, (0,))[0])
        after = model.view
        assert after is not None
        check_changes(before, after, changes)


def check_changes(before: State, after: State, changes: list[ch.Change]) -> None:
    """Compare the changes of one update with two views."""
    named = {x.country for x in changes if isinstance(x, ch.CountryChanged)}
    differ = {n for n in range(COUNTRIES) if (before.owners[n], before.tokens[n]) != (after.owners[n], after.tokens[n])}
    assert named == differ
    found = [x for x in changes if isinstance(x, nch.LevelsChanged)]
    told = {(x.seat, x.factor, x.before, x.after) for group in found for x in group.changes}
    assert told == set(levels.changes(before.masks, after.masks))
    assert any(isinstance(x, nch.MarketChanged) for x in changes) == (before.market != after.market)
    icons = {x.factor: x.country for x in changes if isinstance(x, nch.IconStands)}
    assert icons == {f: c for f, c in enumerate(after.icons) if f in icons}
    assert {f for f in range(8) if before.icons[f] != after.icons[f]} <= set(icons)
    rolled = sum(isinstance(x, nch.ControlRolled) for x in changes)
    assert rolled == (after.attempts > before.attempts or (before.turn != after.turn and before.phase is Phase.ATTEMPTS
                      and any(isinstance(x, nch.ControlRolled) for x in changes)))  # fmt: skip
    arrived = {x.offer.id for x in changes if isinstance(x, nch.OfferArrived)}
    assert arrived == {o.id for o in after.offers if o.partner == 0} - {o.id for o in before.offers}


def test_levels_market_zones_and_victories_add_up_at_every_moment() -> None:
    table = Table(7, 31, Settings(market="on"))
    model = table.model(-1)
    for seat, command in table.moves(300):
        model.apply(table.play(seat, command, (-1,))[-1])
        rows = model.players()
        assert sum(row.countries for row in rows) == COUNTRIES
        assert [row.cards for row in rows] == [len(hand) for hand in table.state.hands]
        assert all(sum(cell.count for cell in level.cells) == 10 for level in model.levels())
        assert sum(len(region.owners) for region in model.regions()) == COUNTRIES
        assert sorted(f for region in model.regions() for f in region.icons) == list(range(8))
        for row in rows:
            zone = model.zone(row.seat)
            assert zone is not None
            held = sum(count for _, count in zone.held)
            assert zone.on_map + zone.reserve + zone.market + held == (0 if row.out else 65)
        market = model.market()
        assert market is not None
        assert sum(bar.tokens for bar in market.bars) == sum(table.state.market)
        assert (market.total, market.threshold) == (35, 26)
        assert {row.how for row in model.victories()} == {"hegemony", "countries", "block", "last"}


def test_every_event_stands_in_the_chronicle_and_no_hidden_card_does() -> None:
    table = Table(4, 21)
    model = table.model(1)
    total = 0
    for seat, command in table.moves(600):
        update = table.play(seat, command, (1,))[1]
        model.apply(update)
        total += len(update.events)
    assert len(model.chronicle) == min(total, 5000)
    drawn = [e for e in model.chronicle if type(e.event).__name__ == "CardDrawn"]
    assert drawn
    assert all((e.event.card == HIDDEN) == (e.actor != 1) for e in drawn)  # type: ignore[union-attr]
    for entry in model.chronicle:
        if type(entry.event).__name__ in ("AttemptRolled", "HostileControl"):
            assert entry.actor == entry.seat
            assert entry.other not in (-1, entry.actor)


def test_a_card_says_what_it_would_do_and_does_it() -> None:
    """Fichas, market and icons of a card are foretold as they come to pass (N65 to N69)."""
    table = Table(6, 5, Settings(market="on"))
    model = table.model(0)
    played = 0
    for seat, command in table.moves(2500):
        foretold = next((v for v in model.hand_views() if isinstance(command, c.PlayCard) and v.card == command.card),
                        None)  # fmt: skip
        now = foretold is not None and foretold.when == "now" and seat == 0
        model.apply(table.play(seat, command, (0,))[0])
        if now and foretold is not None and isinstance(command, c.PlayCard):
            assert foretold.tokens == CARDS[command.card].tokens == foretold.exchange
            assert [icon.factor for icon in foretold.icons] == list(CARDS[command.card].icons)
            if foretold.places and table.state.phase is not Phase.OVER:
                assert model.to_place() == foretold.places
            played += 1
    assert played


def test_rounds_and_turns_have_a_trail() -> None:
    table = Table(6, 8)
    model = table.model(0)
    seen = set()
    for seat, command in table.moves(900):
        trail = model.round_trail()
        now = [step.code for step in trail if step.when == "now"]
        assert len(now) == (table.state.phase is not Phase.OVER)
        assert bool(model.turn_trail()) == (table.state.stage is Stage.TURNS and table.state.phase is not Phase.OVER)
        seen.update(now)
        model.apply(table.play(seat, command, (0,))[0])
    assert {"turns-first", "talks-first", "turns-second", "talks-second", "talks-common", "ballots"} <= seen
