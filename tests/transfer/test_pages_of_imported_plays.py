"""A play that came with a file: its page says nothing that nobody did."""

from pathlib import Path

import pytest

from tests.entry.test_correct import correct
from tests.phones import an_empty_group, at, phone_of, send_plays, text_of

from .test_exact_round_trips import imported
from .test_export_and_import import a_finished_play, as_file

CASES = Path(__file__).parent / "cases"


def phone_for(group):
    return phone_of(group.members.get(role="owner").person)


def page_of(play):
    return text_of(phone_for(play.group).get(at("plays:play", play)))


def from_our_own_file(**more):
    """Return the only play of a group, which came with a file for Caravan."""
    group = an_empty_group()
    answer = send_plays(phone_for(group), group, as_file([a_finished_play(**more)]))
    assert answer.status_code == 302, text_of(answer)
    return group.plays.get()


@pytest.mark.django_db
class TestCorrections:
    @pytest.mark.parametrize("name", ["pandas.csv", "with-and-without-account.xml", "29.bgsplay"])
    def test_play_of_another_program_was_not_corrected(self, name):
        for play in imported((CASES / name).read_bytes(), name).plays.all():
            assert "Mira" in page_of(play)
            assert "Corrected" not in page_of(play)

    @pytest.mark.parametrize("more", [{}, {"began": "2026-11-20T19:30:00+00:00"}])
    def test_play_of_our_own_file_was_not_corrected(self, more):
        assert "Corrected" not in page_of(from_our_own_file(**more))

    def test_what_is_corrected_after_the_import_is_said(self):
        play = from_our_own_file()
        assert correct(phone_for(play.group), play, ben="3").status_code == 302
        assert "Corrected in stage 1: Ben: water 2 → 3" in page_of(play)
