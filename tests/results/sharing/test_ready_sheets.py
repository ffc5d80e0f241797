"""The worked examples of the ready sheets as pictures: nothing is cut, and nothing that brings no points counts 0."""

import json
from io import BytesIO

import pytest
from django.utils import translation

from companion.entry.scorepad import Scorepad
from companion.models import Play
from companion.results.closest import closest_margin
from companion.results.score_grid import build_columns, ranking
from companion.results.share_text import format_result
from companion.results.sharing.contents import build_summary
from companion.results.sharing.fonts import ELLIPSIS
from companion.results.sharing.layout import SHAPES
from companion.rules.library import LIBRARY, sheet
from companion.transfer.caravan.imports import import_plays
from tests.lanes import long
from tests.phones import a_play, owner_of, owners_phone, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def example():
    """The play of a ready sheet's example, as it came in."""
    group = a_play().group

    def of(*keys, **others):
        plays = [{"game": key, "state": "finished", **(others or sheet(key)["example"])} for key in keys]
        import_plays(group, BytesIO(json.dumps(plays).encode()), person=owner_of(group.plays.first()))
        return Play.objects.filter(game_slug__in=keys)

    return of


def told_of(play, language="en"):
    with translation.override(language):
        return build_summary(play, Scorepad(play))


def drawn(its, shape):
    return [each for each in SHAPES[shape](its).shapes if each.kind == "writing"]


def rows(its):
    return {row.key: list(row.noted or row.points) for row in its.rows}


@pytest.mark.long
def test_all_of_them_lie_within_their_pictures_and_no_word_is_cut(example):
    plays = example(*LIBRARY)
    assert len(plays) == len(LIBRARY)
    for play in plays:
        pad = Scorepad(play)
        for language in ("en", "de", "ja"):
            with translation.override(language):
                its = build_summary(play, pad)
                for shape, (wide, high) in (("tall", (1080, 1350)), ("wide", (1200, 630))):
                    for each in drawn(its, shape):
                        start = {"start": 0, "middle": 0.5, "end": 1}[each.anchor] * each.width
                        assert 0 <= each.x - start <= each.x - start + each.width <= wide, (play.game_slug, each.text)
                        assert 0 < each.y < high, (play.game_slug, each.text)
                        # “Welcome To…” is a title.
                        is_cut = each.text.endswith(ELLIPSIS) and each.text != its.title
                        assert not is_cut, (play.game_slug, language, shape, each.text)


def test_a_long_title_stands_in_two_lines_beside_the_emblem(example):
    [play] = example("architects-of-the-west-kingdom")
    its = told_of(play, "de")
    words = [each for each in drawn(its, "wide") if each.face == "serif" and each.x < 560]
    title, below = [each for each in words if each.text in its.title and len(each.text) > 1]
    assert f"{title.text} {below.text}" == its.title
    when = next(each for each in drawn(its, "wide") if each.text == its.shortly)
    # What hangs below a line ends above the capitals of the next.
    assert title.y + title.size / 4 < below.y - 0.7 * below.size
    assert below.y + below.size / 4 < when.y - 0.7 * when.size
    assert when.y <= 46 + 82


def test_all_of_a_game_together_without_points_are_told_what_was_noted_and_no_points(example):
    [play] = example("the-crew")
    its = told_of(play)
    assert its.total is None
    assert "points" not in its.sentence
    assert rows(its) == {"fulfilled": ["yes"], "mission": ["12"], "attempts": ["3"]}
    for shape in SHAPES:
        assert not {"0", "points", "Total"} & {each.text for each in drawn(its, shape)}


def test_one_with_points_tells_them(example):
    [play] = example("hanabi")
    its = told_of(play)
    assert its.total == 18
    assert "18" in {each.text for each in drawn(its, "tall")}


@pytest.mark.parametrize(
    ("game", "row", "noted"),
    [
        ("patchwork", "first", ["yes", ""]),
        # What it came to in the last round, not the sum of all.
        ("phase-10", "phase", ["2", "2", "1"]),
        long("7-wonders-duel", "supremacy", ["yes", ""]),
    ],
)
def test_a_row_that_brings_no_points_tells_what_was_noted_in_it(example, game, row, noted):
    [play] = example(game)
    assert rows(told_of(play))[row] == noted


def test_a_long_word_for_what_decided_is_bold_over_two_lines(example, monkeypatch):
    bonus = sheet("brass-birmingham")["rows"][0]
    monkeypatch.setitem(bonus, "label", "Spielwert, negativ wenn verloren (nur für Alleinspieler und ihre Partner)")
    eras = {"canal": (-4, 0, 0), "rail": (0, 3, -6)}
    seats = [
        {"player": player, "stages": {era: {"bonus": held[at]} for era, held in eras.items()}}
        for at, player in enumerate(("Anna", "Ben", "Chris"))
    ]
    [play] = example("brass-birmingham", seats=seats)
    its = told_of(play, "de")
    sentence = [each for each in drawn(its, "tall") if each.text and each.text in str(its.decision)][-4:]
    assert [each.face for each in sentence] == ["bold", "bold", "sans", "sans"]
    assert " ".join(" ".join(each.text for each in sentence).split()) == str(its.decision)
    assert "−4" in str(its.decision)


@pytest.mark.parametrize("game", ["the-crew", long("schwimmen"), "codenames"])
def test_at_the_end_of_a_game_without_points_none_are_counted(example, game):
    [play] = example(game)
    pad = Scorepad(play)
    assert closest_margin(pad) is None
    text = text_of(owners_phone(play).get(f"/plays/{play.uuid}/"))
    assert "Anna" in text or "Won" in text
    assert "Total" not in text
    assert ": 0" not in format_result(pad, ranking(pad, pad.result))


@pytest.mark.parametrize("game", [long("phase-10"), "schwimmen", "hearts", long("qwixx")])
def test_who_is_ahead_stands_highest_whatever_wins(example, game):
    [play] = example(game)
    pad = Scorepad(play)
    its = sorted(build_columns(pad, ranking(pad, pad.result)), key=lambda each: -each.height)
    assert [each.rank.rank for each in its] == sorted(each.rank.rank for each in its)


def test_a_total_below_nothing_has_a_minus_of_its_own_width(example):
    [play] = example("tichu")
    text = text_of(owners_phone(play).get(f"/plays/{play.uuid}/"))
    assert "−265" in text
    assert "-265" not in text
    assert "Ben & Dora: −265" in format_result(Scorepad(play), ranking(Scorepad(play), Scorepad(play).result))
