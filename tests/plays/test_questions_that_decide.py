"""A question that must be answered, such as whether a co-op game was won: blank isn't taken as no."""

import pytest

from companion.plays import lifecycle
from companion.rules.library import LIBRARY
from companion.rules.sheets import game_of
from tests.phones import a_play, again, at, card_at, card_of, count, owner_of, owners_phone, text_of

pytestmark = pytest.mark.django_db
ANSWERED = {
    key: any(field.answers for field in game.stages[0].fields) for key, game in LIBRARY.items() if game.together
}
CO_OP = [key for key, has_question in ANSWERED.items() if has_question]


def open_questions(play) -> list[str]:
    """Return the questions of a play's stage that must be answered."""
    return [field.key for field in play.game.stages[0].fields if field.must_be_said]


def send(play, name, **sent):
    card = card_of(play, name, stage="end")
    address = card_at(play, name, stage="end")
    return owners_phone(play).post(address, {"revision": card.revision, "save_id": "", **sent})


@pytest.mark.parametrize("game", CO_OP)
@pytest.mark.parametrize("done", ["1", "nothing"])
def test_co_op_game_is_done_only_once_it_is_said_whether_it_was_won(game, done):
    play = a_play(game=game, names=("Anna", "Ben"))
    (question,) = open_questions(play)
    numbers = {field.key: "2" for field in play.game.stages[0].fields if field.is_number}
    send(play, "Anna", **numbers, **{question: ""}, done=done)
    assert not card_of(play, "Anna", stage="end").is_in
    send(play, "Anna", **numbers, **{question: "no"}, done=done)
    assert card_of(play, "Anna", stage="end").is_in


def test_co_op_play_is_neither_won_nor_lost_if_it_is_scored_without_that_answer():
    play = a_play(game="pandemic", names=("Anna", "Ben"))
    count(play, stage="end", anna={"cures": 2}, is_in=False)
    lifecycle.close_stage(again(play), play.game.stages[0], person=owner_of(play), anyway=True)
    lifecycle.finish(again(play), person=owner_of(play))
    page = text_of(owners_phone(play).get(at("plays:play", play), follow=True))
    assert "not counted: Anna & Ben" in page
    assert not any(word in page for word in ("loses", "Lost", "lost"))


def test_choice_whose_first_answer_scores_must_be_made():
    sheet = {
        "format": "caravan.sheet/1",
        "title": "Ports",
        "players": [2, 4],
        "rows": [
            {
                "key": "port",
                "label": "port",
                "kind": "choice",
                "choices": [{"key": "near", "label": "near", "worth": 3}, {"key": "far", "label": "far", "worth": 5}],
            }
        ],
    }
    (field,) = game_of(sheet, "own-ports").stages[0].fields
    assert field.must_be_said
