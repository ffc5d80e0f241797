"""What holds for every game's pages, whatever its fields."""

import html

import pytest

from companion.plays.lifecycle import close_stage, finish
from companion.rules import GAMES
from tests.lanes import long
from tests.phones import a_play, again, at, count, owner_of, owners_phone
from tests.rules.tables import PLAYERS

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
LANGUAGES = ["en", "de", "ja"]
# Every day each game in one of the languages, and each language with one of the games.
DAILY = {(game.slug, LANGUAGES[number % 3]) for number, game in enumerate(GAMES.values())}
EACH_WITH_EACH = [(game, language) for language in LANGUAGES for game in GAMES.values()]
every_game_and_language = pytest.mark.parametrize(
    ("game", "language"),
    [pair if (pair[0].slug, pair[1]) in DAILY else long(*pair) for pair in EACH_WITH_EACH],
    ids=[f"{language}-{game.slug}" for game, language in EACH_WITH_EACH],
)

pytestmark = pytest.mark.django_db


def counted(game):
    """A play of a game with as many seats as it has, whose stages are closed and in which nobody held anything."""
    play = a_play(game=game.slug, names=PLAYERS[: game.seats[-1]])
    for stage in game.stages:
        count(play, stage=stage.key, **{name.lower(): {} for name in PLAYERS[: game.seats[-1]]})
        close_stage(again(play), stage, person=owner_of(play), anyway=True)
    return again(play)


@every_game_and_language
def test_the_page_of_the_game_tells_its_facts_setup_scoring_and_rulings(client, game, language):
    answer = client.get(f"/games/{game.slug}", headers={"Accept-Language": language})
    assert [seats for seats, _ in answer.context["setups"]] == list(game.seats)
    page = html.unescape(answer.content.decode())
    assert game.publisher in page
    assert str(game.year) in page
    assert page.count("<h3>") == len(game.rulings)
    assert page.count("<details") >= len(game.seats)


@every_game
def test_every_row_of_a_closed_stage_can_be_corrected(game):
    play = counted(game)
    phone = owners_phone(play)
    for stage in game.stages:
        result = phone.get(at("plays:stage", play, stage.key)).content.decode()
        for item in stage.items_with(game.options_with({})):
            address = at("plays:correct", play, stage.key, item.key)
            assert address in result
            assert phone.get(address).status_code == 200


@every_game_and_language
def test_every_card_can_be_opened_and_ends_at_a_podium(game, language):
    play = counted(game)
    finish(play, person=owner_of(play))
    phone = owners_phone(play)
    page = phone.get(at("plays:play", play), headers={"Accept-Language": language})
    assert page.status_code == 200
    assert sum(seat.points for seat in play.seats.all()) == sum(rank.points for rank in page.context["ranking"])
    phone.post(at("plays:reopen", play))
    phone.post(at("plays:reopen_stage", play, game.stages[0].key))
    card = phone.get(
        at("plays:card", play, play.seats.first().pk, game.stages[0].key), headers={"Accept-Language": language}
    )
    assert card.status_code == 200


@every_game
def test_its_cards_ask_the_database_as_often_with_few_seats_as_with_many(game, django_assert_max_num_queries):
    for seats in (game.seats[0], game.seats[-1]):
        play = a_play(game=game.slug, names=PLAYERS[:seats])
        phone = owners_phone(play)
        with django_assert_max_num_queries(12):
            phone.get(at("plays:card", play, play.seats.first().pk, game.stages[0].key))
