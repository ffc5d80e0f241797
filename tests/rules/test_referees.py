"""What holds for every referee, on walks at random through what it offers."""

import ast
import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.language.texts import say
from companion.player_aids.scripts import modules_of, tree_of
from companion.rules.player_aids import REFEREES, functions_of
from companion.rules.player_aids.steps import deep_copy, find_offered, replay, step
from tests.lanes import long, unhurried
from tests.rules.walks import REFEREES_OF_GAMES, a_table, named, plain, texts_in, walk

# Every day each referee with the first game that has it.
FIRST = dict(reversed([(referee.KEY, slug) for referee, slug in REFEREES_OF_GAMES]))
EACH = pytest.mark.parametrize(
    "pair", [pair if FIRST[pair[0].KEY] == pair[1] else long(pair) for pair in REFEREES_OF_GAMES], ids=named
)
PAGE = {"title", "sentence", "hints", "ways", "counters", "board", "choices", "is_over", "keep"}
OTHERS = (None, 7, "roll", [], {}, {"do": "what nobody offers"}, {"set": "what nobody counts", "to": 1}, {"set": []})


def drawn(data):
    """Numbers as hypothesis chooses them."""
    return lambda below: data.draw(st.integers(0, below - 1))


def test_no_two_of_a_game_have_one_address():
    addresses = [(referee.KEY, slug) for referee, slug in REFEREES_OF_GAMES]
    assert len(addresses) == len(set(addresses))


@pytest.mark.parametrize("referee", REFEREES, ids=lambda referee: referee.KEY)
def test_no_name_is_given_twice_in_the_modules_that_become_one_script(referee):
    trees = [tree_of(name) for name in modules_of(referee.__name__)]
    names = [node.name for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)]
    for tree in trees:
        targets = [target for node in tree.body if isinstance(node, ast.Assign) for target in node.targets]
        names += [each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("referee", REFEREES, ids=lambda referee: referee.KEY)
def test_it_says_what_it_is(referee):
    assert say(referee.TITLE)
    assert say(referee.SUMMARY).endswith(".")


@EACH
@unhurried(12)
@given(data=st.data())
def test_whatever_it_offers_can_be_done_and_all_of_it_is_plain_data(pair, data):
    referee, slug = pair
    for _action, at in walk(referee, a_table(slug), drawn(data)):
        page = referee.ask(at["state"])
        assert set(page) == PAGE
        assert json.loads(json.dumps(plain([at, page]))) == plain([at, page])


@EACH
@unhurried(12)
@given(data=st.data())
def test_it_changes_nothing_it_is_given(pair, data):
    referee, slug = pair
    table = a_table(slug)
    before, was = copy.deepcopy(table), None
    for _action, at in walk(referee, table, drawn(data)):
        if was:
            assert was[0] == was[1]
        was = (at, copy.deepcopy(at))
    assert table == before


@EACH
@unhurried(12)
@given(data=st.data())
def test_its_journal_leads_to_the_same_place_again(pair, data):
    referee, slug = pair
    steps = list(walk(referee, a_table(slug), drawn(data)))
    journal = [action for action, _at in steps[1:]]
    again = replay(functions_of(referee), a_table(slug), journal)
    assert again == {**steps[-1][1], "done": len(journal)}


@EACH
@unhurried(12)
@given(data=st.data())
def test_what_it_does_not_offer_is_not_done(pair, data):
    referee, slug = pair
    *_, (_action, at) = walk(referee, a_table(slug), drawn(data), most=10)
    for action in OTHERS:
        assert step(functions_of(referee), at, action) is None


@EACH
@unhurried(12)
@given(data=st.data())
def test_all_it_says_can_be_said_in_words(pair, data):
    referee, slug = pair
    for _action, at in walk(referee, a_table(slug, players=("Anna",)), drawn(data), most=20):
        for text in [*texts_in(at["events"]), *texts_in(referee.ask(at["state"]))]:
            assert "%(" not in say(text)


def test_a_journal_is_followed_as_far_as_it_fits():
    referee, slug = REFEREES_OF_GAMES[0]
    [_, (action, at)] = walk(referee, a_table(slug), lambda below: below - 1, most=1)
    assert replay(functions_of(referee), a_table(slug), [action, "nonsense", action]) == {**at, "done": 1}


def test_a_counter_takes_whole_numbers_within_its_bounds_alone():
    counter = {"key": "gold", "least": 0, "most": 30}
    page = {"counters": [counter], "choices": [], "board": None}
    fitting = [to for to in (-1, 0, 30, 31, 1.5, "4", None, [3], {}) if find_offered(page, {"set": "gold", "to": to})]
    assert fitting == [0, 30]


def test_a_copy_shares_nothing_with_what_it_was_made_from():
    thing = {"list": [1, {"deep": []}]}
    deep_copy(thing)["list"][1]["deep"].append(2)
    assert thing == {"list": [1, {"deep": []}]}
