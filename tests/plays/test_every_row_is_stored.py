"""Every row of every game: what the keys of a phone can enter there is stored, and shown on the next page."""

import json
import re
from collections import Counter
from html import unescape

import pytest

from tests.phones import a_play, at, owner_of, phone_of, text_of
from tests.rows_of_games import (
    EVERY_GAME,
    NAMES,
    TEAMS,
    asked_of,
    number_of_seats,
    rounds_of,
    settings_of,
    stages_of,
)

CASES = [(slug, switches) for slug, game in EVERY_GAME.items() for switches in settings_of(game)]


def start(game, names, options):
    play = a_play(game=game.slug, names=names, options=options)
    if game.teams:
        for name, team in zip(names, TEAMS, strict=True):
            play.seats.filter(player__name=name).update(team=team)
    return play


def columns_of(page):
    """Return what a page shows as stored in each column of the open sheet: the number of its seat, and its values."""
    found = re.findall(r'<form id="card-(\d+)".*?data-values="([^"]*)"', page.content.decode(), re.DOTALL)
    return {int(seat): json.loads(unescape(values)) for seat, values in found}


@pytest.mark.parametrize(("slug", "switches"), CASES, ids=lambda each: each if isinstance(each, str) else len(each))
def test_each_row_stores_its_least_its_most_and_something_between(slug, switches):
    game, names = EVERY_GAME[slug], NAMES[: number_of_seats(EVERY_GAME[slug])]
    options = dict.fromkeys(switches, True)
    for place, stage in enumerate(stages_of(game)):
        play = start(game, names, game.options_with(options))
        play.touch(closed_stages=place)
        phone = phone_of(owner_of(play))
        seats = list(columns_of(phone.get(at("plays:play", play))))
        assert seats, "no column is open"
        empty = dict.fromkeys([field.key for field in stage.fields_with(play.options)], "")
        saves = Counter()
        for now in rounds_of(asked_of(game, stage, len(names), options), len(seats)):
            expected = {}
            for column, (_row, key, stored, _keys) in now:
                expected.setdefault(seats[column], {})[key] = stored
            for seat, typed in expected.items():
                about = {"revision": saves[seat], "save_id": f"save-{saves[seat]}", "done": ""}
                saves[seat] += 1
                answer = phone.post(at("plays:card", play, seat, stage.key), {**empty, **about, **typed})
                assert answer.status_code == 302, text_of(answer)
            shown = columns_of(phone.get(at("plays:play", play)))
            for seat, typed in expected.items():
                assert {key: shown[seat].get(key, "") for key in typed} == typed
