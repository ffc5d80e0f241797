"""When and where a play was and what is worth remembering of it."""

import datetime

import pytest

from companion.models import Event, Ladder
from tests.lanes import long
from tests.phones import (
    again,
    at,
    fields_of,
    finished,
    form_to,
    guests_phone,
    owner_of,
    owners_phone,
    text_of,
)


def write(phone, play, *, was=("", ""), **now):
    """Send the form as its page does, which names what stood there when it was opened."""
    place, notes = was
    fields = {"place": "", "notes": "", "place_was": place, "notes_was": notes}
    return phone.post(at("plays:notes", play), fields | now)


def noted(play):
    play = again(play)
    return play.place, play.notes


def test_they_are_kept_and_told_in_the_trail(play, phone):
    answer = write(phone, play, place=" At  Dora’s ", notes="It rained.\r\nBen wants revenge.  \r\n")
    assert answer.url == at("plays:more", play)
    assert noted(play) == ("At Dora’s", "It rained.\nBen wants revenge.")
    assert "Location: – → " in text_of(phone.get(at("plays:trail", play)))


def test_the_page_shows_what_is_there(play, phone):
    write(phone, play, place="At Dora’s", notes="It rained.\nA lot.")
    fields = fields_of(phone.get(at("plays:notes", play)))
    assert (fields["place"], fields["place_was"], fields["notes_was"]) == (
        "At Dora’s",
        "At Dora’s",
        "It rained.\nA lot.",
    )
    assert "It rained.\nA lot.</textarea>" in phone.get(at("plays:notes", play)).content.decode()


def test_they_can_be_emptied(play, phone):
    write(phone, play, place="At Dora’s", notes="It rained.")
    write(phone, play, was=("At Dora’s", "It rained."))
    assert noted(play) == ("", "")


def test_sending_the_same_again_changes_nothing(play, phone):
    write(phone, play, place="At Dora’s")
    revision = again(play).revision
    write(phone, play, place="At Dora’s")
    assert again(play).revision == revision
    assert Event.objects.filter(kind="notes").count() == 1


def test_other_phones_notice(play, phone):
    before = again(play).revision
    write(phone, play, notes="It rained.")
    assert again(play).revision > before


def test_what_another_phone_wrote_meanwhile_is_shown_and_not_written_over(play, phone):
    write(phone, play, notes="It rained.")
    answer = write(phone, play, notes="It was sunny.")
    assert answer.status_code == 409
    assert noted(play) == ("", "It rained.")
    assert "Another phone has edited this in the meantime." in text_of(answer)
    assert "It rained." in text_of(answer)
    assert "It was sunny.</textarea>" in answer.content.decode()
    # Who has seen it may decide.
    again_sent = fields_of(answer) | {"notes": "It rained, then it was sunny."}
    assert phone.post(at("plays:notes", play), again_sent).status_code == 302
    assert noted(play) == ("", "It rained, then it was sunny.")


def test_what_two_phones_wrote_in_two_places_is_both_kept(play, phone):
    write(phone, play, place="At Dora’s")
    assert write(phone, play, notes="It rained.").status_code == 302
    assert noted(play) == ("At Dora’s", "It rained.")


@pytest.mark.parametrize(("field", "most"), [("place", 100), ("notes", 2000)])
def test_what_is_too_long_is_refused_and_kept_in_the_form(play, phone, field, most):
    assert write(phone, play, **{field: "x" * most}).status_code == 302
    answer = write(phone, play, was=noted(play), **{field: "y" * (most + 1)})
    assert answer.status_code == 422
    assert f"longer than {most} characters" in text_of(answer)
    assert "y" * (most + 1) in answer.content.decode()
    assert "y" not in "".join(noted(play))


def test_each_end_of_a_line_counts_once(play, phone):
    assert write(phone, play, notes="x\r\n" * 999 + "xx").status_code == 302
    assert len(noted(play)[1]) == 2000


def test_what_nobody_sees_does_not_come_in(play, phone):
    write(phone, play, place="At\0 Dora’s\u202e", notes="It\trained\0.")
    assert noted(play) == ("At Dora’s", "It rained.")


def test_markup_is_shown_and_not_obeyed(phone, play):
    write(phone, play, place="<b>home</b>", notes="<script>")
    assert "<b>home" not in phone.get(at("plays:more", play)).content.decode()
    assert "<script>\n" not in phone.get(at("plays:notes", play)).content.decode()


def test_the_end_of_a_play_shows_them_to_everybody_at_the_table():
    play = finished()
    assert "Date, location and notes" in text_of(owners_phone(play).get(at("plays:play", play)))
    answer = write(owners_phone(play), play, place="At Dora’s", notes="It rained.\nA lot.")
    assert answer.url == at("plays:play", play)
    for phone in (owners_phone(play), guests_phone(play)):
        text = text_of(phone.get(at("plays:play", play)))
        assert "At Dora’s It rained. A lot." in text


def test_a_form_without_its_hidden_half_writes_over_nothing(play, phone):
    write(phone, play, notes="It rained.")
    assert phone.post(at("plays:notes", play), {"notes": "Sun."}).status_code == 409
    assert noted(play) == ("", "It rained.")


def redate(phone, play, day, *, was="2020-11-20", **more):
    return write(phone, play, played_on=day, played_on_was=was, **more)


def day_of(play):
    return str(again(play).played_on)


class TestDate:
    @pytest.fixture
    def play(self, play):
        """A play of a day that is past whatever the clock says."""
        play.touch(played_on=datetime.date(2020, 11, 20))
        return play

    def test_it_is_corrected_told_in_the_trail_and_put_back_there(self, play, phone):
        assert fields_of(phone.get(at("plays:notes", play)))["played_on"] == "2020-11-20"
        assert redate(phone, play, "2020-11-18").url == at("plays:more", play)
        assert day_of(play) == "2020-11-18"
        trail = phone.get(at("plays:trail", play))
        assert "Date: 20\N{NO-BREAK SPACE}" not in text_of(trail)
        assert "Date: 20 Nov 2020 → 18 Nov 2020" in text_of(trail).replace("\N{NO-BREAK SPACE}", " ")
        phone.post(at("plays:notes", play), form_to(at("plays:notes", play), trail))
        assert day_of(play) == "2020-11-20"

    def test_two_phones_that_say_another_one_write_nothing_over(self, play, phone):
        redate(phone, play, "2020-11-18")
        answer = redate(phone, play, "2020-11-19", notes="It rained.")
        assert (answer.status_code, day_of(play)) == (409, "2020-11-18")
        assert "18 Nov 2020" in text_of(answer)
        again_sent = fields_of(answer) | {"notes": "It rained."}
        assert (again_sent["played_on"], again_sent["played_on_was"]) == ("2020-11-19", "2020-11-18")
        assert phone.post(at("plays:notes", play), again_sent).status_code == 302
        assert (day_of(play), noted(play)[1]) == ("2020-11-19", "It rained.")

    def test_notes_that_were_opened_before_leave_it_as_another_phone_has_set_it(self, play, phone):
        redate(phone, play, "2020-11-18")
        assert redate(phone, play, "2020-11-20", notes="It rained.").status_code == 302
        assert (day_of(play), noted(play)[1]) == ("2020-11-18", "It rained.")

    def test_without_its_hidden_half_it_writes_over_nothing(self, play, phone):
        assert phone.post(at("plays:notes", play), {"played_on": "2020-11-18"}).status_code == 409
        assert day_of(play) == "2020-11-20"

    @pytest.mark.parametrize(
        ("day", "why"),
        [
            ("", "Please give a date."),
            long("soon", "This isn’t a date."),
            ("2999-01-01", "This date is in the future."),
            long("0026-11-20", "Enter the year with four digits."),
        ],
    )
    def test_one_that_cannot_be_is_refused_and_nothing_is_lost(self, play, phone, day, why):
        answer = redate(phone, play, day, notes="It rained.")
        assert answer.status_code == 422
        assert why in text_of(answer)
        assert "It rained.</textarea>" in answer.content.decode()
        assert (day_of(play), noted(play)) == ("2020-11-20", ("", ""))

    @pytest.mark.long
    def test_history_and_ratings_follow(self):
        first = finished(names=("Anna", "Ben"), cards={"anna": {"water": 4}})
        group = first.group
        phone = owners_phone(first)
        for days, winner in enumerate(("ben", "anna", "anna", "ben"), start=1):
            day = first.played_on + datetime.timedelta(days=days)
            names, cards = ("Anna", "Ben"), {winner: {"water": 4}}
            last = finished(owner=owner_of(first), group=group, names=names, cards=cards, played_on=day)
        phone.get(f"/groups/{group.uuid}/games/tuareg")
        before = Ladder.objects.get().ratings
        redate(phone, last, "2020-11-30", was=str(last.played_on))
        assert group.plays.order_by("played_on").first() == last
        phone.get(f"/groups/{group.uuid}/games/tuareg")
        rated = Ladder.objects.get().ratings
        Ladder.objects.all().delete()
        phone.get(f"/groups/{group.uuid}/games/tuareg")
        assert before != rated == Ladder.objects.get().ratings
