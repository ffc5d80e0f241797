"""Undo under a card: one's own changes of it go back field by field, the last first, and nothing else is disturbed."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection

from companion.models import CardSave
from companion.plays.lifecycle import close_stage
from tests.lanes import long
from tests.phones import (
    HTMX,
    a_play,
    again,
    at,
    card_at,
    card_in,
    card_of,
    column,
    count,
    finished,
    forms_of,
    guests_phone,
    owner_of,
    owners_phone,
    pass_time,
    seat_of,
    send,
    steps_of,
    text_of,
)

fill = import_module("companion.migrations.0015_fill_what_rows_changed")


@pytest.fixture
def mine(play):
    return owners_phone(play)


@pytest.fixture
def theirs(play):
    return guests_phone(play)


def annas(play):
    return card_of(play, "Anna").amounts


def undo_at(play, name="Anna", *, stage="1"):
    return at("plays:undo", play, seat_of(play, name).pk, stage)


def undo(phone, play, name="Anna", *, revision=None, field=None, htmx=False):
    """Press the button as it stands on this phone now, or as it named a field's change by a save's revision."""
    place, sent = undo_at(play, name), {"revision": revision, "field": field}
    if revision is None:
        [form] = [form for form in forms_of(phone.get(card_at(play, name))) if form["action"] == place]
        sent = form["fields"] | dict(form["buttons"][:1])
    return phone.post(place, sent, headers=HTMX if htmx else {})


def type_in(phone, play, **typed):
    """Change Anna's card as it stands now, from a page that has just been loaded."""
    card = card_of(play, "Anna")
    held = {key: str(amount) for key, amount in card.amounts.items()}
    send(phone, play, "Anna", revision=card.revision, **(held | typed))


def button(phone, play, name="Anna"):
    """What the open card says that its button undoes; None where there is nothing."""
    html = phone.get(card_at(play, name)).content.decode()
    place = html.split(f'id="last-change-{seat_of(play, name).pk}"')[1].split("</form>")[0]
    return None if " disabled" in place else " ".join(place.split('class="unseen">')[1].split("<")[0].split())


class TestWords:
    def test_button_names_the_player_and_the_change(self, play, mine):
        type_in(mine, play, water="3")
        type_in(mine, play, water="4")
        seat = seat_of(play, "Anna").pk
        assert button(mine, play) == "water 4 → 3"
        html = mine.get(card_at(play, "Anna")).content.decode()
        assert f'aria-describedby="whose-{seat} undone-{seat}"' in html
        assert f'<span id="whose-{seat}" hidden>Anna:</span>' in html

    def test_page_without_javascript_says_what_was_undone(self, play, mine):
        type_in(mine, play, water="3")
        type_in(mine, play, water="4")
        page = mine.get(undo(mine, play).url)
        assert "Undone: Anna: water 4 → 3" in " ".join(text_of(page).split())

    def test_change_history_says_what_was_undone(self, play, mine):
        type_in(mine, play, water="3")
        type_in(mine, play, water="4")
        row = seat_of(play, "Anna").saves.order_by("revision").last()
        answer = mine.post(at("plays:put_back", play, row.pk), {"revision": row.revision})
        # In the notice, and in the history below it.
        assert " ".join(text_of(mine.get(answer.url)).split()).count("Undone: Anna, stage 1: water 4") == 2


class TestOneStep:
    def test_the_field_holds_again_what_it_held(self, play, mine):
        type_in(mine, play, water="3", gold="1")
        type_in(mine, play, water="4")
        assert undo(mine, play).url == card_at(play, "Anna")
        assert annas(play) == {"water": 3, "gold": 1}

    def test_what_was_typed_at_once_goes_back_field_by_field_from_the_last_one(self, play, mine):
        type_in(mine, play, water="3", gold="1", maps="2")
        seen = []
        for _ in range(3):
            undo(mine, play)
            seen.append(annas(play))
        assert seen == [{"water": 3, "gold": 1}, {"water": 3}, {}]
        assert set(column(play, "Anna", theirs_page(play)).values()) == {""}

    @pytest.mark.long
    def test_however_soon_after_each_other_each_change_is_a_step(self, play, mine):
        for water in ("3", "4", "5"):
            type_in(mine, play, water=water)
        type_in(mine, play, gold="2")
        seen = []
        for _ in range(4):
            undo(mine, play)
            seen.append(annas(play))
        assert seen == [{"water": 5}, {"water": 4}, {"water": 3}, {}]

    def test_a_whole_card_never_goes_with_one_tap(self, play, mine):
        for typed in ({"water": "3"}, {"gold": "1"}, {"salt": "2"}, {"millet": "4"}, {"maps": "1"}):
            type_in(mine, play, **typed)
        undo(mine, play)
        assert annas(play) == {"water": 3, "gold": 1, "salt": 2, "millet": 4}

    def test_it_goes_back_across_any_time_and_a_stage_that_was_opened_again(self):
        play = a_play()
        phone = owners_phone(play)
        type_in(phone, play, water="3")
        pass_time(play, seconds=90000)
        close_stage(again(play), play.game.stage("1"), person=owner_of(play), anyway=True)
        phone.post(at("plays:reopen_stage", play, "1"))
        type_in(phone, play, water="4")
        for _ in range(3):
            undo(phone, play)
        assert (annas(play), card_of(play, "Anna").is_in) == ({}, False)

    def test_when_all_is_undone_there_is_nothing_to_tap(self, play, mine):
        type_in(mine, play, water="3")
        undo(mine, play)
        assert button(mine, play) is None

    def test_what_is_typed_after_it_is_the_next_step(self, play, mine):
        type_in(mine, play, water="3")
        type_in(mine, play, gold="1")
        undo(mine, play)
        type_in(mine, play, salt="2")
        undo(mine, play)
        assert annas(play) == {"water": 3}
        undo(mine, play)
        assert annas(play) == {}

    def test_rows_are_added_and_none_is_changed(self, play, mine):
        type_in(mine, play, water="3")
        before = list(CardSave.objects.values())
        undo(mine, play)
        assert list(CardSave.objects.values())[:-1] == before
        assert CardSave.objects.last().puts_back

    def test_what_could_not_be_right_goes_back_too(self, play, mine):
        type_in(mine, play, water="3")
        type_in(mine, play, water="many")
        undo(mine, play)
        assert (annas(play), card_of(play, "Anna").refused) == ({"water": 3}, {})

    def test_that_a_card_is_in_goes_back_before_its_counts(self, play, mine):
        send(mine, play, "Anna", water="3", done="1")
        assert card_of(play, "Anna").is_in
        undo(mine, play)
        assert (annas(play), card_of(play, "Anna").is_in) == ({"water": 3}, False)
        undo(mine, play)
        assert annas(play) == {}

    def test_a_card_that_was_in_before_stays_in(self, play, mine):
        send(mine, play, "Anna", water="3", done="1")
        type_in(mine, play, water="4")
        undo(mine, play)
        assert (annas(play), card_of(play, "Anna").is_in) == ({"water": 3}, True)

    @pytest.mark.long
    def test_what_the_trail_has_put_back_is_a_change_like_any_other(self, play, mine):
        type_in(mine, play, water="3", gold="1")
        row = CardSave.objects.get()
        mine.post(at("plays:put_back", play, row.pk), {"revision": 1})
        assert annas(play) == {}
        undo(mine, play)
        undo(mine, play)
        assert annas(play) == {"water": 3, "gold": 1}

    def test_the_other_phones_notice(self, play, mine):
        type_in(mine, play, water="3")
        before = again(play).revision
        undo(mine, play)
        assert again(play).revision == before + 1

    @pytest.mark.long
    def test_the_trail_tells_several_in_a_row_as_one(self, play, mine):
        type_in(mine, play, water="3", gold="1")
        undo(mine, play)
        undo(mine, play)
        texts = [each["text"] for each in mine.get(at("plays:trail", play)).context["happenings"]]
        assert [text.replace("\N{NO-BREAK SPACE}", " ") for text in texts] == [
            "Undone: Anna, stage 1: water 3 → –, gold 1 → –",
            "Anna, stage 1: water 3, gold 1",
            "Play started",
        ]


def theirs_page(play):
    return guests_phone(play).get(card_at(play, "Ben"))


class TestTwice:
    def test_the_button_sent_twice_undoes_once(self, play, mine):
        type_in(mine, play, water="3")
        type_in(mine, play, water="4")
        for _ in range(3):
            undo(mine, play, revision=2, field="water")
        assert (annas(play), card_of(play, "Anna").revision) == ({"water": 3}, 3)

    def test_it_undoes_nothing_that_was_typed_since(self, play, mine):
        type_in(mine, play, water="3")
        undo(mine, play, revision=1, field="water")
        type_in(mine, play, gold="2")
        undo(mine, play, revision=1, field="water")
        assert annas(play) == {"gold": 2}

    def test_nor_what_was_typed_since_into_the_same_field(self, play, mine):
        type_in(mine, play, water="3")
        type_in(mine, play, water="4")
        undo(mine, play, revision=2, field="water")
        type_in(mine, play, water="5")
        undo(mine, play, revision=2, field="water")
        assert annas(play) == {"water": 5}

    def test_a_save_of_the_same_field_that_was_under_way_goes_with_it(self, play, mine):
        type_in(mine, play, water="3")
        type_in(mine, play, water="4")
        undo(mine, play, revision=1, field="water")
        assert annas(play) == {}


class TestTypedMeanwhile:
    """What goes on being typed on a phone that has not heard yet that its undoing was done."""

    def test_it_counts_and_is_no_clash_with_oneself(self, play, mine):
        type_in(mine, play, water="3", gold="1")
        undo(mine, play, revision=1, field="water")
        answer = send(mine, play, "Anna", revision=1, water="4", gold="1", htmx=True)
        assert answer.status_code == 200
        assert annas(play) == {"water": 4, "gold": 1}

    def test_what_somebody_else_has_undone_is_asked_about(self, play, mine, theirs):
        type_in(theirs, play, water="3")
        undo(theirs, play)
        assert send(mine, play, "Anna", revision=1, water="4", htmx=True).status_code == 422
        assert annas(play) == {}

    def test_so_is_what_somebody_else_has_typed_since(self, play, mine, theirs):
        type_in(mine, play, water="3")
        undo(mine, play)
        type_in(theirs, play, water="5")
        assert send(mine, play, "Anna", revision=1, water="4", htmx=True).status_code == 422
        assert annas(play) == {"water": 5}


class TestWhatAPhoneTakesBackItself:
    """A phone that knows what it did last puts that back with a save, which says so."""

    def test_it_is_undone_and_what_was_done_before_is_next(self, play, mine):
        type_in(mine, play, water="3", gold="1")
        send(mine, play, "Anna", revision=1, htmx=True, water="", gold="1", back="water")
        assert annas(play) == {"gold": 1}
        assert button(mine, play) == "gold 1 → –"

    def test_what_was_never_sent_goes_back_to_what_was_typed_before_it(self, play, mine):
        send(mine, play, "Anna", htmx=True, water="3", gold="2", back="water")
        assert annas(play) == {"water": 3, "gold": 2}
        undo(mine, play, revision=1, field="water")
        assert annas(play) == {"gold": 2}

    def test_figures_that_were_sent_together_go_back_to_what_was_between_them(self, play, mine):
        type_in(mine, play, water="5")
        send(mine, play, "Anna", revision=1, htmx=True, water="3", back="water")
        assert annas(play) == {"water": 3}
        assert button(mine, play) == "water 3 → –"

    def test_what_is_typed_instead_takes_its_place(self, play, mine):
        type_in(mine, play, water="3")
        send(mine, play, "Anna", revision=1, htmx=True, water="4", instead="water")
        assert button(mine, play) == "water 4 → –"

    def test_a_card_that_came_in_with_it_is_in_no_longer(self, play, mine):
        send(mine, play, "Anna", htmx=True, water="3", done="1")
        send(mine, play, "Anna", revision=1, htmx=True, back=["water", "done"])
        assert (annas(play), card_of(play, "Anna").is_in) == ({}, False)

    def test_what_somebody_else_has_changed_since_stays(self, play, mine, theirs):
        type_in(mine, play, water="3")
        type_in(theirs, play, water="5")
        assert send(mine, play, "Anna", revision=1, htmx=True, back="water").status_code == 200
        assert annas(play) == {"water": 5}

    def test_what_is_asked_about_is_asked_no_longer(self, play, mine, theirs):
        type_in(theirs, play, water="5")
        assert send(mine, play, "Anna", htmx=True, water="3").status_code == 422
        assert send(mine, play, "Anna", revision=1, htmx=True, save_id="b", back="water").status_code == 200
        assert annas(play) == {"water": 5}
        assert not CardSave.objects.filter(fate="clash").exists()


class TestSomebodyElse:
    def test_what_they_typed_elsewhere_stays(self, play, mine, theirs):
        type_in(mine, play, water="3")
        send(theirs, play, "Anna", revision=1, water="3", gold="2")
        undo(mine, play)
        assert annas(play) == {"gold": 2}

    def test_each_undoes_what_is_theirs_across_what_the_others_typed(self, play, mine, theirs):
        for water, gold in (("1", "5"), ("2", "6"), ("3", "7")):
            type_in(mine, play, water=water)
            type_in(theirs, play, gold=gold)
        undo(mine, play)
        undo(mine, play)
        undo(theirs, play)
        assert annas(play) == {"water": 1, "gold": 6}

    def test_what_they_changed_is_not_undone_here(self, play, mine, theirs):
        type_in(theirs, play, water="3")
        assert button(mine, play) is None
        undo(mine, play, revision=1, field="water")
        assert annas(play) == {"water": 3}

    def test_a_field_that_they_have_changed_since_stays_as_they_left_it(self, play, mine, theirs):
        type_in(mine, play, gold="1")
        type_in(mine, play, water="3")
        type_in(theirs, play, water="4")
        assert button(mine, play) == "gold 1 → –"
        undo(mine, play, revision=2, field="water")
        assert annas(play) == {"water": 4, "gold": 1}
        type_in(mine, play, water="5")
        undo(mine, play, revision=2, field="water")
        assert annas(play) == {"water": 5, "gold": 1}

    @pytest.mark.long
    def test_once_they_have_undone_it_ones_own_is_next_again(self, play, mine, theirs):
        type_in(mine, play, water="3")
        type_in(theirs, play, water="4")
        undo(theirs, play)
        undo(mine, play)
        assert annas(play) == {}

    def test_who_has_entered_nothing_has_nothing_to_undo(self, play, mine):
        type_in(mine, play, water="3")
        stranger = guests_phone(play)
        undo(stranger, play, revision=1, field="water")
        assert button(stranger, play) is None
        assert annas(play) == {"water": 3}

    def test_after_the_stage_was_closed_it_is_kept_and_asked_about(self, play, mine, theirs):
        type_in(mine, play, water="3")
        close_stage(again(play), play.game.stage("1"), person=owner_of(play), anyway=True)
        assert undo(mine, play, revision=1, field="water").url == card_at(play, "Anna")
        assert annas(play) == {"water": 3}
        assert "arrived after it was closed" in text_of(mine.get(at("plays:play", play)))


class TestLongHistory:
    """A row says itself what it changed: a card that was saved hundreds of times is as quick as a new one."""

    @pytest.mark.long
    @pytest.mark.sqlite
    def test_the_database_has_no_more_to_do_than_for_a_card_that_was_saved_a_few_times(self, play, mine):
        def steps():
            revision = card_of(play, "Anna").revision
            saved = {"revision": revision, "water": str(revision + 1)}
            return [
                steps_of(lambda: mine.get(card_at(play, "Anna"))),
                steps_of(lambda: send(mine, play, "Anna", htmx=True, **saved)),
                steps_of(lambda: undo(mine, play, htmx=True)),
            ]

        count_often(play, mine, times=10)
        few = steps()
        count_often(play, mine, times=200)
        # Where each row is looked at, that takes some thousands.
        assert all(many - less < 300 for many, less in zip(steps(), few, strict=True))

    @pytest.mark.long
    def test_all_that_was_typed_still_goes_back_step_by_step(self, play, mine):
        for water in (1, 2, 3):
            type_in(mine, play, water=str(water))
        count_often(play, mine, times=30)
        for _ in range(32):
            undo(mine, play)
        assert annas(play) == {"water": 1}
        undo(mine, play)
        assert annas(play) == {}
        assert button(mine, play) is None


def count_often(play, phone, *, times):
    """Let a card be saved so often."""
    for number in range(times):
        send(phone, play, "Anna", htmx=True, revision=card_of(play, "Anna").revision, water=str(number % 7 + 4))


class TestEarlierReleases:
    """Rows of an earlier release do not say what they changed: the update lets them."""

    pytestmark = pytest.mark.postgresql

    @pytest.mark.long
    def test_they_say_what_they_would_have_said(self, play, mine, theirs):
        an_evening(play, mine, theirs)
        told = {row.pk: (row.changed, row.lasting) for row in CardSave.objects.all()}
        assert len([changed for changed, _ in told.values() if changed]) > 8
        CardSave.objects.update(changed={}, lasting={})
        # The update knows saves by their former name.
        then = SimpleNamespace(get_model=lambda app, name: apps.get_model(app, name.replace("Holdings", "CardSave")))
        for _ in range(2):
            fill.tell_what_changed(then, SimpleNamespace(connection=connection))
            assert {row.pk: (row.changed, row.lasting) for row in CardSave.objects.all()} == told


def an_evening(play, mine, theirs):
    """Saves of every kind: of several fields, refused, undone, typed again, put back, clashing, late, in."""
    type_in(mine, play, water="3", gold="2")
    type_in(mine, play, water="many")
    undo(mine, play)
    undo(mine, play)
    type_in(theirs, play, salt="4")
    type_in(mine, play, gold="5")
    undo(mine, play)
    send(theirs, play, "Anna", revision=1, htmx=True, gold="1")
    send(mine, play, "Anna", revision=card_of(play, "Anna").revision, done="1", water="1")
    undo(mine, play)
    count(play, ben={"water": 2}, chris={})
    close_stage(again(play), play.game.stage("1"), person=owner_of(play), anyway=True)
    send(theirs, play, "Anna", revision=1, htmx=True, millet="4")


class TestButton:
    def test_it_says_what_a_tap_does(self, play, mine):
        type_in(mine, play, water="3")
        assert button(mine, play) == "water 3 → –"
        type_in(mine, play, water="4")
        assert button(mine, play) == "water 4 → 3"
        send(mine, play, "Anna", revision=2, water="4", done="1")
        assert button(mine, play) == "✓ done → –"

    @pytest.mark.parametrize(("language", "text"), [("de", "Wasser 4 → 3"), long("ja", "水 4 → 3")])
    def test_it_says_so_in_the_readers_language(self, play, mine, language, text):
        type_in(mine, play, water="3")
        type_in(mine, play, water="4")
        mine.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        assert button(mine, play) == text

    def test_a_name_that_ends_with_a_figure_is_told_apart_from_the_count(self):
        play = a_play(game="five-tribes", names=("Anna", "Ben"))
        phone, place = owners_phone(play), at("plays:card", play, seat_of(play, "Anna").pk, "end")
        phone.post(place, {"tile_5": "1"})
        assert "Undo village, 5: 1 → –" in text_of(phone.get(place)).replace("\N{NO-BREAK SPACE}", " ")

    def test_of_several_things_it_names_those_that_come_or_go(self):
        play = a_play(game="five-tribes", names=("Anna", "Ben"))
        phone, place = owners_phone(play), at("plays:card", play, seat_of(play, "Anna").pk, "end")
        phone.post(place, {"djinns": ["jafaar", "al-amin"]})
        phone.post(place, {"djinns": ["jafaar", "al-amin", "anun-nak"], "revision": "1"})
        assert "Undo djinns Anun-Nak → –" in text_of(phone.get(place)).replace("\N{NO-BREAK SPACE}", " ")

    def test_once_the_stage_was_closed_it_offers_nothing(self, play, mine):
        type_in(mine, play, water="3")
        close_stage(again(play), play.game.stage("1"), person=owner_of(play), anyway=True)
        asked = {"revision": 1, "page": "cards", "stage": "1", "seat": seat_of(play, "Anna").pk}
        answer = mine.get(at("plays:live", play), asked, headers=HTMX)
        assert "closed" in text_of(answer)
        assert "Undo" in text_of(answer)
        assert 'name="field" value=""' in answer.content.decode()

    def test_before_the_first_change_it_is_there_and_does_nothing(self, play, mine):
        assert button(mine, play) is None
        assert undo(mine, play).status_code == 302
        assert CardSave.objects.count() == 0

    def test_it_is_a_form_that_names_the_change(self, play, mine):
        type_in(mine, play, water="3")
        [form] = [form for form in forms_of(mine.get(card_at(play, "Anna"))) if form["action"] == undo_at(play)]
        assert form["fields"] | dict(form["buttons"][:1]) == {"revision": ["1"], "field": "water"}

    def test_with_htmx_the_mark_the_figures_and_the_button_come_and_no_input(self, play, mine):
        type_in(mine, play, water="3")
        answer = undo(mine, play, htmx=True)
        body = answer.content.decode()
        assert answer.status_code == 200
        assert body.lstrip().startswith(f'<span id="mark-{seat_of(play, "Anna").pk}-')
        assert "water" not in card_in(answer)[1]
        assert 'name="revision" value="2"' in body
        assert ">Undo" not in text_of(answer)
        assert 'class="figure"' not in body

    def test_it_comes_with_every_save_and_with_another_phones(self, play, mine, theirs):
        assert "water 3 → –" in text_of(send(mine, play, "Anna", htmx=True, water="3"))
        asked = {"revision": 1, "page": "cards", "stage": "1", "seat": seat_of(play, "Anna").pk}
        body = theirs.get(at("plays:live", play), asked, headers=HTMX).content.decode()
        assert f'<span id="last-change-{seat_of(play, "Anna").pk}" class="last-change" hx-swap-oob="true">' in body

    @pytest.mark.long
    def test_a_value_that_takes_many_words_is_only_named(self):
        play = a_play(game="five-tribes", names=("Anna", "Ben"))
        phone, stage = owners_phone(play), play.game.stages[0].key
        place = at("plays:card", play, seat_of(play, "Anna").pk, stage)
        phone.post(place, {"djinns": ["jafaar", "al-amin", "anun-nak"]})
        assert "djinns Al-Amin, Anun-Nak, and Jafaar" in text_of(phone.get(at("plays:trail", play)))
        undone = text_of(phone.get(place)).split("Undo ")[1].split(" Ben ")[0]
        assert undone == "djinns"


class TestNotThere:
    @pytest.mark.parametrize(
        "revision", ["", long("x"), long("-1"), "99", long("9" * 30), long("9" * 5000), long("\0")]
    )
    def test_a_revision_there_is_none_of_undoes_nothing(self, play, mine, revision):
        type_in(mine, play, water="3")
        assert undo(mine, play, revision=revision, field="water").status_code == 302
        assert undo(mine, play, revision=revision, field="water", htmx=True).status_code == 200
        assert annas(play) == {"water": 3}

    @pytest.mark.parametrize("field", [long(""), "gold", long("nonsense"), long("x" * 5000), long("\0"), "done"])
    def test_a_field_that_was_not_changed_by_it_stays(self, play, mine, field):
        type_in(mine, play, water="3")
        assert undo(mine, play, revision=1, field=field).status_code == 302
        assert annas(play) == {"water": 3}

    def test_a_seat_of_another_play_is_not_there(self, play, mine):
        other = a_play(owner=owner_of(play))
        count(other, anna={"water": 3})
        place = at("plays:undo", play, seat_of(other, "Anna").pk, "1")
        assert mine.post(place, {"revision": 1, "field": "water"}).status_code == 404

    def test_a_finished_play_is_not_changed_by_it(self):
        play = finished(cards={"anna": {"water": 3}})
        undo(owners_phone(play), play, revision=1, field="water")
        assert annas(play) == {"water": 3}
        assert again(play).is_finished
