"""The library, sheets of one's own, and plays of which only the totals are known."""

import html
import json
import re
from decimal import Decimal

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from companion.collection.kinds import KINDS
from companion.models import OwnSheet, Play, SheetVersion
from companion.models.sheets import games_in_collection
from companion.rules.library import EVERY_GAME, LIBRARY, sheet
from companion.rules.sheets import rows, schema
from tests.collection.making import makers_form
from tests.lanes import long
from tests.phones import a_play, count, form_to, owner_of, owners_phone, text_of

pytestmark = pytest.mark.django_db
# Rows of these kinds are added, filled in and kept by other tests of every day.
ADDED_ELSEWHERE = ("count", "yes", "choice", "most", "sets", "multiplied", "bid")


@pytest.fixture
def group():
    return a_play().group


@pytest.fixture
def phone(group):
    return owners_phone(group.plays.first())


def path(group, rest=""):
    return f"/groups/{group.uuid}/{rest}"


def page(phone, address, **asked):
    answer = phone.get(address, asked)
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode()


def made(phone, group, title="Our game"):
    phone.post(path(group, "sheets/make"), {"title": title})
    return OwnSheet.objects.latest("pk")


def change(phone, group, own, **data):
    return phone.post(path(group, f"sheets/{own.slug}/"), data)


class TestLibrary:
    def test_back_from_a_game_returns_to_the_search(self):
        found = Client().get("/library", {"q": "wonders", "players": "3"})
        [address] = re.findall(r'href="(/games/7-wonders\?[^"]+)"', found.content.decode())
        page_of_game = Client().get(html.unescape(address)).content.decode()
        [back] = re.findall(r'class="back" href="([^"]+)"', page_of_game)
        assert text_of(Client().get(html.unescape(back))) == text_of(found)

    def test_it_shows_every_ready_sheet(self):
        text = page(Client(), "/library")
        for key in EVERY_GAME:
            assert f'href="/games/{key}"' in text

    @pytest.mark.parametrize("words", ["kniffel", "ヤッツィー", "YAHTZEE"])
    def test_a_search_finds_a_game_in_any_language(self, words):
        text = page(Client(), "/library", q=words)
        assert 'href="/games/yahtzee?' in text
        assert 'href="/games/azul' not in text

    def test_where_nothing_is_found_the_words_begin_a_sheet_of_ones_own(self, phone, group):
        text = page(phone, "/library", q="Zorro <3", group=str(group.uuid))
        assert "No ready sheet for Zorro &lt;3" in text
        assert 'value="Zorro &lt;3"' in text
        assert f'href="{path(group, "totals")}?game=Zorro%20%3C3"' in text

    @pytest.mark.parametrize("words", ["", "h", "zorro"])
    def test_totals_and_a_sheet_of_ones_own_are_always_offered_for_what_was_searched(self, words):
        text = page(Client(), "/library", q=words)
        assert f'href="/totals{f"?game={words}" if words else ""}"' in text
        assert f'href="/sheets/new?game={words}"' in text

    @pytest.mark.parametrize("words", ["tuareg", "ファイブ"])
    def test_a_search_finds_the_games_with_rules_of_their_own_too(self, words):
        assert "No ready sheet" not in page(Client(), "/library", q=words)

    def test_the_name_by_which_a_game_was_found_is_shown_and_marked(self):
        text = page(Client(), "/library", q="KNIFF")
        assert "<mark>Kniff</mark>el" in text
        assert "Yahtzee" in text

    def test_games_that_the_group_has_played_come_first(self, phone, group):
        group.plays.update(state=Play.State.FINISHED)
        text = page(phone, "/library", group=str(group.uuid))
        assert text.index("You played") < text.index('href="/games/tuareg') < text.index("All games")

    def test_a_tap_takes_a_sheet_and_leads_to_its_start(self, phone, group):
        answer = phone.post(path(group, "sheets/take"), {"slug": "azul"})
        assert answer.url == f"/games/azul?group={group.uuid}"
        assert "azul" in {game.slug for game in games_in_collection(group)}
        phone.post(path(group, "sheets/take"), {"slug": "azul"})
        assert SheetVersion.objects.count() == 1
        assert phone.post(path(group, "sheets/take"), {"slug": "nonesuch"}).status_code == 404

    def test_one_that_was_taken_may_be_changed_into_ones_own(self, phone, group):
        phone.post(path(group, "sheets/take"), {"slug": "azul"})
        own = OwnSheet.objects.get()
        change(phone, group, own, row_key="track", save="1", label="our track", least="")
        assert own.newest.data["rows"][0]["label"] == "our track"
        assert sheet("azul")["rows"][0]["label"]["en"] == "points on the score track"

    def test_it_leads_there_from_the_first_page_and_a_groups(self, phone, group):
        assert 'href="/library"' in page(Client(), "/")
        answer = phone.post(path(group, "start"), {"other": "1"})
        assert answer.url == f"/library?group={group.uuid}"
        assert '<button class="button quiet-button wide" name="other"' in page(phone, path(group))


class TestTotals:
    def filled(self, **more):
        lines = {"player-0": "Anna", "total-0": "41", "player-1": "Ben", "total-1": "−3"}
        return {"title": "Old game", "played_on": "2026-11-20", "wins": "most", **lines, **more}

    def test_names_and_totals_are_a_play_that_is_over(self, phone, group):
        answer = phone.post(path(group, "totals"), self.filled())
        play = Play.objects.latest("pk")
        assert answer.url == f"/plays/{play.uuid}/"
        assert play.is_finished
        assert [(str(seat), seat.points, seat.is_winner) for seat in play.seats.all()] == [
            ("Anna", 41, True),
            ("Ben", -3, False),
        ]
        assert "Old game" in page(phone, answer.url)
        player = play.seats.first().player
        assert "Old game" in page(phone, path(group, f"players/{player.pk}"))

    def test_what_is_sent_twice_is_one_play(self, phone, group):
        play_id = form_to("", phone.get(path(group, "totals")))["play_id"]
        sent = [phone.post(path(group, "totals"), self.filled(play_id=play_id)) for _ in range(2)]
        assert sent[0].url == sent[1].url == f"/plays/{play_id[0]}/"
        assert Play.objects.filter(state=Play.State.FINISHED).count() == 1

    def test_an_id_that_is_of_a_play_elsewhere_makes_none(self, phone, group):
        assert phone.post(path(group, "totals"), self.filled(play_id=a_play().uuid)).status_code == 404
        assert not Play.objects.filter(state=Play.State.FINISHED).exists()

    def test_a_game_of_the_same_name_is_the_same_game(self, phone, group):
        for title in ("Old game", "old GAME "):
            phone.post(path(group, "totals"), self.filled(title=title))
        assert OwnSheet.objects.count() == 1
        assert Play.objects.filter(state=Play.State.FINISHED).count() == 2

    def test_a_known_title_brings_who_wins(self, phone, group):
        phone.post(path(group, "totals"), self.filled(wins="fewest"))
        phone.post(path(group, "totals"), self.filled(wins=""))
        assert OwnSheet.objects.count() == 1
        assert [seat.is_winner for seat in Play.objects.latest("pk").seats.all()] == [False, True]

    @pytest.mark.parametrize(
        ("title", "slug", "winner"),
        [
            ("Tuareg", "tuareg", "Anna"),
            ("ハーツ", "hearts", "Ben"),
            ("hearts", "hearts", "Ben"),
            ("6 nimmt", "6-nimmt", "Ben"),
        ],
    )
    def test_a_title_of_the_library_or_with_rules_is_that_game(self, phone, group, title, slug, winner):
        phone.post(path(group, "totals"), self.filled(title=title, wins=""))
        play = Play.objects.latest("pk")
        assert play.game_slug == slug
        assert [str(seat) for seat in play.seats.all() if seat.is_winner] == [winner]

    def test_another_way_to_win_is_asked_about_and_not_a_second_game_in_silence(self, phone, group):
        phone.post(path(group, "totals"), self.filled())
        answer = phone.post(path(group, "totals"), self.filled(wins="fewest"))
        assert answer.status_code == 422
        assert "There is a game of this name already." in text_of(answer)
        first = OwnSheet.objects.get()
        assert f'value="{first.slug}"' in answer.content.decode()
        phone.post(path(group, "totals"), self.filled(wins="fewest", which=first.slug))
        play = Play.objects.latest("pk")
        assert play.game_slug == first.slug
        assert [seat.is_winner for seat in play.seats.all()] == [False, True]
        phone.post(path(group, "totals"), self.filled(wins="fewest", which="another"))
        assert Play.objects.latest("pk").game_slug != first.slug
        assert phone.post(path(group, "totals"), self.filled(wins="")).status_code == 422

    def test_a_sheet_of_a_known_name_is_asked_about(self, phone, group):
        answer = phone.post(path(group, "sheets/make"), {"title": "tuareg"})
        assert answer.status_code == 422
        assert "There is a game of this name already." in text_of(answer)
        assert not OwnSheet.objects.exists()
        phone.post(path(group, "sheets/make"), {"title": "tuareg", "another": "1"})
        assert OwnSheet.objects.count() == 1

    def test_who_was_offered_and_is_not_ticked_did_not_play(self, phone, group):
        offered = {"player-2": "Chris", "offered-2": "Chris", "player-3": "Dora", "offered-3": "Dora", "played-3": "1"}
        won = {"wins": "winner", "won-1": "1", "total-0": "", "total-1": "", **offered}
        phone.post(path(group, "totals"), self.filled(**won))
        assert [str(seat) for seat in Play.objects.latest("pk").seats.all()] == ["Anna", "Ben", "Dora"]

    def test_beside_who_won_points_are_kept_where_they_are_known(self, phone, group):
        answer = phone.post(path(group, "totals"), self.filled(wins="winner", **{"won-1": "1", "total-0": ""}))
        play = Play.objects.latest("pk")
        assert [(seat.points, seat.is_winner) for seat in play.seats.all()] == [(None, False), (-3, True)]
        assert play.high_score == -3
        assert "−3" in page(phone, answer.url)

    @pytest.mark.parametrize(
        ("typed", "points"),
        [("–3", -3), ("+5", 5), ("3-4", -1), ("٣", 3), ("25000", 25000), ("86+84+", 170), ("1.250", 1250), ("10.0", 10)]
        + [("10,5", Decimal("10.5")), ("999999999.99", Decimal("999999999.99")), ("-999 999 999", -999_999_999)],
    )
    def test_a_total_means_what_it_means_in_a_file(self, phone, group, typed, points):
        answer = phone.post(path(group, "totals"), self.filled(**{"total-0": typed}))
        seat = Play.objects.latest("pk").seats.first()
        assert seat.points == points
        assert type(seat.points) is type(points)
        assert seat.play.high_score == max(points, -3)
        assert page(phone, answer.url)

    def test_a_play_without_points_shows_none_anywhere(self, phone, group):
        won = {"title": "Go night", "wins": "winner", "won-1": "1", "total-0": "", "total-1": ""}
        phone.post(path(group, "totals"), self.filled(**won))
        play = Play.objects.latest("pk")
        anna, ben = (seat.player.pk for seat in play.seats.all())
        pages = ["plays", "games", f"games/{play.game_slug}", f"players/{anna}", f"players/{ben}", "years/2026"]
        pages += [f"players/{anna}/against/{ben}"]
        for place in pages:
            answer = phone.get(path(group, place), follow=True)
            text = text_of(answer)
            assert answer.status_code == 200, place
            assert "None" not in text, place
            assert not re.search(r"\b0 points", text), place
        listed = text_of(phone.get(path(group, "plays")))
        assert re.search(r"Ben\s+\(winner\)", listed)

    def test_decimals_are_shown_in_the_readers_language(self, phone, group):
        answer = phone.post(path(group, "totals"), self.filled(**{"total-0": "10.50"}))
        group.language = "de"
        for language, shown in (("en", "10.5"), ("de", "10,5"), ("ja", "10.5")):
            text = text_of(phone.get(answer.url, headers={"Accept-Language": language}))
            assert shown in text, language
            assert "10.50" not in text

    def test_it_is_enough_to_know_who_won(self, phone, group):
        phone.post(path(group, "totals"), self.filled(wins="winner", **{"won-1": "1", "total-0": "", "total-1": ""}))
        assert [seat.is_winner for seat in Play.objects.latest("pk").seats.all()] == [False, True]

    @pytest.mark.parametrize(
        ("change", "why"),
        [
            ({"title": " "}, "required"),
            ({"player-0": "", "player-1": ""}, "Enter at least one name."),
            ({"player-1": "anna"}, "Two players are called"),
            ({"total-1": "x"}, "isn’t a number"),
            ({"total-1": "8/4"}, "or a sum like 8+4"),
            long({"total-1": ""}, "Ben has no total."),
            ({"total-1": "1000000000"}, "at most 999999999.99."),
            ({"total-1": "1.234,567"}, "isn’t a number"),
            ({"wins": "winner"}, "No winner is ticked."),
            ({"played_on": "2999-01-01"}, "This date is in the future."),
        ],
    )
    def test_what_is_missing_is_said_and_what_was_typed_stays(self, phone, group, change, why):
        before = Play.objects.count()
        answer = phone.post(path(group, "totals"), self.filled(**change))
        text = answer.content.decode()
        assert answer.status_code == 422
        assert why in text or why == "required"
        assert 'class="fault"' in text
        assert 'value="41"' in text
        assert Play.objects.count() == before
        assert not OwnSheet.objects.exists()


class TestMaker:
    def test_what_is_being_typed_is_saved(self, phone, group):
        own = made(phone, group)
        answer = change(phone, group, own, row_key="r1", look="1", label="gold")
        assert "✓ Saved" in text_of(answer)
        assert own.newest.data["rows"][0]["label"] == "gold"
        answer = change(phone, group, own, settings="1", look="1", title="Gold", **{"from": "2", "to": "4"})
        assert "✓ Saved" in text_of(answer)
        assert own.newest.data["title"] == "Gold"

    def test_what_cannot_be_right_is_not_saved_while_it_is_typed(self, phone, group):
        own = made(phone, group)
        answer = change(phone, group, own, settings="1", look="1", title="Gold", **{"from": "x", "to": "4"})
        assert "✓ Saved" not in text_of(answer)
        assert "Not saved" in text_of(answer)
        assert "fault" in answer.content.decode()
        assert own.newest.data["title"] == "Our game"

    def test_the_button_says_that_it_has_saved(self, phone, group):
        own = made(phone, group)
        answer = phone.post(
            path(group, f"sheets/{own.slug}/"), {"row_key": "r1", "save": "1", "label": "x"}, follow=True
        )
        assert "Saved." in text_of(answer)

    def test_a_sheet_begins_with_a_name_and_can_be_played_at_once(self, phone, group):
        own = made(phone, group)
        text = page(phone, path(group, f"sheets/{own.slug}/"))
        assert "Our game" in text
        assert page(phone, f"/games/{own.slug}", group=str(group.uuid))
        assert "Our game" in page(phone, path(group))

    def test_without_a_name_there_is_none(self, phone, group):
        answer = phone.post(path(group, "sheets/make"), {"title": " "}, follow=True)
        assert "A text is missing." in answer.content.decode()
        assert not OwnSheet.objects.exists()

    def test_every_kind_of_row_that_scores_can_be_made_and_no_other(self):
        assert set(KINDS) == set(rows.KINDS) == set(schema.KINDS)

    @pytest.mark.parametrize(
        "kind", [long(key) if key in ADDED_ELSEWHERE else key for key, kind in KINDS.items() if kind.is_offered]
    )
    def test_a_row_of_each_kind_is_added_shown_and_saved_as_it_is(self, phone, group, kind):
        own = made(phone, group)
        for earlier in ("count", "count", "yes"):
            change(phone, group, own, add=earlier)
        answer = change(phone, group, own, add=kind)
        assert answer.status_code == 302, answer.content.decode()
        assert own.newest.data["rows"][-1]["kind"] == kind
        text = page(phone, answer.url.partition("#")[0])
        assert str(KINDS[kind].label) in text
        before = own.newest.data
        sent = makers_form(phone.get(answer.url))
        change(phone, group, own, **sent | {"row_key.r5:save": "1", "row_key.r5:label": "called so"})
        *others, its = before["rows"]
        assert own.newest.data == {**before, "rows": [*others, its | {"label": "called so"}]}

    def test_a_majority_is_made_and_says_what_it_brings(self, phone, group):
        own = made(phone, group)
        change(phone, group, own, add="most")
        row = {"row_key": "r2", "save": "1", "label": "forests", "places": "7 3", "ties": "nobody", "at_least": "2"}
        assert change(phone, group, own, **row).status_code == 302
        assert own.newest.data["rows"][1] == {
            "key": "r2",
            "label": "forests",
            "kind": "most",
            "places": [7, 3],
            "ties": "nobody",
            "at_least": 2,
        }
        tried = {"try-0-r2": "5", "try-1-r2": "3", "try-2-r2": "1"}
        text = page(phone, path(group, f"sheets/{own.slug}/"), **tried)
        assert "Most forests: 5, ahead of Ben with 3" in text

    def test_what_is_ruled_out_and_where_nobody_scores_is_ticked(self, phone, group):
        own = made(phone, group)
        change(phone, group, own, add="yes")
        text = page(phone, path(group, f"sheets/{own.slug}/"))
        assert "then nobody scores in" in text
        row = {"row_key": "r2", "save": "1", "label": "double", "worth": "200"}
        assert change(phone, group, own, **row, **{"rules_out.r1": "1"}).status_code == 302
        assert own.newest.data["rows"][1]["rules_out"] == ["r1"]
        assert change(phone, group, own, **row).status_code == 302
        assert "rules_out" not in own.newest.data["rows"][1]
        change(phone, group, own, add="most")
        row = {
            "row_key": "r3",
            "save": "1",
            "label": "puddings",
            "places": "6",
            "ties": "split",
            "unless_all_level": "1",
        }
        assert change(phone, group, own, **row).status_code == 302
        assert own.newest.data["rows"][2]["unless_all_level"] is True
        change(phone, group, own, add="bid")
        row = {"row_key": "r4", "save": "1", "label": "tricks", "zero_hit.round": "10", "deck": "70"}
        assert change(phone, group, own, **row).status_code == 302
        assert own.newest.data["rows"][3]["deck"] == 70

    def test_what_is_known_by_the_number_of_players_is_shown_and_stays(self, phone, group):
        row = {"row_key": "mountains_bonus", "save": "1", "label": "mountains", "ties": "all"}
        phone.post(path(group, "sheets/take"), {"slug": "cascadia"})
        own = OwnSheet.objects.get()
        at = next(number for number, row in enumerate(own.newest.data["rows"], 1) if row["key"] == "mountains_bonus")
        assert "set separately for each player count" in page(phone, path(group, f"sheets/{own.slug}/"))
        before = own.newest.data["rows"][at - 1]
        assert change(phone, group, own, **row).status_code == 302
        after = own.newest.data["rows"][at - 1]
        assert (after["places"], after["at_least"]) == (before["places"], before["at_least"])
        assert after["ties"] == "all"

    @pytest.mark.parametrize(
        ("kind", "typed", "said"),
        [
            ("count", {"worth": ""}, "“worth” is missing."),
            ("count", {"worth": "x"}, "Must be a whole number."),
            ("table", {"values": ""}, "At least 1 needed, not 0."),
            long("table", {"values": "0 1 zwei"}, "Must be a whole number."),
            ("most", {"places": "5", "ties": "fight"}, "isn’t one of share"),
            ("choice", {"choices": "only one 3"}, "At least 2 needed, not 1."),
        ],
    )
    def test_what_cannot_be_is_said_beside_the_row_and_keeps_what_was(self, phone, group, kind, typed, said):
        own = made(phone, group)
        change(phone, group, own, add=kind)
        before = own.newest.data
        answer = change(phone, group, own, row_key="r2", save="1", label="gems", **typed)
        assert answer.status_code == 422
        assert said in text_of(answer)
        assert own.newest.data == before

    def test_rows_move_and_go(self, phone, group):
        own = made(phone, group)
        change(phone, group, own, add="count")
        change(phone, group, own, row_key="r2", up="1")
        assert [row["kind"] for row in own.newest.data["rows"]] == ["count", "points"]
        change(phone, group, own, row_key="r2", remove="1")
        assert [row["kind"] for row in own.newest.data["rows"]] == ["points"]
        answer = change(phone, group, own, row_key="r1", remove="1")
        assert "A sheet has at least one row." in answer.content.decode()

    def test_a_row_that_somebody_else_has_moved_meanwhile_is_still_the_one_that_is_saved(self, phone, group):
        own = made(phone, group)
        change(phone, group, own, add="count")
        change(phone, group, own, row_key="r2", up="1")
        answer = change(phone, group, own, row_key="r2", save="1", label="eggs", worth="3")
        rows = own.newest.data["rows"]
        assert [(row["kind"], row["label"]) for row in rows] == [("count", "eggs"), ("points", rows[1]["label"])]
        assert "row_key=r2" in answer.url

    def test_how_it_goes_is_set(self, phone, group):
        own = made(phone, group)
        how = {"title": "Other", "from": "3", "to": "6", "rounds": "total", "rounds_total": "100", "dealer": "1"}
        answer = change(phone, group, own, settings="1", wins="fewest", played="alone", asked="cards", **how)
        assert answer.status_code == 302
        data = own.newest.data
        assert (data["title"], data["players"], data["rounds"]) == ("Other", [3, 6], {"total": 100, "dealer": True})
        assert (data["wins"], data["ties"]) == ("fewest", [{"asked": "tie_figure", "label": "cards"}])
        answer = change(phone, group, own, settings="1", **{**how, "from": "7"})
        assert answer.status_code == 422
        assert "7 is more than 6." in answer.content.decode()

    def test_rubbish_changes_nothing(self, phone, group):
        own = made(phone, group)
        before = own.newest.data
        for data in ({}, {"add": "nonesuch"}, {"row_key": "r9", "save": "1"}, {"row_key": "x", "remove": "1"}):
            assert change(phone, group, own, **data).status_code == 302
        assert own.newest.data == before
        assert page(phone, path(group, f"sheets/{own.slug}/"), **{"try-0-r1": "x", "try-9-r1": "1", "row_key": "x"})

    def test_what_was_played_keeps_its_version_and_one_that_was_not_gives_way(self, phone, group):
        own = made(phone, group)
        change(phone, group, own, add="count")
        assert own.versions.count() == 1
        phone.post(f"/games/{own.slug}", {"player": ["Anna", "Ben"], "played_on": "2026-11-20", "group": group.uuid})
        play = Play.objects.latest("pk")
        change(phone, group, own, row_key="r2", remove="1")
        assert [version.number for version in own.versions.order_by("number")] == [1, 2]
        assert len(play.game.stages[0].items) == 2

    def test_it_leaves_the_lists_and_comes_back(self, phone, group):
        own = made(phone, group)
        change(phone, group, own, hide="1")
        assert "Our game" not in page(phone, path(group))
        assert "hidden from lists" in page(phone, "/library", group=str(group.uuid))
        change(phone, group, own, show="1")
        assert "Our game" in page(phone, path(group))

    def test_nobody_else_sees_or_changes_it(self, phone, group):
        own = made(phone, group)
        other = owners_phone(a_play())
        for method in (other.get, other.post, Client().get, Client().post):
            assert method(path(group, f"sheets/{own.slug}/")).status_code == 404
        others = other_group = Play.objects.latest("pk").group
        assert other.get(path(others, f"sheets/{own.slug}/")).status_code == 404
        assert "Our game" not in page(other, "/library", group=str(other_group.uuid))
        assert "Our game" not in page(other, "/library", group=str(group.uuid))


class TestFiles:
    def test_a_sheet_travels_as_a_file_to_another_group(self, phone, group):
        own = made(phone, group)
        change(phone, group, own, add="most")
        answer = phone.get(path(group, f"sheets/{own.slug}/file"))
        assert answer["Content-Disposition"] == f'attachment; filename="{own.slug}.json"'
        other = a_play()
        theirs, file = owners_phone(other), SimpleUploadedFile("x.json", answer.content)
        preview = theirs.post(path(other.group, "sheets/import"), {"file": file}).content.decode()
        assert "This adds a game with 2 rows to your collection:" in preview
        assert not other.group.sheets.exists()
        theirs.post(path(other.group, "sheets/import"), {"sheet": answer.content.decode(), "confirm": "1"})
        assert other.group.sheets.get().newest.data == own.newest.data

    @pytest.mark.parametrize(
        ("content", "why"),
        [
            (b"{", "invalid JSON:"),
            long(b"\xff\xfe", "invalid JSON:"),
            (b"[]", "must be an object of names and values."),
            (b'{"format": "caravan.sheet/1"}', "“title” is missing."),
            (b" ", "Choose a file or paste a sheet’s text."),
            (b"[" * 150_000, "invalid JSON:"),
            (b"1" * 200_001, "can be at most 200 kB"),
            (b'{"format": NaN}', "NaN isn’t a number"),
            long(b'{"format": -Infinity}', "-Infinity isn’t a number"),
            (b'{"format": 1, "format": 2}', "appears twice in one object"),
            long(b'{"format": 1' + b"0" * 9_000 + b"}", "must be “caravan.sheet/1”"),
            long(b'{"a":' * 30_000, "invalid JSON:"),
            (b'{"format": "caravan.sheet/1", "title": "\\ud800"}', "contains characters that aren’t allowed here"),
            (b'{"format": "caravan.sheet/1", "title": "a\\u0000"}', "contains characters that aren’t allowed here"),
            long(b'{"format": "caravan.sheet/1", "title": "\x00"}', "invalid JSON:"),
        ],
    )
    def test_what_is_no_sheet_is_refused_in_sentences(self, phone, group, content, why):
        answer = phone.post(path(group, "sheets/import"), {"file": SimpleUploadedFile("x.json", content)})
        assert answer.status_code == 422
        text = text_of(answer)
        assert why in text
        assert "Nothing was imported." in text
        assert not OwnSheet.objects.exists()

    @pytest.mark.parametrize("key", ("azul", "wizard", "pandemic", "chess", long("canasta"), long("catan")))
    def test_a_ready_sheet_of_each_sort_can_be_taken_shown_and_printed(self, phone, group, key):
        self.is_taken_shown_and_printed(phone, group, key)

    @pytest.mark.long
    @pytest.mark.parametrize("key", LIBRARY)
    def test_every_ready_sheet_can_be_taken_shown_and_printed(self, phone, group, key):
        self.is_taken_shown_and_printed(phone, group, key)

    def is_taken_shown_and_printed(self, phone, group, key):
        phone.post(path(group, "sheets/take"), {"slug": key})
        assert page(phone, path(group, f"sheets/{key}/"))
        assert page(phone, f"/games/{key}/sheet", group=str(group.uuid))
        assert page(phone, f"/games/{key}", group=str(group.uuid))
        data = json.loads(phone.get(path(group, f"sheets/{key}/file")).content)
        assert data == sheet(key)


def test_a_sheet_of_rounds_is_counted_to_its_end_by_its_group(phone, group):
    own = made(phone, group)
    how = {"title": "Rounds", "from": "2", "to": "6", "rounds": "number", "rounds_number": "2", "played": "alone"}
    change(phone, group, own, settings="1", **how)
    phone.post(f"/games/{own.slug}", {"player": ["Anna", "Ben"], "played_on": "2026-11-20", "group": group.uuid})
    play = Play.objects.latest("pk")
    for number in ("1", "2"):
        count(play, stage=number, anna={"r1": 5}, ben={"r1": 3})
        phone.post(f"/plays/{play.uuid}/stages/{number}/close")
    phone.post(f"/plays/{play.uuid}/finish")
    assert [seat.points for seat in play.seats.all()] == [10, 6]
    assert owner_of(play)


def test_two_with_the_one_special_tile_are_told_so_and_nothing_is_closed_before_one_gives_it_up(phone, group):
    phone.post(path(group, "sheets/take"), {"slug": "patchwork"})
    phone.post("/games/patchwork", {"player": ["Anna", "Ben"], "played_on": "2026-11-20", "group": group.uuid})
    play = Play.objects.latest("pk")
    count(play, stage="end", anna={"special": "yes"}, ben={"special": "yes", "buttons": 2})
    assert "can’t all have it: there is only 1." in text_of(phone.get(f"/plays/{play.uuid}/"))
    answer = phone.post(f"/plays/{play.uuid}/stages/end/close", follow=True)
    assert "can’t all have it: there is only 1." in text_of(answer)
    assert not Play.objects.get(pk=play.pk).closed_stages
    count(play, stage="end", anna={"special": "no"})
    assert "can’t all have it" not in text_of(phone.get(f"/plays/{play.uuid}/"))
    phone.post(f"/plays/{play.uuid}/stages/end/close")
    phone.post(f"/plays/{play.uuid}/finish")
    assert [seat.points for seat in play.seats.all()] == [0, 9]
