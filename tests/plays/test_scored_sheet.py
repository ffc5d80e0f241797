"""The sheet of a stage that is scored: who has how much of what, what it brought, and why."""

import re

import pytest

from companion.collection.maker import create_sheet
from companion.core.language.texts import or_dash
from companion.entry.scorepad import Scorepad
from companion.plays import lifecycle
from companion.results.score_grid import build_columns, build_sheet, ranking
from tests.lanes import long
from tests.phones import (
    a_play,
    again,
    at,
    closed,
    count,
    finished,
    guests_phone,
    owner_of,
    owners_phone,
    seat_of,
    text_of,
)

CARDS = {"anna": {"water": 4, "salt": 3, "maps": 1}, "ben": {"water": 2, "salt": 3}, "chris": {"gold": 1}}


@pytest.fixture
def stage_1():
    return closed(cards=CARDS)


def rows_of(play):
    """For each row its cells as (count, points, lead), in the order in which the seats sit."""
    pad = Scorepad(again(play))
    stage = pad.game.stages[0]
    shown = build_sheet(pad, pad.result_up_to(stage), stage)
    return {row.item.key: [(cell.line.amount, cell.line.points, cell.lead) for cell in row.cells] for row in shown}


def test_who_has_most_alone_leads_alone(stage_1):
    assert rows_of(stage_1)["water"] == [(4, 6, "alone"), (2, 0, ""), (0, 0, "")]


def test_who_has_as_much_as_another_ties(stage_1):
    assert [lead for _, _, lead in rows_of(stage_1)["salt"]] == ["tied", "tied", ""]


def test_nobody_leads_where_nobody_holds_anything(stage_1):
    assert [lead for _, _, lead in rows_of(stage_1)["millet"]] == ["", "", ""]


def test_nobody_leads_in_a_row_that_compares_nothing(stage_1):
    assert [lead for _, _, lead in rows_of(stage_1)["maps"]] == ["", "", ""]


def test_the_page_inks_who_leads(stage_1):
    page = owners_phone(stage_1).get(at("plays:stage", stage_1, "1")).content.decode()
    assert len(re.findall('class="cell alone"', page)) == 2
    assert len(re.findall('class="cell tied"', page)) == 2


def test_where_each_brings_one_point_the_count_stands_there_once():
    play = a_play(game="five-tribes", names=["Anna", "Ben"])
    count(play, stage="end", anna={"gold": 38, "elders": 3}, ben={"gold": 0, "elders": 0})
    lifecycle.close_stage(again(play), play.game.stages[0], person=owner_of(play), anyway=True)
    page = owners_phone(play).get(at("plays:stage", play, "end")).content.decode()
    shown = re.findall(r'aria-label="(\w+), (Gold coins|Elders)[^"]*">(?:<small>(\d*)</small>)?<b[^>]*>(\w*)<', page)
    assert shown == [
        ("Anna", "Gold coins", "", "38"),
        ("Ben", "Gold coins", "", "0"),
        ("Anna", "Elders", "3", "6"),
        ("Ben", "Elders", "0", ""),
    ]


def figures_in(play, row):
    """The texts of the cells of a row, on the page of the stage that is scored."""
    page = owners_phone(play).get(at("plays:stage", play, "end")).content.decode()
    return [re.sub("<[^>]+>", "", each) for each in re.findall(rf'id="at-end-{row}-[^>]*>(.*?)</a>', page, re.S)]


def at_the_end(game, **held):
    play = a_play(game=game, names=[name.title() for name in held])
    count(play, stage="end", **held)
    lifecycle.close_stage(again(play), play.game.stages[0], person=owner_of(play), anyway=True)
    return again(play)


def test_yes_or_no_row_shows_points_and_no_count():
    play = at_the_end(
        "catan", anna={"road": "yes", "cities": 2}, ben={"road": "no", "cities": 0}, chris={"road": "no", "cities": 0}
    )
    assert figures_in(play, "road") == ["2", "no", "no"]
    assert figures_in(play, "cities") == ["24", "0", "0"]


def test_row_of_points_shows_them_once():
    play = at_the_end("7-wonders", anna={"military": -6, "coins": 7}, ben={"military": 18}, chris={"military": 0})
    assert figures_in(play, "military") == ["−6", "18", "0"]


def mine(phone, play):
    """Whose columns are marked as this phone's own on the page of a stage's result."""
    page = phone.get(at("plays:stage", play, "1")).content.decode()
    return re.findall(r'class="[^"]*\bmine"><span>(\w+)<', page)


def test_the_columns_of_seats_that_a_phone_has_taken_are_marked_on_it_as_while_they_were_counted(stage_1):
    owner, guest = owners_phone(stage_1), guests_phone(stage_1)
    assert mine(owner, stage_1) == mine(guest, stage_1) == []
    guest.post(at("plays:mine", stage_1), {"seat": [seat_of(stage_1, "Ben").pk, seat_of(stage_1, "Chris").pk]})
    assert mine(guest, stage_1) == ["Ben", "Chris"]
    assert mine(owner, stage_1) == []


def test_who_leads_alone_is_in_the_accent_and_nobody_where_all_play_together(stage_1):
    def leading(play, stage):
        page = owners_phone(play).get(at("plays:stage", play, stage)).content.decode()
        return re.findall(r'class="[^"]*\bleads[^"]*"><span>(\w+)<', page)

    assert leading(stage_1, "1") == ["Anna"]
    together = a_play(game="hanabi")
    count(together, stage="end", anna={"red": 1})
    lifecycle.close_stage(again(together), together.game.stages[0], person=owner_of(together), anyway=True)
    assert leading(together, "end") == []


def test_the_totals_stand_above_it_as_high_as_they_are_far_apart(stage_1):
    pad = Scorepad(again(stage_1))
    heights = [column.height for column in build_columns(pad, ranking(pad, pad.result))]
    assert heights[0] == max(heights) == 66
    assert min(heights) == 26


def test_where_all_have_as_much_they_stand_as_high():
    pad = Scorepad(again(closed(done=True, cards={})))
    assert {column.height for column in build_columns(pad, ranking(pad, pad.result))} == {66}


class TestWhy:
    def ask(self, phone, play, cell):
        page = phone.get(at("plays:stage", play, "1"), {"cell": cell})
        assert page.status_code == 200
        return text_of(page)

    def test_a_cell_tells_the_chain_and_the_sentence_above_the_button(self, stage_1):
        cell = f"water.{seat_of(stage_1, 'Anna').pk}"
        text = self.ask(owners_phone(stage_1), stage_1, cell)
        assert "Anna 4 , › Ben 2 , › Chris 0 . Anna +6 : Most water: 4, ahead of Ben with 2" in text
        assert "With one more: nothing changes . With one fewer: nothing changes . Correct" in text

    def test_guests_read_it_too(self, stage_1):
        text = self.ask(guests_phone(stage_1), stage_1, f"water.{seat_of(stage_1, 'Ben').pk}")
        assert "Ben +0 : 2 water; most: Anna with 4" in text

    def test_it_tells_what_one_more_or_one_less_would_have_changed(self, stage_1):
        text = self.ask(owners_phone(stage_1), stage_1, f"salt.{seat_of(stage_1, 'Anna').pk}")
        assert "With one more: Anna +1 , Ben −3 . With one fewer: Anna −3 , Ben +1 . Correct" in text

    @pytest.mark.long
    def test_of_what_is_no_single_count_it_tells_no_more_and_no_less(self):
        play = closed(stages=2, cards=CARDS, second={"anna": {"donkeys": 1}})
        page = owners_phone(play).get(at("plays:stage", play, "2"), {"cell": f"specials.{seat_of(play, 'Anna').pk}"})
        assert "Anna +1" in text_of(page)
        assert "One more" not in text_of(page)

    @pytest.mark.parametrize(
        "cell", ["", long("x"), long("water"), "water.0", long("."), "water.x", long("\0"), long("water.1.2")]
    )
    def test_what_names_no_cell_tells_nothing(self, stage_1, cell):
        text = self.ask(owners_phone(stage_1), stage_1, cell)
        assert "Count stage 2" in text
        assert "Correct Count stage 2" not in text


def test_later_stage_ends_with_its_own_points_and_the_total_of_the_bars():
    play = closed(cards=CARDS, second={"anna": {"water": 3}, "ben": {"gold": 2}, "chris": {}}, stages=2)
    first, second = (text_of(owners_phone(play).get(at("plays:stage", play, key))) for key in ("1", "2"))
    assert "Total" not in first.partition("has the most")[0]
    table = second.partition("has the most")[0]
    pad = Scorepad(again(play))
    ranks = {
        each.seat.player.name: each for each in ranking(pad, pad.result_up_to(pad.game.stages[1]), pad.game.stages[1])
    }
    seats = ("Anna", "Ben", "Chris")
    assert "Stage 2 " + " ".join(or_dash(ranks[name].gained) for name in seats) in table
    assert "Total " + " ".join(str(ranks[name].points) for name in seats) in table


LIGHTHOUSE = {
    "format": "caravan.sheet/1",
    "title": "Coast",
    "players": [2, 4],
    "rows": [
        {"key": "ships", "label": "ships", "kind": "count", "worth": 2},
        {"key": "light", "label": "lighthouse", "kind": "yes", "worth": 5},
        {"key": "flag", "label": "flag", "kind": "yes", "worth": 0},
    ],
}


ENDINGS = [{"key": "moon", "label": "Over the moon", "worth": 5}, {"key": "sea", "label": "At sea", "worth": 0}]
PRIZES = [{"key": "five", "label": "5", "worth": 5}, {"key": "two", "label": "two", "worth": 2}]
TALE = LIGHTHOUSE | {
    "rows": [
        {"key": "ending", "label": "ending", "kind": "choice", "choices": ENDINGS},
        {"key": "prize", "label": "prize", "kind": "choice", "choices": PRIZES},
        {"key": "light", "label": "lighthouse", "kind": "yes", "worth": 5},
    ]
}


def scored(sheet, **cards):
    """A play of a custom game of one stage, which is scored."""
    first = a_play()
    own = create_sheet(first.group, sheet, person=owner_of(first))
    about = {"options": {}, "played_on": first.played_on, "version": own.newest}
    names = [name.title() for name in cards]
    play = again(lifecycle.start(own.newest.game, person=owner_of(first), group=first.group, names=names, **about))
    count(play, stage="end", **cards)
    lifecycle.close_stage(again(play), play.game.stages[0], person=owner_of(play), anyway=True)
    return again(play)


def test_row_of_a_choice_shows_the_chosen_word_above_its_points():
    play = scored(
        TALE,
        anna={"ending": "moon", "prize": "five", "light": "yes"},
        ben={"ending": "sea", "prize": "two", "light": "no"},
    )
    page = owners_phone(play).get(at("plays:stage", play, "end")).content.decode()
    shown = re.findall(r'id="at-end-(\w+)-\d+"[^>]*>(?:<small class="answer">([^<]*)</small>)?<b[^>]*>(\w*)<', page)
    assert [(row, word.replace("\xad", ""), points) for row, word, points in shown] == [
        ("ending", "Over the moon", "5"),
        ("ending", "At sea", "0"),
        ("prize", "", "5"),
        ("prize", "two", "2"),
        ("light", "", "5"),
        ("light", "", "no"),
    ]
    # A word is no figure: it lets no figures shrink or run down.
    assert "data-widest" not in page and "figures-down" not in page


@pytest.mark.parametrize(
    ("language", "yes", "no"), [("en", "yes", "no"), ("de", "ja", "nein"), ("ja", "はい", "いいえ")]
)
def test_row_of_yes_or_no_says_its_words_and_no_number(language, yes, no):
    cards = {"anna": {"ships": 1, "light": "yes", "flag": "yes"}, "ben": {"ships": 1, "light": "no", "flag": "no"}}
    play = scored(LIGHTHOUSE, **cards)
    phone = owners_phone(play)
    phone.cookies["django_language"] = language
    page = phone.get(at("plays:stage", play, "end"), headers={"accept-language": language}).content.decode()
    chains = [
        " ".join(text_in(chain).split()) for chain in re.findall(r'<span class="chain">(.*?)</summary>', page, re.S)
    ]
    assert re.fullmatch(rf"Anna {yes}\W*· Ben {no}", chains[1])
    # A dot stays with what it follows: no line begins with one.
    assert re.search(r">·</span> </span><span class=\"pair", page)
    heard = re.findall(r'aria-label="([^"]*(?:[Ll]ight|[Ff]lag)[^"]*)"', page)
    assert [words for words in heard if re.search(r": [01](,|$)", words)] == []
    assert len([words for words in heard if f": {yes}" in words]) == 2
    assert len([words for words in heard if f": {no}" in words]) == 2


def text_in(html):
    return re.sub(r"<[^>]*>", "", html)


def test_one_point_is_heard_as_one():
    play = finished(cards={"anna": {"water": 4}, "ben": {"maps": 1, "gold": 3}}, options={"points_water": 1})
    page = owners_phone(play).get(at("plays:stage", play, "1")).content.decode()
    assert re.search(r'aria-label="\W*Anna\W*, Water: 4, 1 point, has the most"', page)
