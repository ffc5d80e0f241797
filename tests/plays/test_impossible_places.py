"""Places that cannot be together: the page names the one that doesn't fit, and the play goes on being counted."""

from tests.phones import a_play, again, at, count, owners_phone, text_of


def closed_with(anna, ben, chris):
    """Return a play of Heat whose cards hold these places, and the page after it was closed."""
    play = a_play(game="heat", names=["Anna", "Ben", "Chris"])
    count(play, stage="end", anna={"place__": anna}, ben={"place__": ben}, chris={"place__": chris})
    page = owners_phone(play).post(at("plays:close", play, "end"), {"anyway": "1"}, follow=True)
    return again(play), text_of(page)


def test_impossible_places_are_named_on_the_page_and_the_play_stays_open():
    play, page = closed_with(1, 1, 2)
    assert "Place 2 doesn’t fit: the next one is 3." in page
    assert play.stage is not None


def test_shared_first_place_ends_the_play():
    play, page = closed_with(1, 1, 3)
    assert "doesn’t fit" not in page
    assert play.stage is None
