"""A referee's script: it is made anew where something changed, and says each text as the server does."""

import random

import pytest
from django.utils import translation

from companion.core.language.texts import say
from companion.player_aids.scripts import compile_referee
from companion.rules.player_aids import REFEREES
from tests.rules.javascript import SAID, called
from tests.rules.walks import REFEREES_OF_GAMES, a_table, named, plain, texts_in, walk


# Every day each referee in one of the languages.
@pytest.mark.parametrize(
    ("pair", "language"),
    [
        pytest.param(
            pair, language, id=f"{named(pair)} {language}", marks=() if (row + column) % 3 == 0 else pytest.mark.long
        )
        for row, pair in enumerate(REFEREES_OF_GAMES)
        for column, language in enumerate(("en", "de", "ja"))
    ],
)
def test_the_phone_says_each_text_as_the_server_does(pair, language):
    referee, slug = pair
    with translation.override(language):
        for seed in range(3):
            table = a_table(slug, players=("Anna", "Ben", "Chris")[: seed % 4])
            texts = [
                text
                for _action, at in walk(referee, table, random.Random(seed).randrange, most=30)
                for text in texts_in([at["events"], referee.ask(at["state"])])
            ]
            assert called(referee, SAID, plain(texts), language=language) == [say(text) for text in texts]


def test_it_is_written_once(settings, tmp_path):
    settings.MADE = tmp_path
    assert compile_referee(REFEREES[0], "de")
    assert not compile_referee(REFEREES[0], "de")
    assert [file.name for file in tmp_path.rglob("*.js")] == ["yazid.de.js"]
