"""The page for totals only: points, places or who won, with the people, the day and the place."""

import re
from io import BytesIO

import pytest

from companion.collection.known_titles import games_by_title
from companion.entry.scorepad import Scorepad
from companion.models import Play
from companion.results.sharing.contents import build_summary
from companion.results.sharing.layout import SHAPES
from companion.results.sharing.shapes import Box, Writing
from companion.results.sharing.table import Place, draw_ranks
from companion.transfer.caravan.imports import import_plays
from tests.phones import a_play, owner_of, owners_phone, text_of

pytestmark = pytest.mark.django_db

NAMES = ("Anna", "Ben", "Clara", "Dirk")


@pytest.fixture
def group():
    return a_play().group


@pytest.fixture
def phone(group):
    return owners_phone(group.plays.first())


@pytest.fixture
def path(group):
    return f"/groups/{group.uuid}/totals"


def filled(*figures, **more):
    lines = {f"player-{place}": name for place, name in enumerate(NAMES[: len(figures)])}
    lines |= {f"total-{place}": figure for place, figure in enumerate(figures) if figure != "out"}
    lines |= {f"out-{place}": "1" for place, figure in enumerate(figures) if figure == "out"}
    return {"title": "Heat", "played_on": "2026-11-20", **lines, **more}


def saved(phone, path, sent):
    answer = phone.post(path, sent)
    assert answer.status_code == 302, text_of(answer)
    return Play.objects.latest("pk")


def refused(phone, path, sent):
    before = Play.objects.count()
    answer = phone.post(path, sent)
    assert answer.status_code == 422
    assert Play.objects.count() == before
    return text_of(answer)


def ranks_of(play):
    return [seat.rank for seat in play.seats.all()]


def winners_of(play):
    return [str(seat) for seat in play.seats.all() if seat.is_winner]


class TestBrokenTie:
    @pytest.fixture
    def play(self, phone, path):
        return saved(phone, path, filled("24.5", "24.5", "18.25", "−3", known="points", **{"won-1": "1"}))

    def test_the_result_reads_as_any_other_with_the_total_and_what_decided(self, phone, play):
        page = phone.get(f"/plays/{play.uuid}/")
        assert "Ben wins on the tiebreaker 24.5" in text_of(page)
        [table] = re.findall(r'<table class="sheet.*?</table>', page.content.decode(), re.S)
        assert "Has won" not in table
        assert re.findall(r"<b>([^<]+)</b>", table) == ["24.5", "24.5", "18.25", "−3"]

    def test_a_screen_for_everyone_shows_the_totals_that_were_noted(self, phone, play):
        page = text_of(phone.get(f"/plays/{play.uuid}/watch"))
        assert "Ben wins on the tiebreaker 24.5" in page
        assert "B 1 A 2 C 3 D 4 Ben Anna Clara Dirk Total 24.5 24.5 18.25 −3" in page
        assert "Has won" not in page

    def test_ranking_has_the_totals_that_were_noted(self, phone, play):
        page = text_of(phone.get(f"/plays/{play.uuid}/"))
        assert "1 Ben 24.5 points 2 Anna 24.5 points 3 Clara 18.25 points 4 Dirk −3 points" in page

    def test_who_won_can_still_be_corrected(self, phone, play):
        assert "Has won" in text_of(phone.get(f"/plays/{play.uuid}/stages/end"))


class TestPlaces:
    def test_tied_people_share_a_place_and_the_next_one_is_skipped(self, phone, path):
        play = saved(phone, path, filled("2", "1", "2", "4", known="places"))
        assert (ranks_of(play), winners_of(play)) == ([2, 1, 2, 4], ["Ben"])
        assert [seat.points for seat in play.seats.all()] == [None] * 4

    def test_the_result_calls_them_places_and_says_of_how_many_the_winner_is_first(self, phone, path):
        play = saved(phone, path, filled("2", "1", "2", "4", known="places"))
        page = text_of(phone.get(f"/plays/{play.uuid}/"))
        assert "Ben first of 4" in page
        assert "Place 2 1 2 4" in page
        assert "Position" not in page

    def test_two_in_first_place_share_the_win(self, phone, path):
        play = saved(phone, path, filled("1", "1", "3", known="places"))
        assert (ranks_of(play), winners_of(play)) == ([1, 1, 3], ["Anna", "Ben"])

    def test_whoever_is_out_has_no_place_and_comes_last(self, phone, path):
        play = saved(phone, path, filled("2", "1", "out", "out", known="places"))
        assert (ranks_of(play), winners_of(play)) == ([2, 1, 3, 3], ["Ben"])
        page = text_of(phone.get(f"/plays/{play.uuid}/"))
        assert not re.search(r"\b0\b", page), page
        page = text_of(phone.get(f"/plays/{play.uuid}/"))
        assert "21" not in page
        assert "No place was entered" in page

    @pytest.mark.parametrize(
        ("figures", "why"),
        [
            (("2", "1", "2", "3"), "Place 3 doesn’t fit: the next one is 4."),
            (("2", "3"), "Place 2 doesn’t fit: the next one is 1."),
            (("1", ""), "Ben has no place. Enter it, or tick “out”."),
            (("out", "out"), "Nobody has first place."),
            (("1", "x"), "isn’t a number"),
        ],
    )
    def test_places_that_cannot_be_are_refused(self, phone, path, figures, why):
        assert why in refused(phone, path, filled(*figures, known="places"))

    def test_correcting_offers_no_place_beyond_the_number_of_players(self, phone, path):
        play = saved(phone, path, filled("2", "1", "3", known="places"))
        assert 'data-highest="3"' in phone.get(f"/plays/{play.uuid}/stages/end/correct/place__").content.decode()

    def test_places_of_a_known_game_are_of_that_game(self, phone, group, path):
        play = saved(phone, path, filled("1", "2", title="Tuareg", known="places"))
        assert (play.game_slug, ranks_of(play)) == ("tuareg", [1, 2])

    def test_the_file_of_all_plays_brings_them_to_another_group(self, phone, group, path):
        saved(phone, path, filled("2", "1", "2", "out", known="places", title="Tuareg"))
        file = phone.get(f"/groups/{group.uuid}/export").getvalue()
        other = a_play()
        import_plays(other.group, BytesIO(file), person=owner_of(other))
        found = other.group.plays.get(game_slug="tuareg", state="finished")
        assert ranks_of(found) == [2, 1, 2, 4]


class TestWonOrLost:
    def test_several_crowns_win_together(self, phone, path):
        play = saved(phone, path, filled("", "", "", known="winner", **{"won-0": "1", "won-2": "1"}))
        assert winners_of(play) == ["Anna", "Clara"]

    def test_where_no_points_are_known_the_result_has_no_row_of_them(self, phone, path):
        ticks = {"won-0": "1"}
        without = saved(phone, path, filled("", "", "", known="winner", **ticks))
        assert "Total" not in text_of(phone.get(f"/plays/{without.uuid}/"))
        known = saved(phone, path, filled("3", "", "", known="winner", **ticks))
        assert "Total" in text_of(phone.get(f"/plays/{known.uuid}/"))

    def test_nobody_wins_only_if_that_is_said(self, phone, path):
        assert "No winner is ticked." in refused(phone, path, filled("", "", known="winner"))
        play = saved(phone, path, filled("", "", known="winner", nobody="1"))
        assert winners_of(play) == []
        assert "nobody has won" in text_of(phone.get(f"/plays/{play.uuid}/")).lower()

    @pytest.mark.parametrize("page", ["", "stages/end", "watch", "sheet"])
    def test_nobody_has_a_rank_where_nobody_won(self, phone, path, page):
        its = {
            known: saved(phone, path, filled("", "", known="winner", **{known: "1"})) for known in ("nobody", "won-0")
        }
        pages = {known: phone.get(f"/plays/{play.uuid}/{page}").content.decode() for known, play in its.items()}
        ranked = re.compile(r'class="(rank|place|steps|podium|bar)"')
        assert ranked.search(pages["won-0"])
        assert not ranked.search(pages["nobody"].replace('<section class="podium', ""))

    def test_picture_of_a_play_that_nobody_won_has_no_ranks(self, phone, path):
        play = saved(phone, path, filled("", "", known="winner", nobody="1"))
        picture = build_summary(play, Scorepad(play))
        assert [column.rank for column in picture.columns] == [0, 0]
        assert "1" not in [
            each.text for each in draw_ranks(picture, Place(0, 0, 400, 40), 60) if isinstance(each, Writing)
        ]

    def test_picture_of_a_play_that_nobody_won_has_no_steps(self, phone, path):
        won, lost = ({"won-0": "1"}, {"nobody": "1"})
        plays = [saved(phone, path, filled("7", "4", known="winner", **its)) for its in (won, lost)]
        shapes = [SHAPES["tall"](build_summary(play, Scorepad(play))).shapes for play in plays]
        # Nothing else is as round as the top of a step.
        steps = [[each for each in its if isinstance(each, Box) and each.round == 10] for its in shapes]
        assert [len(its) for its in steps] == [2, 0]
        assert {"7", "4"} <= {each.text for each in shapes[1] if isinstance(each, Writing)}

    def test_a_winner_and_nobody_contradict_each_other(self, phone, path):
        sent = filled("", "", known="winner", nobody="1", **{"won-1": "1"})
        assert "Ben is ticked, and so is “Nobody won”." in refused(phone, path, sent)


class TestCoop:
    @pytest.mark.parametrize(
        ("ticks", "winners"), [({"nobody": "1"}, []), ({"won-0": "1", "won-1": "1"}, ["Anna", "Ben"])]
    )
    def test_coop_game_is_won_or_lost_by_everyone(self, phone, path, ticks, winners):
        play = saved(phone, path, filled("", "", title="Pandemic", known="winner", **ticks))
        assert (play.game_slug, winners_of(play)) == ("pandemic", winners)

    @pytest.mark.parametrize(("page", "about"), [("title", {"game": "Pandemic"}), ("game", {"of": "pandemic"})])
    def test_page_asks_of_a_coop_game_whether_it_was_won(self, phone, path, page, about):
        html = phone.get(path, about).content.decode()
        assert 'value="winner" checked' in html
        assert page == "game" or '<option value="Pandemic" data-wins="winner">' in html

    @pytest.mark.parametrize(
        ("slug", "offered"), [("pandemic", ["winner"]), ("tuareg", ["points", "places", "winner"])]
    )
    def test_page_of_a_coop_game_offers_nothing_but_won_or_lost(self, phone, path, slug, offered):
        html = phone.get(path, {"of": slug}).content.decode()
        assert re.findall(r'name="known" value="(\w+)"', html) == offered

    def test_points_of_a_coop_game_are_refused_with_what_to_choose(self, phone, path):
        sent = filled("4", "3", title="Pandemic", known="points", wins="most")
        assert "Pandemic is won or lost together. Choose “Won or lost”." in refused(phone, path, sent)

    def test_one_winner_of_a_coop_game_is_refused(self, phone, path):
        sent = filled("", "", title="Pandemic", known="winner", **{"won-0": "1"})
        assert "In Pandemic, everyone wins or everyone loses." in refused(phone, path, sent)


class TestTheGame:
    def test_as_many_stand_there_at_first_as_the_game_takes(self, phone, path):
        saved(phone, path, filled("4", "3", "2", title="Heat"))
        pages = [phone.get(path, {"of": of}) for of in ("hearts", "chess")]
        seats = [[line.player for line in page.context["form"].lines if line.player] for page in pages]
        assert seats == [["Anna", "Ben", "Clara"], ["Anna", "Ben"]]

    @pytest.mark.parametrize(("title", "winner"), [("Hearts", "Ben"), ("ハーツ", "Ben"), ("Heat", "Anna")])
    def test_a_title_that_is_known_brings_its_rule(self, phone, path, title, winner):
        play = saved(phone, path, filled("41", "38", title=title, known="points", wins=""))
        assert winners_of(play) == [winner]

    def test_lowest_points_win_a_new_game_if_chosen(self, phone, path):
        play = saved(phone, path, filled("41", "38", known="points", wins="fewest"))
        assert winners_of(play) == ["Ben"]
        again = saved(phone, path, filled("41", "38", known="points", wins=""))
        assert winners_of(again) == ["Ben"]
        assert again.game_slug == play.game_slug

    def test_titles_to_choose_are_those_of_group_and_library_in_any_language(self, phone, group, path):
        saved(phone, path, filled("41", "38", title="Our own game", known="points", wins="fewest"))
        page = phone.get(path).content.decode()
        for title, wins in (("Our own game", "fewest"), ("Hearts", "fewest"), ("ハーツ", "fewest"), ("Tuareg", "most")):
            assert f'<option value="{title}" data-wins="{wins}">' in page
        assert {"Hearts", "ハーツ", "Our own game"} <= set(games_by_title(group))

    def test_a_game_for_places_begins_with_places(self, phone, group, path):
        play = saved(phone, path, filled("1", "2", title="Boat race", known="places"))
        page = phone.get(path, {"of": play.game_slug}).content.decode()
        assert 'value="places" checked' in page
        assert 'value="points" checked' in phone.get(path).content.decode()


class TestPeople:
    def test_someone_new_gets_the_colour_that_was_chosen(self, phone, group, path):
        saved(phone, path, filled("41", "38", "3", "5", **{"colour-3": "7"}))
        assert group.players.get(name="Dirk").colour == 7

    def test_day_and_place_are_those_of_the_form(self, phone, path):
        play = saved(phone, path, filled("41", "38", place="Lake house"))
        assert (play.place, play.played_on.isoformat()) == ("Lake house", "2026-11-20")

    def test_everyone_of_the_group_can_be_chosen_with_those_of_the_last_table_seated(self, phone, group, path):
        saved(phone, path, filled("41", "38", "1", "2"))
        saved(phone, path, filled("41", "38"))
        page = phone.get(path).content.decode()
        chips = re.findall(r'<button class="person" name="\w+" value="(\w+)" aria-pressed="(\w+)"', page)
        assert chips[:2] == [("Anna", "true"), ("Ben", "true")]
        assert {("Clara", "false"), ("Dirk", "false"), ("Chris", "false")} <= set(chips)


def test_running_counter_is_reached_from_totals_and_ends_as_a_play_of_totals(phone, path):
    assert f'href="{path}/counter?game=Heat"' in phone.get(f"{path}?game=Heat").content.decode()
    assert "Running counter" in text_of(phone.get(f"{path}/counter"))
    assert "Anna" in text_of(phone.get(f"{path}/counter"))
    play = saved(phone, f"{path}/counter", filled("20", "0", known="points", by="5", start="20"))
    assert [(seat.points, seat.is_winner) for seat in play.seats.all()] == [(20, True), (0, False)]
    assert "Running counter" in refused(phone, f"{path}/counter", filled("20", "0", title=""))
