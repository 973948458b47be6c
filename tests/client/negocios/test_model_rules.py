"""What the model answers in positions made by hand, where the figures are known."""

import pytest
from teg_shared.protocol import messages as msg
from teg_shared.rules.chance import LoadedChance
from teg_shared.rules.negocios import commands as c
from teg_shared.rules.negocios.data import BOARD, CARDS, FACTOR_OF, NOBODY, OBJECTIVES, PATHS, Condition
from teg_shared.rules.negocios.goods import Card, Land, Tokens
from teg_shared.rules.negocios.settings import Settings
from teg_shared.rules.negocios.state import Ballot, Phase, Stage

from teg_tui import changes as ch
from teg_tui.negocios import changes as nch
from teg_tui.negocios import words
from teg_tui.negocios.model import NegociosModel
from teg_tui.negocios.rows import Part
from tests.client.negocios.table import Table
from tests.shared.negocios.table import AZUL, BLANCO, NARANJA, VERDE, cards_of, no, nos, opened, position, talks


def model_at(table: Table, seat: int) -> NegociosModel:
    """Return the model of a seat at a table made by hand."""
    return table.model(seat)


def linked_enemy(model: NegociosModel) -> tuple[int, int]:
    """Return the first attempt that this viewer could make."""
    source = model.attack_sources()[0]
    return source, model.attack_targets(source)[0]


# --- attempts


def test_an_attempt_is_foretold_with_both_levels_and_the_exact_chance() -> None:
    """Dice follow the levels, and the chance the dice (N35, N36)."""
    model = model_at(Table.at(position()), VERDE)
    chances = {(2, 2): 0.5, (3, 2): 0.6715, (4, 2): 0.7709, (2, 3): 0.3285, (2, 4): 0.2291}
    seen = set()
    for source in model.attack_sources():
        for target in model.attack_targets(source):
            view = model.attempt(source, target)
            assert view is not None
            difference = view.own - view.other
            assert (view.dice, view.against) == (2 + max(0, difference), 2 + max(0, -difference))
            assert view.chance == pytest.approx(chances[view.dice, view.against], abs=1e-4)
            seen.add(view.dice)
    assert seen


def test_hostile_control_is_certain_and_says_how_many_may_move() -> None:
    """Four against one needs no dice, and moves one to three (N46, N47)."""
    model = model_at(Table.at(position()), VERDE)
    source, target = linked_enemy(model)
    strong = position(tokens={BOARD.countries[source].code: 4})
    view = model_at(Table.at(strong), VERDE).attempt(source, target)
    assert view is not None
    assert (view.hostile, view.chance, view.most, view.if_lost) == (True, 1.0, 3, ())


def test_attempts_left_count_down_and_a_streak_goes_on() -> None:
    """Five attempts, and more only while none is lost (N52 to N54)."""
    state = position()
    table = Table.at(state)
    model = model_at(table, VERDE)
    first = model.attempts()
    assert first is not None
    assert (first.due, first.left, model.can_stop()) == (True, 5, False)
    state.attempts, state.lost = 3, 1
    later = model_at(table, VERDE).attempts()
    assert later is not None
    assert (later.due, later.left, later.streak) == (False, 2, False)
    state.attempts, state.lost = 5, 0
    streak = model_at(table, VERDE)
    count = streak.attempts()
    assert count is not None
    assert (count.left, count.streak) == (1, True)
    assert streak.next_step().code == "attempt-streak"


def test_what_an_attempt_would_change_in_levels_comes_to_pass() -> None:
    """The levels foretold for a win are those that change when it is won (N18, N40)."""
    table = Table.at(position(), LoadedChance([6, 6, 1, 1, 6, 6]))
    model = model_at(table, VERDE)
    best = None
    for source in model.attack_sources():
        for target in model.attack_targets(source):
            view = model.attempt(source, target)
            assert view is not None
            if view.if_won and (view.dice, view.against) == (2, 2):
                best = view
    assert best is not None
    changes = model.apply(table.play(VERDE, c.Attempt(best.source, best.target), (VERDE,))[VERDE])
    told = next(x for x in changes if isinstance(x, nch.LevelsChanged))
    assert set(told.changes) == set(best.if_won)
    roll = next(x for x in changes if isinstance(x, nch.ControlRolled)).roll
    assert (roll.attacker, roll.won, roll.sums, roll.hostile) == (VERDE, True, (12, 2), False)


# --- cards


def playing(tokens: int = 2, **more: object) -> Table:
    """Return a table whose first seat has begun a card of so many fichas."""
    card = cards_of(tokens)[0]
    state = position(hands={VERDE: [card]}, settings=Settings(market="off"), **more)  # type: ignore[arg-type]
    state.phase = Phase.CARD
    table = Table.at(state)
    table.play(VERDE, c.PlayCard(card))
    return table


def test_fichas_are_staged_confirmed_and_settled() -> None:
    """Up to four a country, and no more than the card has (N66)."""
    table = playing(3)
    model = model_at(table, VERDE)
    assert model.to_place() == 3
    one, two = list(model.placeable())[:2]
    assert model.stage(one, 9) == 3
    assert (model.stage(two), model.to_place(), model.fichas(one)) == (0, 0, 4)
    assert model.next_step().code == "confirm-fichas"
    assert model.unstage(one, 1) == 1
    assert model.stage(two) == 1
    commands = model.confirm_staged()
    assert sorted((x.country, x.tokens) for x in commands) == sorted([(one, 2), (two, 1)])
    assert (model.fichas(one), model.to_place()) == (3, 0)
    for command in commands:
        model.apply(table.play(VERDE, command, (VERDE,))[VERDE])
    assert not model.staged.waiting
    assert model.icon_task() is not None


def test_a_refused_placement_is_forgotten() -> None:
    model = model_at(playing(2), VERDE)
    model.stage(next(iter(model.placeable())), 2)
    model.confirm_staged()
    assert model.to_place() == 0
    model.apply(msg.Refused("no-room", {}, 1))
    assert model.to_place() == 2


def moving() -> Table:
    """Return a table whose first seat moves the first icon of its card."""
    table = playing(1)
    country = next(iter(model_at(table, VERDE).placeable()))
    table.play(VERDE, c.Place(country, 1))
    return table


def test_a_path_is_drawn_step_by_step_and_foretold() -> None:
    """Exactly three links without coming back, and a coincidence is known before it happens (N69 to N71)."""
    table = moving()
    model = model_at(table, VERDE)
    task = model.icon_task()
    assert task is not None
    assert (task.steps, task.slot) == (3, 0)
    target = next((path for path in PATHS[3][task.country] if FACTOR_OF[path[-1]] == task.factor), None)
    path = target or PATHS[3][task.country][0]
    assert not model.step_icon(task.country)
    for country in path:
        assert model.icon_foretold() is None
        assert country in model.icon_next()
        assert model.step_icon(country)
    assert model.icon_next() == []
    view = model.icon_foretold()
    assert view is not None
    assert view.coincides == (target is not None) == (view.coincided == 1)
    assert model.next_step().code == "confirm-path"
    assert model.unstep_icon()
    assert model.confirm_path() is None
    assert model.step_icon(path[-1])
    command = model.confirm_path()
    assert command == c.MoveIcon(path)
    changes = model.apply(table.play(VERDE, command, (VERDE,))[VERDE])
    stands = next(x for x in changes if isinstance(x, nch.IconStands))
    assert (stands.factor, stands.before, stands.country, stands.path) == (task.factor, task.country, path[-1], path)
    assert model.icons_on(path[-1]).count(task.factor) == 1


def test_every_way_to_a_country_is_known() -> None:
    model = model_at(moving(), VERDE)
    task = model.icon_task()
    assert task is not None
    for end in range(80):
        assert bool(model.icon_paths(end)) == bool(task.reach >> end & 1)
        assert bool(task.coincide >> end & 1) == bool(task.reach >> end & 1 and FACTOR_OF[end] == task.factor)


def test_a_staged_path_goes_when_the_icon_does() -> None:
    """What the clock moved for the player is not to be walked again (N154)."""
    table = moving()
    model = model_at(table, VERDE)
    model.step_icon(model.icon_next()[0])
    task = model.icon_task()
    assert task is not None
    other = PATHS[3][task.country][-1]
    model.apply(table.play(VERDE, c.MoveIcon(other), (VERDE,))[VERDE])
    assert model.staged.path == ()
    assert model.next_step().facts["left"] == 2


def test_an_exchange_takes_as_many_corporations_as_it_moves() -> None:
    """One ficha each of so many others; who is emptied is known before (N75, N77, N85)."""
    state = position(6, market=[5, 1, 9, 5, 5, 5], settings=Settings(market="on"))
    state.phase, state.value, state.card, state.slot, state.coincided = Phase.EXCHANGE, 2, 0, 3, 2
    state.deck.remove(0)
    model = model_at(Table.at(state), VERDE)
    view = model.exchange()
    assert view is not None
    assert (view.count, view.bonus, dict(view.choices)[AZUL]) == (2, False, 1)
    assert not model.toggle_exchange(VERDE)
    assert model.confirm_exchange() is None
    assert model.toggle_exchange(AZUL)
    assert model.toggle_exchange(BLANCO)
    assert not model.toggle_exchange(NARANJA)
    assert model.next_step().code == "confirm-exchange"
    assert model.toggle_exchange(AZUL)
    assert model.toggle_exchange(NARANJA)
    assert model.confirm_exchange() == c.Exchange((BLANCO, NARANJA))
    assert not model_at(Table.at(state), AZUL).toggle_exchange(BLANCO)


# --- negotiations


def test_a_trade_of_fichas_brings_both_their_own_back() -> None:
    """Own fichas go to the reserve of who gets them, and the effect says so before (N124)."""
    state = talks(position(retained={(VERDE, AZUL): 3, (AZUL, VERDE): 2}))
    model = model_at(Table.at(state), VERDE)
    offer = c.Offer(AZUL, Tokens(AZUL, 2), Tokens(VERDE, 2))
    assert model.offer_trouble(offer) is None
    effect = model.offer_effect(offer)
    assert effect is not None
    assert (effect.proposer.reserve, effect.partner.reserve) == (2, 2)
    assert effect.proposer.retained == ((AZUL, -2),)
    assert effect.partner.retained == ((VERDE, -2),)
    assert effect.levels == ()
    zone = model.zone()
    assert zone is not None
    assert (zone.retains, zone.held) == (((AZUL, 3),), ((AZUL, 2),))


def test_the_effect_of_a_country_trade_is_what_happens() -> None:
    """Fichas placed, reserves, blocks and levels of everybody are foretold as they come (N127, N141)."""
    state = talks(position(tokens={"ARG": 3}))
    mine = state.owners[no("ARG")]
    other = next(s for s in range(4) if s != mine)
    theirs = next(n for n, owner in enumerate(state.owners) if owner == other)
    table = Table.at(opened(state, (mine, c.Offer(other, Land(no("ARG")), Land(theirs)))))
    model = model_at(table, other)
    view = model.open_offers_to_me()[0]
    assert (view.blocked, view.to_me) == ("", True)
    effect = view.effect
    assert effect is not None
    before = [table.state.reserve[:], table.state.owners[:]]
    model.apply(table.play(other, c.Answer(view.offer.id, accept=True), (other,))[other])
    assert table.state.reserve[mine] - before[0][mine] == effect.proposer.reserve
    assert table.state.reserve[other] - before[0][other] == effect.partner.reserve
    assert effect.partner.placed == table.state.tokens[no("ARG")] == 3
    assert model.owner(theirs) == mine
    entry = next(e for e in model.chronicle if type(e.event).__name__ == "DealMade")
    assert entry.levels == effect.levels


def test_an_offer_that_becomes_impossible_is_told_to_both_with_the_reason() -> None:
    """Two offers for the same country: when one is taken the other falls (N126)."""
    state = talks(position())
    goods = Land(next(n for n, owner in enumerate(state.owners) if owner == VERDE))
    want = {s: Land(next(n for n, owner in enumerate(state.owners) if owner == s)) for s in (AZUL, BLANCO)}
    table = Table.at(opened(state, *((VERDE, c.Offer(s, goods, want[s])) for s in (AZUL, BLANCO))))
    models = {seat: model_at(table, seat) for seat in (VERDE, BLANCO, NARANJA)}
    first = models[VERDE].open_offers_by_me()[0].offer
    updates = table.play(AZUL, c.Answer(first.id, accept=True), tuple(models))
    told = {seat: models[seat].apply(update) for seat, update in updates.items()}
    for seat in (VERDE, BLANCO):
        assert [x.offer.partner for x in told[seat] if isinstance(x, nch.OfferVoided)] == [BLANCO]
    assert not [x for x in told[NARANJA] if isinstance(x, nch.OfferVoided)]
    fallen = models[BLANCO].open_offers_to_me()[0]
    assert (fallen.blocked, fallen.facts["reason"], fallen.effect) == ("offer-void", "not-yours", None)


def test_a_card_may_be_asked_for_only_where_it_is_shown() -> None:
    """Who shows a card is answered by an offer that names one (N129)."""
    state = talks(position(hands={VERDE: [1], AZUL: [2, 3]}))
    table = Table.at(opened(state, (AZUL, c.Offer(VERDE, Card(2), Card(None)))))
    model = model_at(table, VERDE)
    view = model.open_offers_to_me()[0]
    assert (view.asks_card, view.blocked) == (True, "name-a-card")
    assert model.their_wares(AZUL).cards == (2,)
    assert model.their_wares(BLANCO).cards == ()
    assert model.my_wares(AZUL).cards == (1,)
    assert model.offer_trouble(c.Offer(AZUL, Card(1), Card(2))) is None
    trouble = model.offer_trouble(c.Offer(AZUL, Card(1), Card(3)))
    assert trouble is not None
    assert trouble.code == "card-not-shown"
    assert model_at(table, BLANCO).offers()[0].offer.give == Card(-1)


def test_an_offer_that_arrives_and_a_question_are_told_once() -> None:
    table = Table.at(talks(position()))
    model = model_at(table, AZUL)
    mine, theirs = (next(n for n, owner in enumerate(table.state.owners) if owner == s) for s in (VERDE, AZUL))
    offer = c.Offer(AZUL, Land(mine), Land(theirs))
    changes = model.apply(table.play(VERDE, offer, (AZUL,))[AZUL])
    assert [x.offer.id for x in changes if isinstance(x, nch.OfferArrived)] == [table.state.offers[0].id]
    assert model.next_step().code == "answer-offers"
    again = model.apply(table.play(BLANCO, c.Done(), (AZUL,))[AZUL])
    assert not [x for x in again if isinstance(x, nch.OfferArrived | nch.Asked)]


# --- suspensions, victories, objective


def test_tied_leaders_see_who_named_whom_and_whom_they_may_name() -> None:
    """In a second ballot the first one is remembered; the suspended and the immune are no choice (N93 to N95)."""
    state = position(6)
    state.stage, state.phase, state.turn, state.actor = Stage.BALLOTS, Phase.BALLOT, NOBODY, NOBODY
    state.ballot = Ballot("map", (VERDE, AZUL), (BLANCO, NOBODY), 2, (BLANCO, NARANJA))
    state.immune = 1 << NARANJA
    table = Table.at(state)
    blue = model_at(table, AZUL).ballot()
    assert blue is not None
    assert (blue.mine, blue.number, blue.earlier) == (True, 2, (BLANCO, NARANJA))
    assert dict(blue.votes) == {VERDE: BLANCO, AZUL: NOBODY}
    assert set(blue.choices) == {VERDE, BLANCO, 4, 5}
    assert model_at(table, AZUL).next_step().code == "name-map-again"
    green = model_at(table, VERDE).ballot()
    assert green is not None
    assert (green.mine, green.choices) == (False, ())
    step = model_at(table, VERDE).next_step()
    assert (step.code, step.mine, step.facts["seats"]) == ("wait-name-map", False, [AZUL])


def test_victories_are_measured_for_everybody() -> None:
    """Hegemony, countries, block and last one, each with what it needs (N104 to N107)."""
    state = position(6, settings=Settings(market="on"), out=[5])
    state.market[0], state.market[1] = 12, 3
    rows = {row.how: row for row in model_at(Table.at(state), -1).victories()}
    assert (rows["hegemony"].need, rows["hegemony"].have[:2], rows["hegemony"].have[5]) == (22, (12, 3), -1)
    assert rows["countries"].need == 32
    assert rows["block"].need == 16
    assert (rows["last"].need, rows["last"].have[0]) == (5, 1)
    assert "hegemony" not in {row.how for row in model_at(Table.at(position(4)), -1).victories()}


def test_the_objective_is_measured_part_by_part() -> None:
    """Each condition has its figures and the countries that would help (N133 to N137)."""
    state = position(4)
    state.objectives = [0, 1, 2, 3]
    model = model_at(Table.at(state), VERDE)
    parts = model.objective_progress()
    assert [part.condition.kind for part in parts] == ["status", "status", "countries"]
    assert parts[0].need == 2
    assert parts[2].need == OBJECTIVES[0].conditions[2].at(4).count
    assert all(not part.missing & state.masks[VERDE] for part in parts)
    assert set(model.objective_countries()) >= set(nos("ARG BRA"))
    assert model_at(Table.at(state), -1).objective_progress() == []


@pytest.mark.parametrize(("level", "said"), [(1, "preponderancia o más en 3 factores"), (2, "dominio en 3 factores")])
def test_nothing_is_more_than_the_highest_level(level: int, said: str) -> None:
    """A condition on several factors says "or more" only where there is more (N133)."""
    condition = Condition("statuses", level=level, count=3)
    assert words.part(Part(condition, have=0, need=3, targets=(), missing=0)) == said


def test_the_suspended_the_immune_and_the_leaders_are_marked() -> None:
    state = position(6, settings=Settings(market="on"))
    state.suspended, state.immune, state.order = 1 << AZUL, 1 << BLANCO, [0, 2, 3, 4, 5]
    rows = model_at(Table.at(state), 0).players()
    assert [row.seat for row in rows if row.suspended] == [AZUL]
    assert [row.seat for row in rows if row.immune] == [BLANCO]
    assert [row.half for row in rows] == [1, 0, 1, 1, 2, 2]
    assert [row.place for row in rows] == [1, 0, 2, 3, 4, 5]
    assert any("map" in row.leads for row in rows)
    assert [row.seat for row in rows if row.on_turn] == [0]


def test_a_snapshot_forgets_what_was_staged_and_tells_what_waits() -> None:
    table = playing(2)
    model = model_at(table, VERDE)
    model.stage(next(iter(model.placeable())), 1)
    changes = model.apply(table.snapshot(VERDE))
    assert isinstance(changes[0], ch.ViewReplaced)
    assert any(isinstance(x, nch.Asked) for x in changes)
    assert sum(model.staged.fichas.values()) == 1  # still possible, so it stays
    table.game.state = position()
    model.apply(table.snapshot(VERDE))
    assert not model.staged.fichas


def test_a_clock_of_several_names_them_all() -> None:
    model = model_at(Table.at(talks(position())), VERDE)
    model.apply(msg.Clock(0, 30.0, (0, 2)), now=10.0)
    assert (model.clock_seat, model.clock_seats, model.clock_deadline) == (0, (0, 2), 40.0)


def test_the_hand_says_what_each_card_would_do() -> None:
    """Fichas are cut to reserve and room; icons know whether they can coincide (N65 to N71)."""
    card = cards_of(3)[0]
    state = position(hands={VERDE: [card]}, reserve={VERDE: 1})
    state.phase = Phase.CARD
    view = model_at(Table.at(state), VERDE).hand_views()[0]
    assert (view.tokens, view.places, view.exchange, view.when) == (3, 1, 0, "now")
    assert [icon.steps for icon in view.icons] == [3, 2, 1]
    assert [icon.factor for icon in view.icons] == list(CARDS[card].icons)
    state.played = 1 << VERDE
    assert model_at(Table.at(state), VERDE).playable() == "no"
