"""The standings of one play, large and without anything to press, for a tablet or TV."""

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from companion.models import CardSave, Link, Person
from companion.plays.lifecycle import close_stage, stop
from tests.entry.test_correct import correct
from tests.lanes import long
from tests.phones import (
    HTMX,
    a_play,
    again,
    at,
    closed,
    count,
    finished,
    forms_of,
    guests_phone,
    link_of,
    owner_of,
    owners_phone,
    send,
    text_of,
    watchers_phone,
)


def test_its_link_leads_there_and_makes_nobody(play):
    people = Person.objects.count()
    answer = Client().get(link_of(play, Link.Kind.WATCH), follow=True)
    assert answer.redirect_chain == [(at("plays:watch", play), 302)]
    assert Person.objects.count() == people


def test_there_is_nothing_to_press_and_no_key_in_it(play):
    page = watchers_phone(play).get(at("plays:watch", play))
    html = page.content.decode()
    assert not forms_of(page)
    assert f"/plays/{play.uuid}/seats" not in html
    assert not any(link.key in html for link in Link.objects.all())


def test_a_watcher_changes_nothing(play):
    watcher = watchers_phone(play)
    assert send(watcher, play, "Anna", water="4").status_code == 404
    assert watcher.post(reverse("plays:close", args=[play.uuid, "1"])).status_code == 404


def test_the_play_itself_leads_a_watcher_to_the_standings(play):
    assert watchers_phone(play).get(at("plays:play", play)).url == at("plays:watch", play)


def test_a_watcher_of_one_play_sees_no_other(play):
    other = a_play(owner=owner_of(play), group=play.group)
    assert watchers_phone(play).get(at("plays:watch", other)).status_code == 404


def test_it_says_who_has_counted_and_what_as_the_phones_of_the_table_do(play):
    count(play, anna={"water": 7})
    count(play, is_in=False, ben={"gold": 9})
    page = text_of(watchers_phone(play).get(at("plays:watch", play)))
    assert "Stage 1 of 2 · 1 of 3 counted" in page
    assert "Anna ✓ done Ben being counted Chris not entered yet" in page
    assert "Water 7 – – Gold – 9 –" in page


def test_what_nobody_entered_is_a_blank_and_on_a_card_that_is_in_a_dash(play):
    count(play, anna={"water": 7})
    count(play, is_in=False, ben={"water": 1})
    page = watchers_phone(play).get(at("plays:watch", play)).content.decode()
    gold = page[page.index("Gold") :].split("</tr>")[0]
    assert gold.count("open-cell") == 2


def test_no_points_stand_there_before_all_are_in(play):
    count(play, anna={"water": 7}, ben={"water": 1})
    page = text_of(watchers_phone(play).get(at("plays:watch", play)))
    assert "Total" not in page
    assert "6" not in page


def test_numbers_that_count_together_are_added_up_in_one_row():
    play = a_play(game="five-tribes", names=("Anna", "Ben"))
    count(play, stage="end", is_in=False, anna={"tile_4": 1, "tile_6": 3, "fish": 2, "djinns": ["enki", "utug"]})
    page = text_of(watchers_phone(play).get(at("plays:watch", play)))
    assert "Tiles with your camel 4 –" in page
    assert "Merchandise 2 –" in page
    assert "Djinns 2 –" in page
    assert "Fish" not in page


def test_what_cannot_be_right_is_a_mark_and_not_what_was_typed(play):
    count(play, is_in=False, anna={"water": 4})
    CardSave.objects.update(refused={"gold": "eleven"})
    page = text_of(watchers_phone(play).get(at("plays:watch", play)))
    assert "Gold ! – –" in page
    assert "eleven" not in page


def test_after_a_stage_it_shows_the_standings():
    play = closed(cards={"anna": {"water": 4}, "ben": {"gold": 3}})
    page = text_of(watchers_phone(play).get(at("plays:watch", play)))
    assert "Stage 1 6 5 –" in page
    assert "Total after stage 1 6 5 –" in page


def test_a_game_of_one_stage_that_is_scored_shows_what_each_row_brought():
    play = a_play(game="targi", names=("Anna", "Ben"))
    (stage,) = play.game.stages
    count(play, stage=stage.key, anna={"tokens": 3}, ben={"tokens": 4})
    close_stage(again(play), stage, person=owner_of(play), anyway=True)
    page = text_of(watchers_phone(play).get(at("plays:watch", play)))
    assert "Ben Anna Victory point tokens 4 3" in page
    assert "Total after" not in page


def test_at_the_end_it_shows_who_won():
    play = finished(cards={"anna": {"water": 4}})
    assert "Anna wins" in text_of(watchers_phone(play).get(at("plays:watch", play)))


def test_the_end_has_the_sheet_by_rank_and_how_close_it_was():
    play = finished(cards={"anna": {"water": 4}, "ben": {"gold": 3, "millet": 4}})
    page = text_of(watchers_phone(play).get(at("plays:watch", play)))
    assert "Ben wins by 2 points" in page
    assert "Ben Anna Chris Water 0 6 0" in page
    assert "How close it was" in page


def test_maps_used_and_maps_held_have_a_row_each_at_the_end():
    play = finished(cards={"anna": {"maps": 1}, "ben": {"maps": 1}}, second={"anna": {"maps": 1}})
    page = text_of(watchers_phone(play).get(at("plays:watch", play)))
    assert "Anna Ben Chris" in page
    assert "Maps used 2 2 0" in page
    assert "Maps held 2 0 0" in page


class TestJoining:
    def code_in(self, phone, play):
        return 'aria-label="QR code of this table"' in phone.get(at("plays:watch", play)).content.decode()

    def test_members_screens_show_how_others_join_until_the_end(self, play):
        assert self.code_in(owners_phone(play), play)
        over = finished()
        assert not self.code_in(owners_phone(over), over)

    def test_who_may_only_watch_is_told_no_way_to_enter_anything(self, play):
        assert not self.code_in(watchers_phone(play), play)
        assert not self.code_in(guests_phone(play), play)


def test_a_stopped_play_says_so(play):
    stop(play, person=owner_of(play))
    assert "saved without a winner" in text_of(watchers_phone(play).get(at("plays:watch", play)))


class TestLive:
    def ask(self, phone, play, revision):
        return phone.get(at("plays:live", play), {"revision": revision, "page": "watch"}, headers=HTMX)

    def test_nothing_new_is_204(self, play):
        assert self.ask(watchers_phone(play), play, play.revision).status_code == 204

    def test_a_change_brings_the_standings_again(self, play):
        watcher = watchers_phone(play)
        count(play, anna={"water": 7})
        answer = self.ask(watcher, play, play.revision)
        assert answer.status_code == 200
        assert "1 of 3 counted" in text_of(answer)

    @pytest.mark.parametrize("end", [long("stopped"), "finished"])
    def test_screen_asks_on_seldom_after_the_end(self, end):
        play = finished() if end == "finished" else closed()
        if end == "stopped":
            stop(play, person=owner_of(play))
        watcher = watchers_phone(play)
        answer = self.ask(watcher, play, 1)
        assert answer.status_code == 200
        for page in (answer, watcher.get(at("plays:watch", play))):
            region = page.content.decode().split('<div id="live"')[1].split(">")[0]
            assert "data-rarely" in region and "hx-get" in region

    def test_correction_after_the_end_reaches_the_screen(self):
        play = finished(cards={"anna": {"water": 4}, "ben": {"water": 2}})
        watcher = watchers_phone(play)
        correct(owners_phone(play), play, anna="1", ben="5")
        answer = self.ask(watcher, play, play.revision)
        assert answer.status_code == 200
        assert "Ben wins" in text_of(answer)

    def test_play_that_is_reopened_is_counted_on_the_screen_again(self):
        play = finished()
        watcher, phone = watchers_phone(play), owners_phone(play)
        page = watcher.get(at("plays:watch", play)).content.decode()
        phone.post(at("plays:reopen", play))
        phone.post(at("plays:reopen_stage", play, "2"))
        answer = watcher.get(unescape(page.split('hx-get="')[1].split('"')[0]), headers=HTMX)
        assert answer.status_code == 200
        assert "of 3 counted" in text_of(answer)
        region = answer.content.decode().split('<div id="live"')[1].split(">")[0]
        assert "hx-get" in region and "data-rarely" not in region

    def test_a_renewed_link_sends_the_screen_home(self, play):
        watcher = watchers_phone(play)
        owners_phone(play).post(at("plays:renew_link", play, "watch"))
        answer = self.ask(watcher, play, again(play).revision)
        assert (answer.status_code, answer.headers["HX-Redirect"]) == (404, "/")

    def test_the_cards_are_not_a_watchers_to_ask_for(self, play):
        watcher = watchers_phone(play)
        for page in ("cards", "result", ""):
            assert watcher.get(at("plays:live", play), {"page": page, "stage": "1"}).status_code == 404


class TestLanguage:
    @pytest.fixture
    def play(self):
        return a_play(language="de")

    def test_a_screen_for_everybody_speaks_the_groups(self, play):
        phone = watchers_phone(play)
        page = phone.get(at("plays:watch", play), headers={"Accept-Language": "ja"})
        assert "0 von 3 gezählt" in text_of(page)

    def test_unless_another_was_chosen_on_it(self, play):
        phone = watchers_phone(play)
        phone.post("/language", {"language": "en"})
        assert "0 of 3 counted" in text_of(phone.get(at("plays:watch", play)))

    @pytest.mark.long
    def test_other_pages_speak_the_groups_only_to_a_browser_that_asks_for_none_of_ours(self, play):
        phone = owners_phone(play)
        asked = {"ja": "ja", "fr, ja;q=0.5": "ja", "fr": "de", "*": "de", "": "de", "xx-%": "de"}
        for header, language in asked.items():
            page = phone.get(at("plays:play", play), headers={"Accept-Language": header}).content.decode()
            assert f'<html lang="{language}"' in page


def play_of_rounds(*, rounds, names):
    """A play of a game of rounds, of which so many are scored; everybody got 1 point in each."""
    play = a_play(game="6-nimmt", names=names)
    for number in range(1, rounds + 1):
        count(play, stage=str(number), **{name.lower(): {"heads": 1} for name in names})
        close_stage(again(play), again(play).game.stage(str(number)), person=owner_of(play), anyway=True)
    return again(play)


def test_of_many_rounds_the_earlier_ones_are_added_up_in_one_row():
    play = play_of_rounds(rounds=12, names=("Anna", "Ben", "Chris"))
    text = text_of(watchers_phone(play).get(at("plays:watch", play)))
    assert "Rounds 1–6 6 6 6 Round 7 1 1 1" in text
    assert "Round 12 1 1 1" in text
    assert "Round 6 1" not in text
    assert "Total after round 12 12 12 12" in text


def test_six_columns_have_short_names_and_the_whole_ones_for_who_hears_them():
    names = ("Maximilian", "Katharina", "Ben", "Chris", "Dora", "Anna-Katharina")
    html = watchers_phone(play := a_play(game="6-nimmt", names=names)).get(at("plays:watch", play)).content.decode()
    assert '<span class="unseen">Anna-Katharina</span><span aria-hidden="true">Anna-K.</span>' in html
    assert '<span class="name letters-9">Katharina</span>' in html


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (("Anna", "Maximilian", "Ben"), [10, 10, 10]),
        long(("Anna", "Jo", "Ben"), [4, 4, 4]),
        # One that has no room so large takes none of it from the others.
        (("Anna", "Weihenstephan", "Chris"), [5, 13, 5]),
    ],
)
def test_names_are_of_one_size(names, letters):
    heads = owners_phone(play := a_play(names=names)).get(at("plays:watch", play)).context["heads"]
    assert [head.letters for head in heads] == letters


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("安奈", "マクシミリアン", "健", "ゆうこ", "花子"), ["安奈", "マクシ.", "健", "ゆうこ", "花子"]),
        long(("安奈", "マクシミリアン", "健"), ["安奈", "マクシミリアン", "健"]),
        long(("Anna", "Maximilian", "Ben", "Jo", "Wolfeschlegelstein"), ["Anna", "Maximilian", "Ben", "Jo", "Wol."]),
    ],
)
def test_a_name_is_whole_where_that_is_read_from_afar(names, shown):
    play = a_play(names=names)
    heads = owners_phone(play).get(at("plays:watch", play)).context["heads"]
    assert [head.name for head in heads] == shown


def test_bids_are_covered_until_everyone_has_bid():
    play = a_play(game="wizard")
    count(play, stage="1", anna={"tricks__bid": 1}, ben={"tricks__bid": 0}, is_in=False)
    watcher = watchers_phone(play)
    assert "bid ✓ ✓" in text_of(watcher.get(at("plays:watch", play)))
    count(play, stage="1", chris={"tricks__bid": 0}, is_in=False)
    assert "bid 1 0 0" in text_of(watcher.get(at("plays:watch", play)))
