"""Correcting a stage that was closed: the counts of one row for all seats."""

import pytest

from companion.models import CardSave
from companion.plays.lifecycle import close_stage, reopen_stage, stop
from tests.lanes import long
from tests.phones import (
    HTMX,
    a_play,
    again,
    at,
    card_of,
    closed,
    count,
    finished,
    form_to,
    forms_of,
    guests_phone,
    owner_of,
    owners_phone,
    phone_of,
    seat_of,
    send,
    text_of,
)


@pytest.fixture
def play():
    return closed(cards={"anna": {"water": 4, "gold": 1}, "ben": {"water": 2}})


def page_of(phone, play, item="water", stage="1"):
    return phone.get(at("plays:correct", play, stage, item))


def typed(play, page, **figures):
    """What the page's form sends once these figures were typed: by seat, or by seat and field."""
    sent = {key: values[0] for key, values in form_to(page.request["PATH_INFO"], page).items()}
    for name, figure in figures.items():
        name, _, field = name.partition("_")
        sent[f"seat{seat_of(play, name.title()).pk}-{field or 'water'}"] = figure
    return sent


def correct(phone, play, item="water", stage="1", **figures):
    page = page_of(phone, play, item, stage)
    return phone.post(at("plays:correct", play, stage, item), typed(play, page, **figures))


def test_it_opens_the_sheet_with_the_counts_of_all_seats(play, phone):
    page = page_of(phone, play)
    figures = {
        key: values[0] for key, values in form_to(page.request["PATH_INFO"], page).items() if key.endswith("-water")
    }
    assert list(figures.values()) == ["4", "2", ""]


def test_the_cursor_stands_in_the_row_and_the_column_that_were_asked_for():
    play = closed(stages=2, second={"anna": {"donkeys": 1}})
    phone, ben = owners_phone(play), seat_of(play, "Ben").pk
    page = phone.get(at("plays:correct", play, "2", "specials"), {"seat": ben}).content.decode()
    assert f'data-opens="{ben}" data-row="donkeys"' in page


@pytest.mark.parametrize("seat", ["", long("x"), "0", long("a\0b")])
def test_of_nobody_at_the_table_it_stands_in_the_first_column(play, phone, seat):
    page = phone.get(at("plays:correct", play, "1", "water"), {"seat": seat}).content.decode()
    assert f'data-opens="{seat_of(play, "Anna").pk}"' in page


class TestWhatItChanged:
    def said(self, play):
        return text_of(guests_phone(play).get(at("plays:stage", play, "1")))

    def test_is_told_on_every_phone_with_the_points_that_moved(self, play, phone):
        assert "Corrected:" not in self.said(play)
        correct(phone, play, ben="5", anna="1")
        assert "Corrected: Anna: water 4 → 1; Ben: water 2 → 5" in self.said(play)
        assert "Anna −6 · Ben +6" in self.said(play)

    def test_is_what_was_corrected_last(self, play, phone):
        correct(phone, play, anna="3")
        correct(guests_phone(play), play, "gold", anna_gold="2")
        assert "Corrected: Anna: gold 1 → 2" in self.said(play)
        assert "water 4" not in self.said(play)

    def test_is_all_that_one_person_corrected_within_a_minute(self, play, phone):
        correct(phone, play, anna="3")
        correct(phone, play, "gold", anna_gold="2")
        assert "Corrected: Anna: water 4 → 3, gold 1 → 2" in self.said(play)

    def test_is_nothing_where_no_count_was_changed(self, play, phone):
        correct(phone, play)
        assert "Corrected:" not in self.said(play)


class TestEarlierStage:
    """Stage 1 is corrected on another phone while stage 2 is counted, or once that was scored."""

    SAID = "Corrected in stage 1: Anna: water 4 → 1 · Anna −6 · Ben +6"

    def look(self, play, page, stage):
        """Return what a guest's page of the play says, opened now, and what it is told while it is open."""
        guest, asked = guests_phone(play), {"revision": 0, "page": page, "stage": stage}
        of_page = {
            "result": ("plays:stage", play, stage),
            "cards": ("plays:play", play),
            "watch": ("plays:watch", play),
        }[page]
        return text_of(guest.get(at(*of_page))), text_of(guest.get(at("plays:live", play), asked, headers=HTMX))

    @pytest.mark.parametrize(
        ("stages", "page", "stage"), [(2, "result", "2"), (1, "cards", "2"), (1, "watch", ""), (2, "watch", "")]
    )
    def test_its_correction_is_shown_wherever_it_changes_sums(self, stages, page, stage):
        play = closed(stages=stages, cards={"anna": {"water": 4}, "ben": {"water": 2}}, second={"anna": {"donkeys": 1}})
        assert not any("Corrected" in text for text in self.look(play, page, stage))
        correct(owners_phone(play), play, anna="1")
        assert all(self.SAID in text for text in self.look(play, page, stage))

    def test_newest_correction_is_the_one_that_is_shown(self):
        play = closed(stages=2, cards={"anna": {"water": 4}}, second={"anna": {"donkeys": 1}})
        phone = owners_phone(play)
        correct(phone, play, anna="3")
        correct(phone, play, "specials", stage="2", anna_donkeys="2")
        shown, _told = self.look(play, "result", "2")
        assert "Corrected: Anna: donkeys (unused) 1 → 2" in shown
        assert "water 4" not in shown

    def test_page_of_a_later_stage_no_longer_shows_it(self, play, phone):
        correct(phone, play, anna="3")
        close_stage(again(play), play.game.stage("2"), person=owner_of(play), anyway=True)
        assert not any("Corrected" in text for text in self.look(play, "result", "2"))


def test_it_is_scored_again_and_the_result_follows(play, phone):
    answer = correct(phone, play, ben="3", anna="2")
    assert answer.url == at("plays:stage", play, "1")
    text = text_of(phone.get(answer.url))
    assert "Corrected:" in text
    assert "Water Ben +6 Ben 3 , › Anna 2 , · Chris –" in text


def test_the_stage_stays_closed_and_what_was_entered_later_stays(play, phone):
    count(play, stage="2", anna={"gold": 7})
    correct(phone, play, anna="3")
    assert again(play).closed_stages == 1
    assert card_of(play, "Anna", stage="2").amounts == {"gold": 7}


def test_the_other_counts_of_the_card_stay(play, phone):
    correct(phone, play, anna="3")
    assert card_of(play, "Anna").amounts == {"water": 3, "gold": 1}


def test_only_the_cards_that_changed_are_saved(play, phone):
    before = CardSave.objects.count()
    correct(phone, play, anna="3")
    assert CardSave.objects.count() == before + 1


def test_the_trail_says_what_was_corrected(play, phone):
    correct(phone, play, anna="3")
    assert "Anna, stage 1: water 4 → 3" in text_of(phone.get(at("plays:trail", play)))


def test_the_other_phones_notice(play, phone):
    before = again(play).revision
    correct(phone, play, anna="3")
    assert again(play).revision > before


def test_twice_is_once(play, phone):
    page = page_of(phone, play)
    sent = typed(play, page, anna="3")
    for _ in range(2):
        assert phone.post(at("plays:correct", play, "1", "water"), sent).status_code == 302
    assert card_of(play, "Anna").revision == 2


def test_a_guest_may_correct_too(play):
    correct(guests_phone(play), play, anna="3")
    assert card_of(play, "Anna").amounts["water"] == 3


@pytest.mark.parametrize(
    ("figure", "said"),
    [
        ("many", "Anna, water: “many” is not a whole number"),
        long("-1", "Anna, water: −1 is negative"),
        ("9", "Anna, water: 9, but there are only 8"),
        long("9" * 5000, "is not a whole number"),
    ],
)
def test_what_cannot_be_right_is_refused_and_nothing_is_saved(play, phone, figure, said):
    page = correct(phone, play, anna=figure, ben="1")
    assert page.status_code == 422
    assert said in text_of(page)
    shown = form_to(page.request["PATH_INFO"], page)[f"seat{seat_of(play, 'Anna').pk}-water"]
    assert shown == [figure.replace("-", "−")]
    assert card_of(play, "Ben").amounts == {"water": 2}


def test_what_is_impossible_together_is_refused_and_kept_as_typed(play, phone):
    page = correct(phone, play, anna="8", ben="1")
    assert page.status_code == 422
    assert "Water: Anna 8 and Ben 1 make 9, but there are only 8." in text_of(page)
    assert form_to(page.request["PATH_INFO"], page)[f"seat{seat_of(play, 'Anna').pk}-water"] == ["8"]
    assert (card_of(play, "Anna").amounts["water"], card_of(play, "Ben").amounts["water"]) == (4, 2)


@pytest.mark.long
def test_refused_it_makes_no_error_for_somebody_who_was_nobody_yet(play):
    phone = guests_phone(play)
    assert correct(phone, play, anna="8", ben="1").status_code == 422
    assert correct(phone, play, anna="7", ben="1").status_code == 302


def test_another_impossible_row_stands_in_nobodys_way(play, phone):
    count(play, ben={"gold": 10})
    assert correct(phone, play, anna="3").status_code == 302


class TestClash:
    @pytest.fixture
    def clashed(self, play, phone):
        page = page_of(phone, play)
        correct(guests_phone(play), play, anna="5")
        return phone.post(at("plays:correct", play, "1", "water"), typed(play, page, anna="6", ben="1"), follow=True)

    def test_both_are_shown_and_the_first_counts(self, play, clashed):
        text = text_of(clashed)
        assert "Someone else corrected the same count in the meantime." in text
        assert "6 entered here" in text
        assert "5 from the other phone" in text
        assert card_of(play, "Anna").amounts["water"] == 5

    def test_what_nobody_else_changed_is_corrected(self, play, clashed):
        assert card_of(play, "Ben").amounts["water"] == 1

    @pytest.mark.parametrize(("choice", "water"), [("mine", 6), ("theirs", 5)])
    def test_one_is_chosen_and_the_stage_stays_closed(self, play, phone, clashed, choice, water):
        row = CardSave.objects.get(fate="clash")
        phone.post(at("plays:waiting_save", play, row.pk), {"choose_water": choice, "revision": 2})
        assert card_of(play, "Anna").amounts["water"] == water
        assert again(play).closed_stages == 1
        assert not CardSave.objects.filter(fate="clash").exists()

    def test_on_the_sheet_of_the_next_stage_it_names_its_own_and_is_answered_without_the_mark_there(
        self, play, phone, clashed
    ):
        page = phone.get(at("plays:play", play), follow=True)
        assert "Stage 1 · Anna, water: two phones entered different numbers." in text_of(page)
        row = CardSave.objects.get(fate="clash")
        assert f'hx-post="{at("plays:waiting_save", play, row.pk)}"' not in page.content.decode()
        # Nor does it take the place of the keys of the same row there.
        assert f'action="{at("plays:waiting_save", play, row.pk)}"' in page.content.decode()
        assert "data-choose " not in page.content.decode()

    def test_answer_on_the_result_of_a_stage_leads_back_to_it(self, play, phone, clashed):
        [form] = [each for each in forms_of(clashed) if "/kept/" in each["action"]]
        answer = phone.post(form["action"], form["fields"] | {"choose_water": "mine"})
        assert answer.url == at("plays:stage", play, "1")

    def test_guests_clash_of_a_scored_stage_is_chosen_by_a_member_too(self, play, phone):
        guest = guests_phone(play)
        page = page_of(guest, play)
        correct(phone, play, anna="5")
        guest.post(at("plays:correct", play, "1", "water"), typed(play, page, anna="6"))
        text = text_of(phone.get(at("plays:play", play), follow=True))
        assert "Stage 1 · Anna, water: two phones entered different numbers. Which one is right? Review" in text
        row = CardSave.objects.get(fate="clash")
        page = phone.get(at("plays:waiting_save", play, row.pk))
        assert "6 from a guest’s phone" in text_of(page)
        phone.post(at("plays:waiting_save", play, row.pk), {"choose_water": "mine", "revision": 2})
        assert card_of(play, "Anna").amounts["water"] == 6
        assert not CardSave.objects.filter(fate="clash").exists()

    def test_guest_discards_its_own_number_once_only_members_can_open_the_play(self, play, phone):
        guest = guests_phone(play)
        page = page_of(guest, play)
        correct(phone, play, anna="5")
        guest.post(at("plays:correct", play, "1", "water"), typed(play, page, anna="6"))
        stop(again(play), person=owner_of(play))
        page = guest.get(at("plays:play", play), follow=True)
        [form] = [each for each in forms_of(page) if "/kept/" in each["action"]]
        assert "Discard" in text_of(page)
        guest.post(form["action"], form["fields"] | {"drop": "1"})
        assert not CardSave.objects.filter(fate="clash").exists()
        assert card_of(play, "Anna").amounts["water"] == 5

    def test_different_counts_of_one_card_do_not_clash(self, play, phone):
        page = page_of(phone, play)
        correct(guests_phone(play), play, "gold", anna_gold="3")
        phone.post(at("plays:correct", play, "1", "water"), typed(play, page, anna="6"))
        assert card_of(play, "Anna").amounts == {"water": 6, "gold": 3}


class TestReopenedMeanwhile:
    """Another phone reopens the stage while a correction is typed: it is entered there."""

    def test_correction_is_entered_and_leads_to_its_cell(self, play, phone):
        page = page_of(phone, play)
        reopen_stage(play, play.game.stages[0], person=owner_of(play))
        answer = phone.post(at("plays:correct", play, "1", "water"), typed(play, page, ben="5"), follow=True)
        assert answer.redirect_chain[-1][0] == at("plays:card", play, seat_of(play, "Ben").pk, "1") + "?field=water"
        assert "Stage 1 is being counted again, with your changes." in text_of(answer)
        assert again(play).stage.key == "1"
        assert card_of(play, "Ben").amounts["water"] == 5

    def test_figure_that_was_counted_otherwise_there_is_asked_about(self, play, phone):
        page = page_of(phone, play)
        reopen_stage(play, play.game.stages[0], person=owner_of(play))
        send(guests_phone(play), play, "Ben", revision=card_of(play, "Ben").revision, water="3")
        answer = phone.post(at("plays:correct", play, "1", "water"), typed(play, page, ben="5"), follow=True)
        assert "two phones entered different numbers" in text_of(answer)
        assert card_of(play, "Ben").amounts["water"] == 3


class TestNotThere:
    @pytest.mark.parametrize("item", ["nonesuch", "specials", long("-"), long("x" * 300)])
    @pytest.mark.parametrize("method", ["get", "post"])
    def test_a_row_there_is_none_of(self, play, phone, item, method):
        assert getattr(phone, method)(at("plays:correct", play, "1", item)).status_code == 404

    @pytest.mark.parametrize("method", ["get", "post"])
    def test_stage_that_another_phone_has_reopened_meanwhile_leads_to_its_counting(self, play, phone, method):
        reopen_stage(play, play.game.stages[0], person=owner_of(play))
        page = getattr(phone, method)(at("plays:correct", play, "1", "water"), {"seat": ""}, follow=True)
        assert page.request["PATH_INFO"] == at("plays:play", play)
        assert "Stage 1 is being counted again." in text_of(page)

    def test_stage_that_has_not_begun_takes_no_correction(self, phone):
        play = closed(stages=0)
        answer = phone_of(owner_of(play)).post(at("plays:correct", play, "2", "specials"), {})
        assert answer.status_code == 422

    @pytest.mark.parametrize("stage", ["0", "x"])
    def test_a_stage_there_is_none_of(self, play, phone, stage):
        assert phone.get(at("plays:correct", play, stage, "water")).status_code == 404
        assert phone.post(at("plays:correct", play, stage, "water")).status_code == 404

    def test_a_play_that_was_stopped(self, play):
        stop(play, person=owner_of(play))
        assert owners_phone(play).get(at("plays:correct", play, "1", "water")).status_code == 404

    def test_a_finished_play_for_guests(self):
        play = finished()
        guest = guests_phone(play)
        assert guest.get(at("plays:correct", play, "1", "water")).status_code == 404
        # Whose page was open when the play ended keeps what was typed on it.
        answer = guest.post(at("plays:correct", play, "1", "water"))
        assert answer.status_code == 422
        assert "The play has ended. It can’t be corrected from here." in text_of(answer)


def test_nothing_sent_changes_nothing(play, phone):
    assert phone.post(at("plays:correct", play, "1", "water"), {}).status_code == 302
    assert card_of(play, "Anna").amounts == {"water": 4, "gold": 1}


@pytest.mark.parametrize("revision", ["", long("x"), long("-1"), "99", long("9" * 30), long("9" * 5000)])
def test_a_revision_there_is_none_of_overrides_nothing(play, phone, revision):
    prefix = f"seat{seat_of(play, 'Anna').pk}"
    phone.post(at("plays:correct", play, "1", "water"), {f"{prefix}-water": "7", f"{prefix}-revision": revision})
    assert card_of(play, "Anna").amounts["water"] == 4


def test_figures_for_a_seat_of_another_play_go_nowhere(play, phone):
    other = a_play()
    phone.post(at("plays:correct", play, "1", "water"), {f"seat{seat_of(other, 'Anna').pk}-water": "7"})
    assert card_of(other, "Anna").amounts == {}
