"""What a sheet of paper says and how it opens: blank ones, plays in every state, and the list of a group."""

import datetime
import re
from pathlib import Path

import pytest
from django.test import Client
from django.utils import translation
from django.utils.formats import date_format

from companion.access import links
from companion.access.links import qr_code
from companion.collection.totals import TotalsForm, store
from companion.core.language.hyphens import NO_WIDTH_SPACE, SOFT_HYPHEN
from companion.entry.scorepad import Scorepad
from companion.models import CardSave, Group, Play
from companion.models.sheets import add_sheet
from companion.plays.lifecycle import close_stage, delete, finish, start, stop
from companion.plays.seats import take_away
from companion.results.printing import views
from companion.results.printing.blank import BlankSheet
from companion.results.printing.boxes import arrange_boxes, fit_labels
from companion.results.printing.filled import FilledSheet
from companion.results.printing.layout_choice import choose_layout, fits_twice
from companion.results.printing.paper import LEAST_BOX, PAPERS, usual_paper
from companion.results.printing.qr_codes import Printed, options_as_text, read_layout, version_of
from companion.results.printing.rounds import rounds_on
from companion.results.printing.scales import scales_of
from companion.results.printing.totals import any_game
from companion.rules import GAMES
from companion.rules.kit import Item, gettext
from companion.rules.library import LIBRARY
from companion.rules.sheets import game_of
from companion.rules.sheets.limits import FORMAT
from tests.lanes import each_third, long
from tests.phones import (
    DAY,
    THREE,
    a_play,
    again,
    an_empty_group,
    at,
    closed,
    count,
    finished,
    guests_phone,
    key_of,
    owner_of,
    owners_phone,
    seat_of,
    text_of,
)

PAPER_STYLES = Path(__file__).resolve().parents[3] / "static" / "css" / "paper"
BLANK = "/games/tuareg/sheet"
TEN = ("Maximilian", "Katharina", "Alexander", "Friederike", "Benjamin", "Charlotte", "Sebastian", "Josephine")
TEN += ("Constantin", "Anneliese")
TYPED = {"anna": {"water": 4, "gold": 1}, "ben": {"water": 2, "gold": 3}}


def blank(query="", phone=None, language="en"):
    return (phone or Client()).get(f"{BLANK}?{query}", headers={"Accept-Language": language})


def choices_of(page) -> dict:
    """What a blank sheet was printed for."""
    context = page.context
    return {
        "players": context["sheet"].seats,
        "language": context["language"],
        "paper": context["paper"].key,
        "copies": context["layout"].copies,
    }


class TestLayout:
    # German rows are the longest.
    @pytest.mark.parametrize("language", ["de", *(pytest.param(each, marks=pytest.mark.long) for each in ("en", "ja"))])
    @pytest.mark.parametrize("slug", [*GAMES, *each_third(list(LIBRARY))])
    def test_one_page_has_room_for_every_sheet_whoever_plays(self, slug, language):
        """By what is reckoned; a real browser prints them all in the long lane."""
        game = {**LIBRARY, **GAMES}[slug]
        with translation.override(language):
            for paper in (PAPERS["a4"], PAPERS["letter"]):
                for seats in game.seats:
                    its = choose_layout(game, game.options_on_paper({}), paper, seats=seats)
                    assert len(its.pages) == 1, (seats, paper.key)
                    assert its.row >= LEAST_BOX
                    assert its.box >= LEAST_BOX

    @pytest.mark.parametrize(("slug", "seats"), [("tuareg", 4), ("targi", 2), ("five-tribes", 4)])
    @pytest.mark.parametrize("language", ["en", long("de"), long("ja")])
    def test_half_of_that_has_room_for_some(self, slug, seats, language):
        game = GAMES[slug]
        with translation.override(language):
            assert choose_layout(game, game.options_on_paper({}), PAPERS["a5"], seats=seats).fits
            assert fits_twice(game, game.options_on_paper({}), PAPERS["a4"], seats=seats)

    @pytest.mark.parametrize(
        ("about", "rows"),
        [({}, 1), ({}, 30), ({"stages": [{"key": "one", "label": "one"}, {"key": "two", "label": "two"}]}, 20)]
        + [({"rounds": {"number": 3}}, rows) for rows in (1, 30)],
    )
    @pytest.mark.parametrize("paper", ["a4", "letter"])
    def test_players_too_many_for_a_page_continue_on_further_pages(self, about, rows, paper):
        row = {"kind": "count", "label": "cards", "worth": 2}
        of = [{**row, "key": f"row_{number}"} for number in range(rows)]
        sheet = {"format": FORMAT, "title": "For twenty", "players": [1, 20], "rows": of, **about}
        game = game_of(sheet, "for-twenty")
        with translation.override("en"):
            its = choose_layout(game, {}, PAPERS[paper], seats=20)
        assert its.box >= LEAST_BOX and not its.overflows
        found = [(page.columns, section.number, len(rows)) for page in its.pages for section, rows, _ in page.sections]
        parts = list(dict.fromkeys(columns for columns, *_ in found))
        assert [seat for columns in parts for seat in columns] == list(range(1, 21))
        for columns in parts:
            assert [rest for of, *rest in found if of == columns] == [rest for of, *rest in found if of == parts[0]]
            assert [page.is_last for page in its.pages if page.columns == columns].count(True) == 1
        assert [page.number for page in its.pages] == list(range(1, len(its.pages) + 1))

    @pytest.mark.django_db
    @pytest.mark.parametrize("at_the_end", [1, 12])
    def test_every_row_of_every_stage_is_printed_if_stages_have_different_ones(self, at_the_end):
        stages = [{"key": f"line_{number}", "label": f"line {number}"} for number in range(1, 5)]
        keys = [stage["key"] for stage in stages]
        each = [{"key": f"each_{number}", "label": f"each {number}", "stages": keys} for number in range(7)]
        end = [{"key": f"end_{number}", "label": f"end {number}", "stages": ["end"]} for number in range(at_the_end)]
        rows = [{**row, "kind": "count", "worth": 2} for row in [*each, *end]]
        stages.append({"key": "end", "label": "end of the game"})
        sheet = {"format": FORMAT, "title": "Of two kinds", "players": [2, 4], "stages": stages, "rows": rows}
        with translation.override("en"):
            its = choose_layout(game_of(sheet, "of-two-kinds"), {}, PAPERS["a4"], seats=4)
        printed_rows = [line.field.key for page in its.pages for _, rows, _ in page.sections for line, *_ in rows]
        assert printed_rows == 4 * [row["key"] for row in each] + [row["key"] for row in end]
        assert not its.rounds

    def test_sheet_for_twenty_prints_each_player_once(self):
        play = a_play()
        row = {"key": "cards", "label": "cards", "kind": "count", "worth": 2}
        sheet = {"format": FORMAT, "title": "For twenty", "players": [1, 20], "rows": [row]}
        add_sheet(play.group, sheet, slug="own-twenty", person=owner_of(play))
        page = owners_phone(play).get(f"/games/own-twenty/sheet?group={play.group.uuid}&players=20&paper=a4")
        seats = re.findall(r"<i>(\d+)</i>", page.content.decode())
        assert seats == [str(seat) for seat in range(1, 21)]
        assert page.content.decode().count('<article class="sheet blank') == 2

    def test_half_of_an_a5_is_too_small_to_write_on(self):
        chess = LIBRARY["chess"]
        assert not fits_twice(chess, chess.options_with({}), PAPERS["a5"], seats=2)
        assert choices_of(blank_of("chess", "paper=a5&players=2&copies=2"))["copies"] == 1
        assert choices_of(blank_of("chess", "paper=a4&players=2&copies=2"))["copies"] == 2

    def test_count_and_points_are_one_box_where_they_are_the_same_number(self):
        with translation.override("en"):
            lines = BlankSheet(LIBRARY["7-wonders"], {}, seats=3).lines
        assert {line.field.key for line in lines if line.field and line.is_one_box} >= {"military", "wonder", "blue"}
        assert not next(line for line in lines if line.field and line.field.key == "coins").is_one_box
        assert "points as entered" not in text_of(blank_of("7-wonders", "players=3"))

    def test_every_stage_but_the_last_of_many_has_its_sum_and_what_is_done_before_the_next(self):
        text = text_of(blank("players=4"))
        assert "Points, stage 1 Before stage 2 " in text
        assert "Points, stage 2 Total" in text
        text = text_of(blank_of("basari", "players=4"))
        assert text.count("Before each next stage") == 1
        assert "Points, stage 2" in text and "Points, stage 3" not in text

    def test_a_round_of_one_row_has_its_total_beside_it(self):
        page = blank_of("hearts", "players=4")
        assert words_of(page.context["layout"].headings) == [["round", "total"]]

    def test_a_round_of_few_boxes_has_them_in_one_block_with_its_sum_and_the_total(self):
        layout_ = blank_of("cribbage", "players=4").context["layout"]
        labels = [box.label for row in layout_.rounds for box in row]
        assert labels == ["pegged during play", "hand", "crib", "±", "total"]
        assert layout_.number >= 6

    @pytest.mark.parametrize(
        ("slug", "players", "rounds"), [("wizard", 3, 20), ("wizard", 4, 15), ("wizard", 6, 10), ("skull-king", 8, 10)]
    )
    def test_bid_stands_beside_the_tricks_that_were_made_and_the_total(self, slug, players, rounds):
        page = blank_of(slug, f"players={players}")
        layout_ = page.context["layout"]
        labels = [box.label for row in layout_.rounds for box in row]
        assert (len(layout_.pages), len(layout_.sheet.sections)) == (1, rounds)
        assert labels[:2] == ["bid", "made"] and labels[-1] == "total"
        assert f"Round {rounds}" in text_of(page).replace("round", "Round")

    @pytest.mark.parametrize("language", ["en", "de", "ja"])
    def test_every_column_has_its_whole_name(self, language):
        """Of any sheet with boxes, for any number of players: no letter or sign stands for a name.

        A Japanese word that would break inside is a shorter one, and the whole one stands below.
        """
        with translation.override(language):
            for slug, game in {**LIBRARY, **GAMES}.items():
                for seats in game.seats if len(game.stages) > 1 else ():
                    its = choose_layout(game, game.options_on_paper({}), PAPERS["a4"], seats=seats)
                    boxes = [box for row in its.rounds for box in row if not box.is_total]
                    short = [box for box in boxes if plain_word(box) != box.label]
                    assert short == its.abbreviated, (slug, seats)
                    assert language == "ja" or short == []

    def test_words_too_long_for_their_box_are_shortened_and_explained_below(self):
        labels = ["Donaudampfschifffahrtsgesellschaft", "Donaudampfschiff", "total"]
        with translation.override("en"):
            boxes = fit_labels(arrange_boxes(labels, 3), 8.2)[0]
        assert [box.is_short for box in boxes] == [True, True, False]
        assert all(box.word[:3] == box.label[:3] for box in boxes[:2])
        assert boxes[0].word != boxes[1].word

    def test_word_that_is_short_already_is_not_explained(self):
        with translation.override("en"):
            made = fit_labels(arrange_boxes(["made", "total"], 1), 6)[0][0]
        assert (made.word, made.is_short) == ("made", False)

    def test_long_words_stand_above_the_first_round_and_short_ones_in_each_box(self):
        canasta, skull_king = (blank_of(slug, "players=6&paper=a4") for slug in ("canasta", "skull-king"))
        assert text_of(canasta).count("went out") == 6
        assert text_of(skull_king).count("bonus") >= 60
        for page in (canasta, skull_king):
            assert len(page.context["pages"]) == 1


def plain_word(box) -> str:
    """The word in a box without the places where it may break."""
    return box.word.replace(SOFT_HYPHEN, "").replace(NO_WIDTH_SPACE, "")


def words_of(rows) -> list[list[str]]:
    return [list(map(plain_word, row)) for row in rows]


class TestClosing:
    @pytest.mark.parametrize(
        ("slug", "told"),
        [
            ("7-wonders", ["Tiebreaker: coins.", "Still tied: the win is shared."]),
            ("lords-of-waterdeep", ["Tiebreaker: Gold in the Tavern.", "Still tied: the win is shared."]),
            ("ticket-to-ride", ["Tiebreaker: number of completed tickets.", "Tiebreaker: longest path."]),
            ("ingenious", ["Tiebreaker: lowest colour.", "Still tied: the win is shared."]),
            ("agricola", ["Still tied: the win is shared."]),
            ("dixit", ["Tied totals share the win."]),
            ("just-one", []),
        ],
    )
    def test_foot_names_the_row_that_breaks_a_tie(self, slug, told):
        with translation.override("en"):
            sheet = BlankSheet(LIBRARY[slug], LIBRARY[slug].options_with({}), seats=3)
            assert list(map(str, sheet.closing))[: len(told) or None] == told


class TestTables:
    """What so many of something bring stands in a table beneath the rows, of whatever game."""

    def test_rows_with_one_table_share_a_line_of_it_and_have_no_small_print(self):
        page = blank_of("7-wonders", "players=7&paper=a4")
        scales = page.context["layout"].scales
        assert scales.numbers == list(range(1, 13))
        assert [words for words, _ in scales.tables] == [
            "science: compasses · gears · tablets",
            "sets of three science symbols",
        ]
        assert scales.tables[0][1][:4] == ["1", "4", "9", "16"]
        assert scales.tables[1][1][:4] == ["0", "0", "7", ""]
        assert "0, 1, 2 …" not in text_of(page)

    def test_a_table_that_begins_with_something_for_nothing_says_so(self):
        scales = blank_of("agricola", "players=4&paper=a4").context["layout"].scales
        assert scales.numbers[0] == 0
        assert scales.tables[0] == ("fields", ["−1", "−1", "1", "2", "3", "4", "", "", ""])

    def test_without_room_beneath_its_row_says_it(self):
        with translation.override("en"):
            assert (
                scales_of([Item("x", gettext("x"), None, gettext("x"), scale=(0,) * 40)], room=100, is_small=True)
                is None
            )

    def test_a_game_without_tables_has_none(self):
        assert blank_of("azul", "players=4").context["layout"].scales is None


class TestNotes:
    """What a blank sheet tells beneath its rows, and what it leaves out."""

    def test_what_an_expansion_adds_is_not_told_without_it(self):
        assert "metropolis" not in text_of(blank_of("catan", "players=4")).lower()
        assert "wine" not in text_of(blank_of("carcassonne", "players=5")).lower()

    def test_what_somebody_needs_in_a_play_is_not_told_of_nobody(self):
        assert "remaining" not in text_of(blank_of("cribbage", "players=4"))

    def test_points_of_rounds_are_told_by_their_name_alone(self):
        text = text_of(blank_of("rummy", "players=4"))
        assert "Points left in hand" in text and "as entered" not in text

    def test_how_many_there_are_of_something_unlimited_is_not_told(self):
        assert "None" not in text_of(blank_of("coloretto", "players=5"))

    @pytest.mark.parametrize("slug", ["chess", "memory"])
    def test_nothing_is_added_up_where_there_are_no_points_or_one_number(self, slug):
        page = blank_of(slug, "players=2")
        assert 'class="total"' not in page.content.decode()
        assert len(page.context["pages"]) == 1


def blank_of(slug, query):
    return Client().get(f"/games/{slug}/sheet?{query}", headers={"Accept-Language": "en"})


class TestBlankSheet:
    def test_it_opens_for_four_in_the_pages_language(self):
        assert choices_of(blank()) == {"players": 4, "language": "en", "paper": "a4", "copies": 1}
        assert choices_of(blank(language="de"))["language"] == "de"

    @pytest.mark.parametrize(("slug", "number"), [("basari", 4), ("targi", 2), ("five-tribes-solo", 1)])
    def test_a_game_without_four_opens_for_the_nearest_number(self, slug, number):
        assert Client().get(f"/games/{slug}/sheet").context["sheet"].seats == number

    def test_everything_is_chosen_in_the_address(self):
        page = blank("players=2&language=ja&paper=letter&copies=2")
        assert choices_of(page) == {"players": 2, "language": "ja", "paper": "letter", "copies": 2}
        assert "水" in text_of(page)

    @pytest.mark.parametrize(
        "query",
        [
            "players=9",
            "players=x",
            "language=fr",
            "paper=a3",
            "copies=3",
            "group=x",
            long("players=%00"),
            long("copies=2&paper=a5"),
        ],
    )
    def test_rubbish_in_the_address_is_passed_over(self, query):
        page = blank(query)
        assert page.status_code == 200
        assert choices_of(page) | {"paper": "a4"} == choices_of(blank())

    def test_there_is_no_sheet_of_a_game_nobody_knows(self):
        assert Client().get("/games/nonesuch/sheet").status_code == 404

    def test_the_bar_speaks_the_pages_language_and_the_sheet_its_own(self):
        text = text_of(blank("language=de"))
        assert "Players" in text
        assert "Steinsalz" in text

    def test_two_are_offered_only_where_two_have_room(self):
        assert 'name="copies"' in blank("players=3").content.decode()
        assert 'name="copies"' not in blank_of("skull-king", "players=8").content.decode()
        assert choices_of(blank_of("skull-king", "players=8&copies=2"))["copies"] == 1

    def test_it_is_reached_with_one_tap_from_the_game(self):
        assert BLANK in Client().get("/games/tuareg").content.decode()

    def test_no_search_engine_finds_it(self):
        assert "noindex" in blank()["X-Robots-Tag"]


def played_to_the_end(**of_the_play):
    play = a_play(**of_the_play)
    play.touch(state="finished")
    return play


class TestOfAGroup:
    def test_it_opens_as_the_group_usually_plays(self):
        play = played_to_the_end(
            names=("Anna", "Ben", "Chris", "Dora", "Emil"), language="de", options={"points_water": 8}
        )
        page = blank(f"group={play.group.uuid}", phone=owners_phone(play))
        assert choices_of(page)["players"] == 5
        assert choices_of(page)["language"] == "de"
        assert "Mehrheit 8, gleich 7" in text_of(page)

    def test_most_often_counts_and_of_equals_the_newest(self):
        play = played_to_the_end(names=("Anna", "Ben"))
        group, owner = play.group, owner_of(play)
        for names in (("Anna", "Ben", "Chris"), ("Anna", "Ben", "Chris", "Dora", "Emil")):
            played_to_the_end(names=names, group=group, owner=owner)
        for state in ("open", "stopped"):
            a_play(names=("Anna", "Ben"), group=group, owner=owner).touch(state=state)
        phone = owners_phone(play)
        assert choices_of(blank(f"group={group.uuid}", phone=phone))["players"] == 5
        earlier = DAY - datetime.timedelta(days=30)
        played_to_the_end(names=("Anna", "Ben"), group=group, owner=owner, played_on=earlier)
        assert choices_of(blank(f"group={group.uuid}", phone=phone))["players"] == 2

    def test_who_was_taken_from_the_table_and_what_was_deleted_do_not_count(self):
        play = a_play(names=("Anna", "Ben", "Chris"))
        take_away(play, seat_of(play, "Chris"), person=owner_of(play))
        play.touch(state="finished")
        five = played_to_the_end(names=("A", "B", "C", "D", "E"), group=play.group, owner=owner_of(play))
        delete(five, person=owner_of(play))
        assert choices_of(blank(f"group={play.group.uuid}", phone=owners_phone(play)))["players"] == 2

    def test_what_a_group_plays_with_has_its_row(self):
        play = a_play(game="targi", names=("Anna", "Ben"), options={"expansion": True})
        assert "Water tokens every 2: 1" in text_of(
            owners_phone(play).get(f"/games/targi/sheet?group={play.group.uuid}")
        )
        assert "Water tokens" not in text_of(Client().get("/games/targi/sheet"))

    @pytest.mark.parametrize("paper", ["a4", "a5"])
    def test_rows_of_cards_say_where_symbol_and_points_are_written(self, paper):
        text = text_of(Client().get(f"/games/targi/sheet?paper={paper}"))
        assert "Rows symbol in the corner, points below" in text

    def test_another_games_plays_do_not_count(self):
        play = a_play(game="basari", names=("Anna", "Ben", "Chris"))
        assert choices_of(blank(f"group={play.group.uuid}", phone=owners_phone(play)))["players"] == 4

    def test_points_that_are_a_guess_are_left_to_be_written_down(self):
        text = text_of(blank())
        assert "Water of 8 · most ____, tied −1" in text
        assert "Gold of 10 · most 5, tied 4" in text

    def test_page_says_why_a_number_is_left_open(self):
        assert "____ is for the number on your cards" in text_of(blank())
        assert "____ is for" not in text_of(Client().get("/games/basari/sheet"))

    def test_what_a_group_has_read_off_its_cards_is_printed(self):
        play = a_play(options={"points_water": 8})
        text = text_of(blank(f"group={play.group.uuid}", phone=owners_phone(play)))
        assert "most 8, tied 7" in text
        assert "Rock salt of 12 · most ____, tied −1" in text

    def test_somebody_elses_group_counts_for_nobody(self):
        play = a_play(names=("Anna", "Ben"), language="ja", options={"points_water": 8})
        page = blank(f"group={play.group.uuid}", phone=guests_phone(play))
        assert choices_of(page) == choices_of(blank())
        assert str(play.group.uuid) not in page.content.decode()
        assert "most 8" not in text_of(page)

    def test_game_and_play_lead_to_the_groups_own_sheet(self):
        play = a_play()
        link = f"{BLANK}?group={play.group.uuid}"
        phone = owners_phone(play)
        for page in (
            phone.get("/games/tuareg"),
            phone.get(at("plays:more", play)),
            phone.get(at("results:sheet", play)),
        ):
            assert link in page.content.decode()


class TestPaper:
    @pytest.mark.parametrize(
        "languages", ["en-US,en;q=0.9", long("en-CA"), long("es-MX"), "fr-CA,fr;q=0.5", long("en-us"), long("es-pr")]
    )
    def test_north_america_prints_on_letter(self, languages):
        assert usual_paper(languages) == "letter"
        assert choices_of(blank(language=languages))["paper"] == "letter"

    @pytest.mark.parametrize(
        "languages", ["", "en", "de", "en-GB", "ja", "de,en-US;q=0.7", "pt-BR", "*", "rubbish;;", "x" * 900]
    )
    def test_everybody_else_on_a4(self, languages):
        assert usual_paper(languages) == "a4"

    @pytest.mark.parametrize("key", PAPERS)
    def test_a_page_is_drawn_as_large_as_is_reckoned(self, key):
        _, _, width, height, _ = PAPERS[key]
        upright, turned = ((PAPER_STYLES / f"{name}.css").read_text() for name in (key, f"{key}-turned"))
        assert f"--page-width: {width}mm; --page-height: {height}mm;" in upright
        assert f"--page-width: {height}mm; --page-height: {width}mm;" in turned
        for its, style in ((PAPERS[key], upright), (PAPERS[key].turned, turned)):
            sizes = its.sizes
            assert f"margin: {sizes.top}mm {sizes.side}mm {sizes.bottom}mm;" in style
            assert f"--side: {sizes.side}mm; --top: {sizes.top}mm; --bottom: {sizes.bottom}mm;" in style

    def test_rows_are_as_high_as_the_paper_has_room_for(self):
        game = GAMES["tuareg"]
        with translation.override("en"):
            rows = [
                choose_layout(game, game.options_with({}), PAPERS["a4"], seats=3, copies=copies).row
                for copies in (1, 2)
            ]
        assert rows[0] >= 10 > rows[1] >= LEAST_BOX

    def test_more_boxes_than_an_upright_paper_is_wide_turn_it(self):
        yahtzee = LIBRARY["yahtzee"]
        with translation.override("de"):
            assert choose_layout(yahtzee, {}, PAPERS["a4"], seats=10).paper.key == "a4-turned"
            assert choose_layout(yahtzee, {}, PAPERS["a4"], seats=5).paper.key == "a4"


class TestPapers:
    """A small paper is offered only if all of the sheet has room on one page of it."""

    @pytest.mark.parametrize(
        ("slug", "players", "offered"),
        [("tuareg", 4, True), ("targi", 2, True), ("five-tribes", 4, True), ("basari", 5, False)]
        + [("skull-king", 6, False), ("skull-king", 5, True), ("sushi-go", 2, False)],
    )
    def test_a5_is_offered_only_for_one_page(self, slug, players, offered):
        page = Client().get(f"/games/{slug}/sheet?players={players}&paper=a5&language=en")
        assert [each.key for each in page.context["papers"]] == ["a4", *["a5"] * offered, "letter"]
        assert page.context["paper"].key == ("a5" if offered else "a4")
        assert ("A5 is too small for this sheet." in text_of(page)) is not offered
        assert len(page.context["pages"]) == 1

    def test_whoever_prints_on_letter_gets_letter_instead_of_a5(self):
        page = Client().get("/games/basari/sheet?players=5&paper=a5", headers={"Accept-Language": "en-US"})
        assert page.context["paper"].key == "letter"


class TestTotals:
    """A blank sheet for any game, whose rows the table names."""

    def sheet(self, query="", phone=None):
        return (phone or Client()).get(f"/totals/sheet?language=en&{query}")

    @pytest.mark.parametrize("paper", PAPERS)
    @pytest.mark.parametrize("players", [1, 6, 12])
    def test_it_has_high_rows_on_one_page_of_every_paper(self, paper, players):
        page = self.sheet(f"paper={paper}&players={players}")
        its = page.context["layout"]
        assert len(page.context["pages"]) == 1 and its.fits
        assert its.sheet.seats == players and len(its.sheet.lines) == 12
        assert min(its.row, its.box) >= LEAST_BOX

    def test_its_game_and_how_to_win_are_written_down(self):
        text = text_of(self.sheet())
        assert "Name of the game above" in text and "Most points win" in text and "Played to" in text

    def test_of_a_known_game_it_has_the_name(self):
        text = text_of(self.sheet("of=azul"))
        assert "Azul" in text and "Name of the game above" not in text

    def test_its_code_enters_totals(self, settings):
        settings.CARAVAN_URL = "https://caravan.example.org"
        page = self.sheet("paper=a5&players=4&of=azul")
        its = Printed(version_of(any_game()), "en", "a5", 1)
        address = f"https://caravan.example.org/totals?seats=4&layout={its}&of=azul"
        assert page.context["pages"][0][1] == qr_code(address, border=0, error="l")

    def test_it_is_reached_with_one_tap_from_the_totals(self):
        assert 'href="/totals/sheet"' in Client().get("/totals").content.decode()
        assert 'href="/totals/sheet?of=azul"' in Client().get("/totals?of=azul").content.decode()


class TestRows:
    """What a sheet has a row for."""

    def rows_of(self, slug, seats):
        game = GAMES[slug]
        with translation.override("en"):
            return BlankSheet(game, game.options_with({}), seats=seats).lines

    def test_what_counts_for_one_item_alone_shares_its_row(self):
        rows = self.rows_of("five-tribes", 4)
        assert len(rows) == 8
        assert rows[0].faces == ["4", "5", "6", "8", "10", "12", "15"]

    def test_what_is_compared_one_by_one_keeps_its_rows(self):
        assert len(self.rows_of("tuareg", 3)) == 5 + 6

    @pytest.mark.parametrize("kind", ["best", "sets"])
    def test_rows_from_which_another_is_counted_have_a_box_each(self, kind):
        colours = [{"key": key, "label": key, "kind": "count", "worth": 0} for key in ("red", "blue", "green")]
        about = {"best": {"best": 1, "others": [0, -1]}, "sets": {}}[kind]
        row = {"key": "all", "label": "all", "kind": kind, "rows": ["red", "blue", "green"], "values": [0, 1], **about}
        game = game_of({"format": FORMAT, "title": "T", "players": [2, 4], "rows": [*colours, row]}, "colours")
        with translation.override("en"):
            lines = BlankSheet(game, {}, seats=2).lines
        assert [str(line.label) for line in lines] == ["red", "blue", "green", "all"]
        assert all(line.is_one_box for line in lines)


class TestCode:
    """The QR code, whose address must still be right when the paper is found again."""

    def code_of(self, page):
        return page.context["pages"][0][1]

    def code_to(self, site):
        """The code of the usual sheet of Tuareg at a site."""
        game = GAMES["tuareg"]
        its = Printed(version_of(game), "en", "a4", 1, options_as_text(game, game.options_on_paper({})))
        return qr_code(f"{site}/games/tuareg?seats=4&layout={its}", border=0, error="l")

    def test_it_leads_to_a_new_play_for_its_players_by_the_lasting_address(self, settings):
        settings.CARAVAN_URL = "https://caravan.example.org"
        assert self.code_of(blank()) == self.code_to("https://caravan.example.org")
        lines = Client().get("/games/tuareg?seats=3&layout=x").context["lines"]
        assert [line["name"] for line in lines] == ["", "", ""]
        assert len(Client().get("/games/tuareg?seats=99").context["lines"]) == GAMES["tuareg"].seats[-1]

    def test_what_it_says_of_its_sheet_can_be_read_again(self):
        game = GAMES["tuareg"]
        options = options_as_text(game, game.options_with({"points_water": 8}))
        its = Printed(version_of(game), "ja", "letter-turned", 2, options)
        assert read_layout(str(its)) == its
        assert options[0] == "8" and len(options) == len(game.options)
        assert read_layout(str(its._replace(options=()))).options == ()
        with pytest.raises(ValueError):
            read_layout("rubbish")

    def test_games_with_other_rows_have_another_version(self):
        versions = {version_of(game) for game in (*GAMES.values(), *LIBRARY.values())}
        assert len(versions) == len({**LIBRARY, **GAMES})

    def test_it_leads_back_to_the_play_and_carries_no_key(self, settings):
        settings.CARAVAN_URL = "https://caravan.example.org"
        play = a_play()
        page = owners_phone(play).get(at("results:sheet", play))
        its = Printed(version_of(play.game), "en", page.context["paper"].key, 1)
        address = f"https://caravan.example.org/plays/{play.uuid}/?layout={its}"
        assert page.context["qr"] == qr_code(address, border=0, error="l")
        assert key_of(play) not in page.content.decode()

    def test_a_name_of_the_home_network_lasts(self):
        page = Client().get(BLANK, headers={"Host": "attic.local:8000"})
        assert self.code_of(page) == self.code_to("http://attic.local:8000")

    @pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000"])
    def test_a_number_is_replaced_by_the_machines_name_where_that_leads_here(self, host, monkeypatch):
        monkeypatch.setattr(links, "cached_lasting_name", lambda: "attic.local")
        page = Client().get(BLANK, headers={"Host": host})
        assert self.code_of(page) == self.code_to("http://attic.local:8000")

    @pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000"])
    def test_without_a_lasting_address_there_is_none(self, host, monkeypatch):
        monkeypatch.setattr(links, "cached_lasting_name", lambda: "")
        page = Client().get(BLANK, headers={"Host": host})
        assert self.code_of(page) == ""
        assert "Score by phone" not in text_of(page)

    def test_a_server_for_this_machine_alone_has_no_name_for_others(self, monkeypatch, settings):
        monkeypatch.setattr(links, "cached_lasting_name", lambda: "attic.local")
        settings.HOST = "127.0.0.1"
        assert self.code_of(Client().get(BLANK, headers={"Host": "localhost:8000"})) == ""

    def test_a_name_of_somebody_elses_server_is_not_this_machines(self, monkeypatch):
        monkeypatch.setattr(links, "cached_lasting_name", lambda: "attic.local")
        assert self.code_of(Client().get(BLANK, headers={"Host": "testserver"})) == ""


def hearts_of_two_rounds() -> Play:
    """A play of Hearts with two closed rounds."""
    play = a_play(game="hearts")
    for number, points in enumerate(((5, 8, 13), (7, 9, 10)), 1):
        held = {name.lower(): {"taken": taken} for taken, name in zip(points, THREE, strict=True)}
        count(play, stage=str(number), **held)
        close_stage(again(play), again(play).game.stage(str(number)), person=owner_of(play), anyway=True)
    return again(play)


def totals_play(*, known, totals=(), won="") -> Play:
    """A play of three of which only the totals are known, or who won."""
    group = an_empty_group()
    typed = {"title": "Heat", "played_on": DAY.isoformat(), "known": known}
    for place, name in enumerate(THREE):
        typed |= {f"player-{place}": name, f"played-{place}": "1"}
        typed |= {f"total-{place}": totals[place]} if totals else {}
        typed |= {f"won-{place}": "1"} if name == won else {}
    form = TotalsForm(typed, group=group)
    assert form.is_valid(), form.errors
    return store(group, form, person=group.people.get())


def one_stage(*, game, names):
    """A play of a game with one stage that was played to its end, in which nobody has anything."""
    play = a_play(game=game, names=names)
    close_stage(again(play), play.game.stages[0], person=owner_of(play), anyway=True)
    finish(again(play), person=owner_of(play))
    return again(play)


EMPTY_HEADING = re.compile(r"<th[^>]*>\s*</th>")


@pytest.mark.parametrize("slug", ["tuareg", "wizard"])
def test_no_heading_of_a_blank_sheet_is_empty(slug):
    page = Client().get(f"/games/{slug}/sheet").content.decode()
    assert "<th" in page
    assert not EMPTY_HEADING.search(page)


class TestFilledSheet:
    def sheet_of(self, play, phone=None):
        page = (phone or owners_phone(play)).get(at("results:sheet", play))
        assert page.status_code == 200
        return text_of(page)

    def test_no_heading_is_empty_while_nobody_has_won(self):
        play = closed()
        page = owners_phone(play).get(at("results:sheet", play)).content.decode()
        assert 'class="podium"' in page
        assert not EMPTY_HEADING.search(page)

    def test_a_finished_play_has_its_standings_its_counts_and_its_reasons(self):
        text = self.sheet_of(finished(cards=TYPED))
        assert "Anna wins by 1 point A 6 1 B 5 2 C 0 3 Anna Ben Chris" in text
        assert "Water 4 6 2 · – · Gold" in text
        assert "Most gold: 3, ahead of Anna with 1" in text
        assert "; most:" not in text
        assert "No map" not in text
        assert "Points for most water: 6" in text

    def test_points_are_told_from_their_reason_by_a_colon(self):
        play = a_play(game="wizard")
        made, missed = {"tricks__bid": 1, "tricks__made": 1}, {"tricks__bid": 0, "tricks__made": 0}
        count(play, stage="1", anna=made, ben=missed, chris=missed)
        close_stage(again(play), play.game.stages[0], person=owner_of(play))
        assert re.search(r"Anna\s30 ?: Bid 1 and made it", self.sheet_of(again(play)))

    def test_lowest_step_is_as_high_beside_the_highest_as_on_a_screen(self):
        sheet = FilledSheet(Scorepad(finished(cards=TYPED)))
        heights = [float(step.height) for step in sheet.steps]
        assert min(heights) / max(heights) == pytest.approx(26 / 66, abs=0.01)

    @pytest.mark.parametrize(
        ("cards", "won"),
        [
            (TYPED, ["Anna"]),
            ({"ben": {"water": 4}}, ["Ben"]),
            ({"anna": {"water": 4}, "chris": {"water": 4}}, ["Anna", "Chris"]),
        ],
    )
    def test_steps_of_all_winners_alone_are_inked(self, cards, won):
        play = finished(cards=cards)
        sheet = FilledSheet(Scorepad(play))
        assert [name for name, step in zip(THREE, sheet.steps, strict=True) if step.has_won] == won
        page = owners_phone(play).get(at("results:sheet", play)).content.decode()
        steps = re.findall(r'<svg class="bar([^"]*)"', page)
        assert [name for name, inked in zip(THREE, steps, strict=True) if inked == " won"] == won

    def test_no_step_is_inked_before_somebody_has_won(self):
        assert not any(step.has_won for step in FilledSheet(Scorepad(closed(cards=TYPED))).steps)

    def test_stages_are_added_up_once_two_are_scored(self):
        assert "Total" not in self.sheet_of(closed(cards=TYPED))
        play = closed(stages=2, cards=TYPED, done=True)
        count(play, stage="2", anna={"millet": 4}, ben={"millet": 4})
        assert "Points, stage 2 2 2 0 Total 8 7 0 Why" in self.sheet_of(again(play))

    def test_reasons_follow_one_another_as_their_points_do(self):
        play = a_play(game="targi", names=("Anna", "Ben"))
        four = [{"symbol": "well", "points": 2}] * 4
        count(play, stage="end", anna={"rows": [four], "tokens": 3, "special": 1}, ben={})
        close_stage(again(play), play.game.stages[0], person=owner_of(play), anyway=True)
        text = self.sheet_of(again(play))
        assert text.index("Points printed on tribe cards Anna 8") < text.index("Row bonuses Anna 4")

    def test_points_that_were_entered_as_they_are_need_no_reason(self):
        play = a_play(game="targi", names=("Anna", "Ben"))
        count(play, stage="end", anna={"tokens": 3}, ben={"special": 1})
        close_stage(again(play), play.game.stages[0], person=owner_of(play), anyway=True)
        text = self.sheet_of(again(play))
        assert "Victory point tokens 3" in text
        assert "points on tokens" not in text

    def test_a_row_has_the_picture_of_the_blank_sheet(self):
        play = finished(cards=TYPED)
        for page in (blank("players=3"), owners_phone(play).get(at("results:sheet", play))):
            row = re.search(r'<th scope="row">(?:(?!</th>).)*Water.*?</th>', page.content.decode(), re.DOTALL)
            assert "<svg" in row[0]

    def test_steps_have_the_colours_of_their_people(self):
        play = finished(cards=TYPED)
        play.group.players.filter(name="Ben").update(colour=7)
        sheet = FilledSheet(Scorepad(again(play)))
        assert [step.disc.colour for step in sheet.steps][1] == 7
        assert 'class="initial p7"' in owners_phone(play).get(at("results:sheet", play)).content.decode()

    def test_a5_is_offered_only_if_all_of_it_fits_on_one_page(self):
        play = finished(cards=TYPED)
        phone, address = owners_phone(play), at("results:sheet", play) + "?paper=a5"
        page = phone.get(address)
        assert page.context["paper"].key == "a5" and "A5 is too small" not in text_of(page)
        Play.objects.filter(pk=play.pk).update(notes="and so on\n" * 60)
        page = phone.get(address)
        assert [each.key for each in page.context["papers"]] == ["a4", "letter"]
        assert page.context["paper"].key == "a4" and "A5 is too small" in text_of(page)

    def test_its_type_is_as_large_as_one_page_has_room_for(self):
        play = finished(cards=TYPED)
        sizes = [owners_phone(play).get(at("results:sheet", play)).context["fit"].size]
        Play.objects.filter(pk=play.pk).update(notes="and so on " * 200)
        sizes.append(owners_phone(play).get(at("results:sheet", play)).context["fit"].size)
        assert sizes[0] > 120
        assert sizes[1] < sizes[0]

    def test_a_name_is_whole_where_a_column_has_room_for_its_words_and_else_short_or_upright(self):
        """Who they are stands in full among the standings."""
        few = self.fit_of(names=("Maximilian", "Anna-Katharina"))
        assert (few.heads, few.is_upright) == (["Maximilian", "Anna-Katharina"], False)
        many = self.fit_of(names=TEN)
        assert (many.heads[:3], many.is_upright) == (["Max.", "Kat.", "Ale."], False)
        alike = self.fit_of(names=(*TEN[:8], "Maximiliane", "Wolfgang"))
        assert (alike.heads[-2:], alike.is_upright) == (["Maximiliane", "Wolfgang"], True)

    def fit_of(self, names):
        play = one_stage(game="yahtzee", names=names)
        return owners_phone(play).get(at("results:sheet", play)).context["fit"]

    def test_rounds_stand_in_one_table_each_with_its_points_and_the_total_so_far(self):
        play = hearts_of_two_rounds()
        fit = owners_phone(play).get(at("results:sheet", play)).context["fit"]
        rounds = [[[each.text for each in seat] for [seat] in zip(*rows, strict=True)] for _, rows in fit.rounds.rounds]
        assert rounds == [[["5", "5"], ["8", "8"], ["13", "13"]], [["7", "12"], ["9", "17"], ["10", "23"]]]
        assert words_of(fit.rounds.layout.headings) == [["round", "total"]]

    def test_rounds_that_no_page_has_room_for_run_on_with_a_row_for_each_count(self):
        play = hearts_of_two_rounds()
        sheet = FilledSheet(Scorepad(again(play)))
        with translation.override("en"):
            assert rounds_on(sheet, PAPERS["a4"], 200)
            assert rounds_on(sheet, PAPERS["a4"], 20) is None

    def test_one_number_each_is_the_total_without_a_row_or_a_reason_of_its_own(self):
        play = totals_play(known="points", totals=("24", "31.5", "-7"))
        page = owners_phone(play).get(at("results:sheet", play))
        text = text_of(page)
        assert text.count("31.5") == 2 and "as entered" not in text and "Why" not in text
        assert [row["lines"] for row in page.context["sheet"].stages] == [[]]

    def test_a_total_that_nobody_noted_has_no_row(self):
        play = totals_play(known="winner", won="Ben")
        [stage] = owners_phone(play).get(at("results:sheet", play)).context["sheet"].stages
        assert [str(line.label) for line, _ in stage["lines"]] == ["has won"]

    @pytest.mark.parametrize("language", ["en", "ja"])
    def test_what_is_reckoned_in_a_reason_stands_on_one_line(self, language):
        play = finished(cards={"anna": {"salt": 4}, "ben": {"salt": 4}})
        page = owners_phone(play).get(at("results:sheet", play), headers={"Accept-Language": language}).content.decode()
        assert "4\u00a0−\u00a01" in page and "4 − 1" not in page

    def test_what_broke_the_tie_is_told_with_its_counts(self):
        play = closed(stages=2, cards={"anna": {"water": 4}, "ben": {"water": 4}}, done=True)
        count(play, stage="2", anna={"hand_value": 7}, ben={"hand_value": 9})
        finish(again(play), person=owner_of(play))
        text = self.sheet_of(again(play))
        assert "Ben wins on the tiebreaker · value of the hand cards in dinar 9 : 7" in text
        assert re.search(r"Total 5 5 0 Value of the hand cards in dinar 7 9 –", text)

    def test_tie_break_that_decides_nothing_any_more_is_left_out_as_on_the_result(self):
        play = closed(stages=2, cards={"anna": {"water": 4}, "ben": {"water": 2}})
        count(play, stage="2", anna={"hand_value": 7}, ben={"hand_value": 9})
        finish(again(play), person=owner_of(play))
        for page in (self.sheet_of(again(play)), text_of(owners_phone(play).get(at("plays:play", play)))):
            assert "Anna wins" in page or "wins by" in page
            assert "hand cards" not in page

    def test_place_notes_and_date_stand_on_it(self):
        play = finished()
        Play.objects.filter(pk=play.pk).update(place="At Dora’s <b>", notes="It rained.\nBen wants revenge.")
        text = self.sheet_of(play)
        assert f"{date_format(DAY, 'SHORT_DATE_FORMAT')} · At Dora’s <b>" in text
        assert "It rained. Ben wants revenge." in text

    def test_the_name_of_its_group_stands_on_it_only_if_somebody_named_it(self):
        play = finished(cards={"anna": {"water": 4}})
        assert "Anna, Ben, and Chris" not in self.sheet_of(play)
        Group.objects.filter(pk=play.group_id).update(name="Tuesday table")
        assert "2026 · Tuesday table" in self.sheet_of(play)

    def test_an_open_play_shows_what_is_counted_and_no_points_before_all_are_in(self):
        play = a_play()
        count(play, anna={"water": 4})
        text = self.sheet_of(play)
        assert "This play is still in progress." in text
        assert "Water 4 – –" in text
        assert "+6" not in text
        assert "This stage hasn’t been scored yet." in text
        assert "Stage 2" not in text

    def test_a_play_in_which_nothing_is_counted_yet_is_a_page_all_the_same(self):
        assert "This play is still in progress." in self.sheet_of(a_play())

    def test_a_stopped_play_has_its_points_and_no_winner(self):
        play = closed(cards=TYPED, done=True)
        stop(play, person=owner_of(play))
        text = self.sheet_of(again(play))
        assert "saved without a winner" in text
        assert "A 6 1 B 5 2 C 0 3 Anna Ben Chris" in text
        assert "wins" not in text

    def test_what_cannot_be_right_is_shown_with_its_sentence_and_without_points(self):
        play = a_play()
        for name in ("anna", "ben", "chris"):
            count(play, **{name: {"water": 4}})
        text = self.sheet_of(play)
        assert "Water 4 4 4" in text
        assert "Most water" not in text

    def test_a_play_that_blocks_after_it_was_closed_says_why(self):
        play = closed(cards=TYPED)
        CardSave.objects.filter(seat=seat_of(play, "Ben")).update(amounts={"water": 8})
        text = self.sheet_of(again(play))
        assert "Anna 4 and Ben 8 make 12, but there are only 8." in text
        assert "Water 4 8 –" in text

    def test_what_was_typed_and_refused_stands_there_as_it_was_typed(self):
        play = a_play()
        count(play, anna={"water": 4})
        CardSave.objects.update(refused={"gold": "eleven"})
        assert "“eleven” isn’t possible" in self.sheet_of(play)

    def test_who_was_taken_from_the_table_is_named_and_counts_no_more(self):
        play = a_play()
        count(play, anna={"water": 4}, chris={"water": 3})
        take_away(again(play), seat_of(play, "Chris"), person=owner_of(play))
        text = self.sheet_of(again(play))
        assert "Removed: Chris" in text
        assert "Water 4 –" in text

    def test_a_result_that_differs_from_the_stored_one_says_so(self):
        play = finished(cards=TYPED)
        play.seats.update(points=99)
        assert "corrected since" in self.sheet_of(play)

    def test_points_that_nobody_confirmed_are_called_assumed(self):
        text = self.sheet_of(a_play(options={"points_water": 6}))
        assert "Points for most water: 6 ·" in text
        assert "Rock salt: 4 (default, not confirmed)" in text
        assert "· Gold: 5 ·" in text

    def test_cards_that_bring_one_point_each_are_one_figure_and_named_among_the_reasons(self):
        play = closed(stages=2, cards=TYPED)
        count(play, stage="2", anna={"donkeys": 1, "caves": 1}, ben={"thieves": 3})
        text = self.sheet_of(again(play))
        assert "Unused special cards 2 3 – " in text
        assert "Unused: donkeys 1, caves 1, thieves 0" in text

    def test_what_several_options_read_off_cards_are_about_is_said_once(self):
        text = self.sheet_of(finished(cards=TYPED))
        assert "Points for most water: 6 · Gold: 5 · Rock salt: 4 · Millet: 3 · Maps count: once" in text.replace(
            " (default, not confirmed)", ""
        )

    def test_a_game_for_one_has_its_verdict(self):
        play = a_play(game="five-tribes-solo", names=("Anna",))
        count(play, stage="end", anna={"viziers": 5, "council": 4, "gold": 20})
        close_stage(again(play), play.game.stages[0], person=owner_of(play))
        finish(again(play), person=owner_of(play))
        text = self.sheet_of(again(play))
        assert "Not yet even a vizier Won · " in text
        assert "Council of viziers 4" in text

    def test_a_display_lies_there_card_by_card(self):
        play = a_play(game="targi", names=("Anna", "Ben"))
        count(play, stage="end", anna={"rows": [[{"symbol": "well", "points": 2}, {"symbol": "camp", "points": 0}]]})
        assert "well 2 camp 0" in self.sheet_of(play)

    def test_the_phones_of_the_table_can_print_it(self):
        play = finished(cards=TYPED)
        assert "Anna wins" in self.sheet_of(play, phone=guests_phone(play))

    def test_a_group_of_another_language_prints_its_own(self):
        play = a_play(language="ja")
        page = owners_phone(play).get(at("results:sheet", play), headers={"Accept-Language": "de"})
        assert page.context["language"] == "ja"
        assert "トゥワレグ" in text_of(page)

    def test_it_is_reached_with_one_tap_from_the_play_and_its_end(self):
        play, over = closed(), finished()
        for page in (at("plays:more", play), at("plays:stage", play, "1")):
            assert at("results:sheet", play) in owners_phone(play).get(page).content.decode()
        for phone in (owners_phone(over), guests_phone(over)):
            assert at("results:sheet", over) in phone.get(at("plays:play", over)).content.decode()

    def test_it_asks_the_database_as_often_with_few_seats_as_with_many(self, django_assert_max_num_queries):
        for names in (("Anna", "Ben"), ("Anna", "Ben", "Chris", "Dora", "Emil")):
            play = finished(names=names)
            phone = owners_phone(play)
            with django_assert_max_num_queries(7):
                phone.get(at("results:sheet", play))


class TestListOfAGroup:
    def page_of(self, play, query=""):
        return owners_phone(play).get(f"/groups/{play.group.uuid}/sheet?{query}")

    def another(self, play, **of_the_play):
        return start(
            play.game,
            person=owner_of(play),
            group=play.group,
            names=["Anna", "Ben"],
            options={},
            **{"played_on": DAY, **of_the_play},
        )

    def test_each_play_has_a_row_the_newest_first(self):
        play = finished(cards=TYPED)
        Play.objects.filter(pk=play.pk).update(place="At Dora’s")
        self.another(play, played_on=DAY + datetime.timedelta(days=1))
        text = text_of(self.page_of(play))
        assert "1 play · unfinished: 1" in text
        assert "21 Nov 2026 Tuareg · in progress Anna, Ben" in text
        assert "20 Nov 2026 Tuareg ★ Anna 6 , Ben 5, Chris 0 At Dora’s" in text
        assert text.index("21 Nov") < text.index("20 Nov")

    def test_a_year_can_be_chosen_where_there_are_several(self):
        play = a_play()
        assert "Year" not in text_of(self.page_of(play))
        self.another(play, played_on=datetime.date(2024, 2, 29))
        Play.objects.update(state="finished")
        assert "Year" in text_of(self.page_of(play))
        text = text_of(self.page_of(play, "year=2024"))
        assert "1 play, 2024" in text
        assert "20 Nov 2026" not in text
        assert "2 plays" in text_of(self.page_of(play, "year=1999"))

    def test_of_very_many_plays_it_shows_a_year_at_a_time(self, monkeypatch):
        monkeypatch.setattr(views, "MOST_IN_A_LIST", 1)
        play = a_play()
        self.another(play, played_on=datetime.date(2024, 2, 29))
        page = self.page_of(play)
        assert "unfinished: 1" in text_of(page)
        assert ", 2026" in text_of(page)
        assert b'<option value="">' not in page.content
        assert ", 2024" in text_of(self.page_of(play, "year=2024"))

    def test_what_was_deleted_is_not_on_it(self):
        play = a_play()
        delete(self.another(play), person=owner_of(play))
        Play.objects.update(state="finished")
        assert "1 play" in text_of(self.page_of(play))

    def test_a_group_that_played_nothing_yet_gets_an_inviting_sentence(self):
        play = a_play()
        delete(play, person=owner_of(play))
        assert "No plays yet." in text_of(self.page_of(play))

    def test_it_asks_the_database_as_often_however_much_was_played(self, django_assert_max_num_queries):
        play = a_play()
        for _ in range(5):
            self.another(play)
        phone = owners_phone(play)
        with django_assert_max_num_queries(7):
            phone.get(f"/groups/{play.group.uuid}/sheet")

    def test_the_group_leads_there(self):
        play = a_play()
        assert (
            f"/groups/{play.group.uuid}/sheet"
            in owners_phone(play).get(f"/groups/{play.group.uuid}/plays").content.decode()
        )
