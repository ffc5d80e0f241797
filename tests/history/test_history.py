"""The history of a group: newest first, a stretch at a time, filtered, and as fast however long it is."""

import datetime
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from companion.history import plays as history
from companion.management.demo import create_demo_group
from companion.models import Play, Seat
from companion.rules import GAMES
from tests.lanes import IS_LONG, long, unhurried
from tests.phones import (
    DAY,
    HTMX,
    a_play,
    again,
    at,
    fields_of,
    finished,
    guests_phone,
    owner_of,
    owners_phone,
    phone_of,
    seat_of,
    steps_of,
    text_of,
)

NEXT = re.compile(r'href="(\?[^"]*)" rel="next"')


def page_of(phone, group, query="", **headers):
    return phone.get(f"/groups/{group.uuid}/plays{query}", headers=headers)


def shown(page):
    """The plays of a page in their order, by their addresses."""
    return re.findall(r'href="/plays/([-0-9a-f]{36})/"', page.content.decode())


def next_of(page):
    """The address of what follows on a page; None at the end."""
    found = NEXT.search(page.content.decode())
    return found and found[1].replace("&amp;", "&")


def all_pages(phone, group, query=""):
    """Page after page by the plain links, until there is none."""
    while query is not None:
        page = page_of(phone, group, query)
        yield page
        query = next_of(page)


def all_shown(phone, group, query=""):
    return [play for page in all_pages(phone, group, query) for play in shown(page)]


def many(group, number, **fields):
    """So many plays without seats, each a day older than the one before."""
    days = [DAY - datetime.timedelta(days=days) for days in range(number)]
    return Play.objects.bulk_create(
        [Play(**{"group": group, "game_slug": "tuareg", "played_on": day} | fields) for day in days]
    )


def uuids(plays):
    return [str(play.uuid) for play in plays]


class TestPages:
    def test_the_newest_day_is_first_and_of_one_day_the_newest_play(self, play, phone):
        def another(days):
            return a_play(owner=owner_of(play), group=play.group, played_on=DAY + datetime.timedelta(days=days))

        order = [another(1), another(0), play, another(-1)]
        assert shown(page_of(phone, play.group)) == uuids(order)

    def test_there_are_thirty_on_a_page_and_links_to_the_older_ones_and_back_to_the_newest(self, play, phone):
        many(play.group, 64)
        pages = list(all_pages(phone, play.group))
        assert [len(shown(page)) for page in pages] == [30, 30, 5]
        assert "Back to newest" not in text_of(pages[0])
        assert re.search(r'href="\?">‹ Back to newest', pages[1].content.decode())

    @pytest.mark.parametrize("number", [long(29), 30, long(31)])
    def test_the_last_page_leads_no_further(self, play, phone, number):
        many(play.group, number - 1)
        assert len(list(all_pages(phone, play.group))) == (2 if number > 30 else 1)

    @pytest.mark.long
    def test_each_play_is_there_once_also_where_many_share_a_day(self, play, phone):
        many(play.group, 70, played_on=DAY)
        many(play.group, 20)
        found = all_shown(phone, play.group)
        assert len(found) == len(set(found)) == 91

    def test_a_play_that_comes_or_goes_meanwhile_moves_no_other(self, play, phone):
        many(play.group, 64)
        first = page_of(phone, play.group)
        rest = all_shown(phone, play.group, next_of(first))
        a_play(owner=owner_of(play), group=play.group)
        phone.post(f"/plays/{shown(first)[-1]}/delete")
        assert all_shown(phone, play.group, next_of(first)) == rest

    def test_each_year_is_a_heading_that_leads_to_its_page(self, play, phone):
        many(play.group, 40, played_on=DAY)
        many(play.group, 5, played_on=DAY.replace(year=2024))
        last = list(all_pages(phone, play.group))[-1].content.decode()
        assert re.findall(r"<h2>(\d+)</h2>", last) == ["2026", "2024"]
        assert f'href="/groups/{play.group.uuid}/years/2024"' in last

    @pytest.mark.parametrize(
        "after", ["x", "2026-02-30.1", long("2026-01-01"), long("2026-01-01.x"), "\0", long("9" * 5000), long(".")]
    )
    def test_a_position_there_is_none_of_is_the_newest(self, play, phone, after):
        assert shown(phone.get(f"/groups/{play.group.uuid}/plays", {"after": after})) == uuids([play])

    def test_after_the_oldest_there_is_nothing(self, play, phone):
        assert "No more plays." in text_of(page_of(phone, play.group, "?after=1900-01-01.1"))


class TestScrolling:
    def test_what_follows_is_sent_alone_and_announced(self, play, phone):
        many(play.group, 39)
        query = next_of(page_of(phone, play.group))
        more = page_of(phone, play.group, query, **HTMX)
        assert b"<html" not in more.content
        assert len(shown(more)) == 10
        assert "10 more plays" in text_of(more)

    def test_at_the_end_it_says_so(self, play, phone):
        many(play.group, 39)
        first = page_of(phone, play.group)
        assert "No more plays." not in text_of(first)
        assert "No more plays." in text_of(page_of(phone, play.group, next_of(first), **HTMX))

    def test_the_year_that_goes_on_has_no_second_heading(self, play, phone):
        many(play.group, 34, played_on=DAY)
        more = page_of(phone, play.group, next_of(page_of(phone, play.group)), **HTMX)
        assert b"<h2>" not in more.content

    def test_the_address_then_names_all_that_is_shown(self, play, phone):
        many(play.group, 94)
        here, query = f"http://testserver/groups/{play.group.uuid}/plays?game=tuareg", "?game=tuareg"
        shown_by_now = shown(page_of(phone, play.group, query))
        for pages in (2, 3):
            query = next_of(page_of(phone, play.group, query))
            more = page_of(phone, play.group, query, **HTMX, **{"HX-Current-URL": here})
            shown_by_now += shown(more)
            assert more.headers["HX-Replace-Url"] == f"/groups/{play.group.uuid}/plays?game=tuareg&pages={pages}"
            here = f"http://testserver{more.headers['HX-Replace-Url']}"
        assert shown(phone.get(here.removeprefix("http://testserver"))) == shown_by_now

    @pytest.mark.parametrize(("here", "pages"), [("http://[", 2), long("http://testserver/?pages=3#years", 4)])
    def test_whatever_page_a_phone_says_it_shows_what_follows_comes(self, play, phone, here, pages):
        many(play.group, 94)
        query = next_of(page_of(phone, play.group))
        more = page_of(phone, play.group, query, **HTMX, **{"HX-Current-URL": here})
        assert more.headers["HX-Replace-Url"].endswith(f"?pages={pages}")

    @pytest.mark.long
    def test_after_ten_pages_it_goes_on_with_a_tap(self, play, phone):
        many(play.group, 320)
        assert b"hx-get" in page_of(phone, play.group, "?pages=9").content
        last = page_of(phone, play.group, "?pages=10")
        assert len(shown(last)) == 300
        assert b"hx-get" not in last.content
        assert shown(page_of(phone, play.group, next_of(last)))

    @pytest.mark.parametrize("pages", ["x", "0", long("-1"), "99", long(""), "\0", long("9" * 5000)])
    def test_a_number_of_pages_that_is_none_does_no_harm(self, play, phone, pages):
        assert len(shown(phone.get(f"/groups/{play.group.uuid}/plays", {"pages": pages}))) == 1


class TestFilter:
    @pytest.fixture
    def group(self):
        """Anna won the first play, Ben the second, which was in a café."""
        first = finished(cards={"anna": {"water": 4}})
        second = finished(owner=owner_of(first), group=first.group, names=("Ben", "Dora"), cards={"ben": {"gold": 4}})
        second.place, second.notes, second.played_on = "Café Österreich", "Bei Kerzenschein", "2026-11-25"
        second.save()
        return first.group

    @pytest.fixture
    def members_phone(self, group):
        return phone_of(group.members.get().person)

    @pytest.mark.parametrize(
        ("wanted", "found"),
        [
            long({"game": "tuareg"}, [2, 1]),
            ({"game": "targi"}, []),
            ({"player": "Anna"}, [1]),
            long({"player": "Ben"}, [2, 1]),
            ({"winner": "Ben"}, [2]),
            long({"winner": "Chris"}, []),
            ({"since": "2026-11-21"}, [2]),
            ({"since": "2026-11-20", "until": "2026-11-20"}, [1]),
            long({"until": "2026-11-19"}, []),
            long({"words": "café"}, [2]),
            long({"words": "ÖSTERREICH"}, [2]),
            ({"words": "cafe osterreich"}, [2]),
            long({"words": "ＣＡＦＥ"}, [2]),
            ({"words": "kerzen café"}, [2]),
            ({"words": "kerzen tea"}, []),
            ({"words": "."}, []),
            ({"player": "Ben", "winner": "Anna"}, [1]),
            ({"player": ["Anna", "Ben"]}, [1]),
            long({"player": ["Anna", "Dora"]}, []),
            ({"place": "Café Österreich"}, [2]),
            ({"place": "Café"}, []),
        ],
    )
    def test_it_shows_what_fits_and_nothing_else(self, group, members_phone, wanted, found):
        numbered = {str(play.uuid): number for number, play in enumerate(group.plays.order_by("pk"), 1)}
        keys = {player.name: player.pk for player in group.players.all()}
        page = members_phone.get(
            f"/groups/{group.uuid}/plays",
            {
                name: [keys[each] for each in say] if isinstance(say, list) else keys.get(say, say)
                for name, say in wanted.items()
            },
        )
        assert [numbered[play] for play in shown(page)] == found

    def test_it_says_what_is_filtered_and_how_to_take_it_away(self, group, members_phone):
        page = page_of(members_phone, group, "?game=tuareg&words=tea+%26+caf%C3%A9&since=2026-11-21")
        text = text_of(page)
        assert "Game: Tuareg" in text
        assert "From: From 21 Nov 2026" in text
        assert "0 of 2 plays" in text
        assert 'href="?game=tuareg&amp;since=2026-11-21"' in page.content.decode()
        assert "No play matches." in text
        assert set(fields_of(page)["words"]) == {"tea & café"}

    def test_the_links_to_older_plays_keep_it(self, play, phone):
        many(play.group, 40)
        many(play.group, 40, game_slug="targi")
        found = list(all_pages(phone, play.group, "?game=targi"))
        assert [len(shown(page)) for page in found] == [30, 10]

    def test_it_stays_folded_until_something_in_it_is_wrong(self, play, phone):
        assert 'name="filter" open' not in page_of(phone, play.group, "?game=tuareg").content.decode()
        page = page_of(phone, play.group, "?since=2026-11-20&until=2026-11-01")
        assert 'name="filter" open' in page.content.decode()
        assert "The end date is before the start date." in text_of(page)
        assert shown(page) == uuids([play])

    @pytest.mark.parametrize(
        "name", [long("game"), long("player"), long("winner"), "since", long("until"), long("words")]
    )
    def test_what_nobody_can_choose_does_no_harm(self, play, phone, name):
        for value in ("x", "", "\0", "-1", "9" * 5000, "2026-02-30", "[", "(?i", "\\", "%"):
            page = phone.get(f"/groups/{play.group.uuid}/plays", {name: value})
            assert page.status_code == 200, value
            assert name == "words" or shown(page) == uuids([play]), value

    def test_a_player_of_others_is_nobody_here(self, play, phone):
        stranger = seat_of(a_play(names=("Zoe", "Yun")), "Zoe").player
        page = page_of(phone, play.group, f"?player={stranger.pk}")
        assert "Zoe" not in text_of(page)
        assert shown(page) == uuids([play])

    def test_a_seat_that_was_taken_from_the_table_did_not_play(self, play, phone):
        seat = seat_of(play, "Ben")
        phone.post(at("plays:seats", play), {"remove": seat.pk})
        phone.post(at("plays:seats", play), {"remove": seat.pk, "yes": 1})
        assert Seat.objects.get(pk=seat.pk).removed_at
        assert shown(page_of(phone, play.group, f"?player={seat.player_id}")) == []

    def test_a_long_note_is_shown_from_where_the_word_stands(self, play, phone):
        play.notes = "Sehr groß. " * 30 + "Then the CÁT jumped on the table. " + "And so on. " * 30
        play.save()
        assert "Then the CÁT jumped" in text_of(page_of(phone, play.group, "?words=cat"))
        assert "CÁT" not in text_of(page_of(phone, play.group))

    def test_a_word_is_as_long_as_it_was_typed(self, play, phone):
        play.notes = "ß" * 100
        play.save()
        assert shown(page_of(phone, play.group, "?words=" + "ß" * 100)) == [str(play.uuid)]
        assert "at most 100 characters" in text_of(page_of(phone, play.group, "?words=" + "s" * 101))


@pytest.fixture(scope="module")
def demo(django_db_setup, django_db_blocker):
    """A group with a history, in which something was deleted, for tests that only read."""
    with django_db_blocker.unblock():
        group = create_demo_group(until=DAY, plays=150 if IS_LONG else 60, seed=7)
        for play in group.plays.all()[::13]:
            play.deleted_at = play.created_at
            play.save()
        yield group
        group.people.all().delete()
        Play.objects.filter(group=group).delete()
        group.delete()


def fits(play, wanted):
    """Whether a play is wanted, found in Python."""
    seats = play.seats.all()
    return (
        play.deleted_at is None
        and play.game_slug == wanted.get("game", play.game_slug)
        and wanted.get("since", play.played_on) <= play.played_on <= wanted.get("until", play.played_on)
        and set(wanted.get("player", [])) <= {seat.player_id for seat in seats}
        and play.place == wanted.get("place", play.place)
        and ("winner" not in wanted or any(seat.player_id == wanted["winner"] and seat.is_winner for seat in seats))
        and all(word.lower() in f"{play.notes}\n{play.place}".lower() for word in wanted.get("words", "").split())
    )


# Every day where texts are compared in more ways than one.
@pytest.mark.postgresql(alone=not IS_LONG)
@unhurried(60, unchecked=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), looked_through=st.sampled_from([1, 7, 40]), a_page=st.sampled_from([1, 4, 30]))
def test_whatever_is_wanted_it_finds_each_play_once_and_in_order(demo, monkeypatch, data, looked_through, a_page):
    players = [player.pk for player in demo.players.all()]
    days = st.integers(0, 400).map(lambda days: DAY - datetime.timedelta(days=days))
    words = st.lists(st.sampled_from(["the", "CAT", "café", "ANNA’S", "deal.", "ben"]), max_size=2).map(" ".join)
    possible = {"game": st.sampled_from(list(GAMES)), "since": days, "until": days, "words": words.filter(bool)}
    possible |= {"player": st.lists(st.sampled_from(players), min_size=1, max_size=3, unique=True)}
    possible |= {"winner": st.sampled_from(players), "place": st.sampled_from(["at Anna’s", "nowhere"])}
    wanted = data.draw(st.fixed_dictionaries({}, optional=possible))
    monkeypatch.setattr(history, "MOST_SEARCHED", looked_through * 30)
    everything = demo.plays.prefetch_related("seats").order_by("-played_on", "-pk")
    found, after = [], None
    while True:
        stretch = history.find_stretch(demo, wanted, after=after, most=a_page)
        found += stretch.plays
        assert len(stretch.plays) <= a_page
        if stretch.end is None:
            break
        after = stretch.end
    assert found == [play for play in everything if fits(play, wanted)]


class TestLongHistory:
    def test_a_page_looks_through_so_many_and_says_how_far_it_came(self, play, phone, monkeypatch):
        monkeypatch.setattr(history, "MOST_SEARCHED", 10)
        many(play.group, 24)
        many(play.group, 1, played_on="2020-01-01", notes="the cat")
        pages = list(all_pages(phone, play.group, "?words=cat"))
        assert [len(shown(page)) for page in pages] == [0, 0, 1]
        assert "Searched back to 12 Nov 2026. Search older plays" in text_of(pages[0])

    @pytest.mark.parametrize(
        "query",
        ["", long("?game=tuareg"), long("?winner={0}"), "?player={0}&words=the&game=tuareg", long("?words=x")],
    )
    def test_it_asks_the_database_as_often_however_much_was_played(self, query):
        play = finished()
        phone, query, group = owners_phone(play), query.format(seat_of(play, "Anna").player_id), play.group
        with CaptureQueriesContext(connection) as few:
            page_of(phone, group, query)
        for number in range(5):
            finished(owner=owner_of(play), group=group, names=("Anna", "Ben", f"Chris {number}"))
        many(group, 40)
        with CaptureQueriesContext(connection) as lots:
            page_of(phone, group, query)
        assert len(lots) == len(few) <= 13

    @pytest.mark.sqlite
    @pytest.mark.parametrize("wanted", [{}, {"game": "tuareg"}, {"since": DAY, "until": DAY}])
    def test_what_comes_next_is_read_off_an_index(self, play, wanted):
        after = history.Position(DAY, play.pk)
        how = history.ordered_plays(play.group, wanted).filter(after.later).explain()
        assert "USING INDEX play_of_game" in how if "game" in wanted else "USING INDEX play_history" in how
        assert "TEMP B-TREE" not in how

    @pytest.mark.sqlite
    def test_how_many_there_are_is_counted_without_a_look_at_each(self, play, monkeypatch):
        monkeypatch.setattr(history, "MOST_COUNTED", 10)
        first = many(play.group, 200)
        many(play.group, 20)
        before = steps_of(lambda: history.count_plays(play.group, {}))
        Play.objects.filter(pk__in=[each.pk for each in first]).update(deleted_at=timezone.now())
        assert steps_of(lambda: history.count_plays(play.group, {})) <= before


class TestBestResults:
    @pytest.fixture
    def over(self):
        """A play that Anna has won with 6 points."""
        return finished(cards={"anna": {"water": 4}})

    def another(self, over, **cards):
        return finished(owner=owner_of(over), group=over.group, cards=cards)

    def test_the_highest_totals_are_first_and_of_equal_ones_the_oldest(self, over):
        best = self.another(over, ben={"water": 4, "gold": 4})
        later = self.another(over, anna={"water": 4})
        found = [(seat.play, seat.player.name, seat.points) for seat in history.find_best_results(over)]
        assert found == [(best, "Ben", 11), (over, "Anna", 6), (later, "Anna", 6)]

    def test_there_are_five(self, over):
        for _ in range(6):
            self.another(over, anna={"water": 4})
        assert len(history.find_best_results(over)) == 5

    def test_what_is_deleted_or_open_again_or_of_others_does_not_count(self, over):
        phone = owners_phone(over)
        phone.post(at("plays:delete", self.another(over, ben={"gold": 4})))
        phone.post(at("plays:reopen", self.another(over, ben={"gold": 4})))
        finished(cards={"chris": {"gold": 4}})
        assert [seat.play for seat in history.find_best_results(over)] == [over]
        assert again(over).high_score == 6

    @pytest.mark.sqlite
    def test_they_are_read_off_an_index(self, over):
        assert "USING INDEX play_best" in history.find_best_results(over).explain()


class TestEmpty:
    def test_a_group_of_which_all_was_deleted_invites(self, play, phone):
        phone.post(at("plays:delete", play))
        page = page_of(phone, play.group)
        assert "No plays yet." in text_of(page)
        assert f'class="button main" href="/groups/{play.group.uuid}/"' in page.content.decode()


class TestPlay:
    def test_each_says_who_played_what_became_of_it_where_and_what_was_noted(self):
        play = finished(cards={"anna": {"water": 4}})
        Play.objects.update(place="at Anna’s", notes="By candlelight.\n<b>Late.</b>")
        text = text_of(page_of(owners_phone(play), play.group))
        assert "Tuareg: Anna 6 (winner) by 6 Ben 0 Chris 0 By candlelight. <b>Late.</b>" in text
        assert "at Anna’s 1 play" in text

    def test_it_opens_as_it_was_with_each_line_and_its_reason(self):
        play = finished(cards={"anna": {"water": 4}}, played_on=datetime.date(1998, 5, 3))
        phone = owners_phone(play)
        [uuid] = shown(page_of(phone, play.group))
        text = text_of(phone.get(f"/plays/{uuid}/"))
        assert "03 May 1998" in text or "3 May 1998" in text
        assert "Anna +6 : Most water: 4" in text

    @pytest.mark.long
    def test_one_from_before_the_app_takes_its_place_in_the_order(self, play, phone):
        old = finished(owner=owner_of(play), group=play.group, played_on=datetime.date(1998, 5, 3))
        older = finished(owner=owner_of(play), group=play.group, played_on=datetime.date(1997, 5, 3))
        between = finished(owner=owner_of(play), group=play.group, played_on=datetime.date(1997, 12, 3))
        assert shown(page_of(phone, play.group)) == uuids([play, old, between, older])


def test_nobody_else_sees_it(play):
    for phone in (Client(), guests_phone(play), owners_phone(a_play())):
        assert page_of(phone, play.group).status_code == 404
        assert page_of(phone, play.group, **HTMX).status_code == 404
