"""A play goes up one revision with each change."""

import pytest

from companion.models import Play
from tests.phones import again


def test_touch_goes_up_from_the_revision_that_is_stored(play):
    Play.objects.filter(pk=play.pk).update(revision=7)
    play.touch()
    assert (play.revision, again(play).revision, again(play).changed_at) == (8, 8, play.changed_at)


def test_touch_stores_only_the_changes_it_is_given(play):
    play.minutes = 9
    play.touch(place="at home")
    assert (again(play).place, again(play).minutes) == ("at home", None)


def test_touch_raises_if_the_play_was_deleted(play):
    play.seats.all().delete()
    Play.objects.filter(pk=play.pk).delete()
    with pytest.raises(Play.NotUpdated):
        play.touch()
