"""A tie of totals that was decided by hand: what becomes of it once a total is corrected."""

import json
from io import BytesIO

import pytest

from companion.entry.scorepad import Scorepad
from companion.management.rescoring import rescore_all, store_rescored
from companion.models import CardSave, Play
from companion.plays import lifecycle
from companion.plays.discarded_answers import without
from companion.results.outcomes import compute_outcomes, store_outcomes
from companion.transfer.caravan.imports import import_plays
from tests.entry.test_correct import page_of, typed
from tests.phones import a_play, again, at, count, owner_of, owners_phone, seat_of, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone():
    return owners_phone(a_play())


@pytest.fixture(params=["tuareg", "hearts", "Nimm was"])
def about(request):
    return {"title": request.param} if " " in request.param else {"of": request.param}


def crowned(phone, *, wins="most", figures=("20", "31", "31", "12"), crowns=(2,), **more):
    """Return a play of Anna, Ben, Clara and Dirk with these totals and crowns."""
    names = ("Anna", "Ben", "Clara", "Dirk")
    group = Play.objects.first().group
    sent = {f"player-{place}": name for place, name in enumerate(names)}
    sent |= {f"total-{place}": figure for place, figure in enumerate(figures)}
    sent |= {f"won-{place}": "1" for place in crowns}
    about = more or {"of": "tuareg"}
    answer = phone.post(f"/groups/{group.uuid}/totals", {"played_on": "2019-11-20", "wins": wins, **sent, **about})
    assert answer.status_code == 302, text_of(answer)
    return Play.objects.latest("pk")


def correct(phone, play, **figures):
    page = page_of(phone, play, "total", "end")
    sent = typed(play, page, **{f"{name}_total": figure for name, figure in figures.items()})
    answer = phone.post(at("plays:correct", play, "end", "total"), sent)
    assert answer.status_code == 302, text_of(answer)


def ranks(play):
    return {seat.player.name: seat.rank for seat in again(play).seats.all()}


def winners(play):
    return [str(seat) for seat in again(play).seats.all() if seat.is_winner]


def test_crown_decides_again_once_the_correction_is_taken_back(phone, about):
    play = crowned(phone, **about)
    correct(phone, play, ben="35")
    assert winners(play) == ["Ben"]
    page = text_of(phone.get(at("plays:play", play)))
    assert "Corrected:" in page and "Ben" in page.partition(" wins now")[0][-20:]
    correct(phone, play, ben="31")
    assert winners(play) == ["Clara"]
    assert "has won" in text_of(phone.get(at("plays:trail", play)))


def test_two_of_a_tie_may_be_crowned_one_after_the_other(phone):
    play = crowned(phone)
    page = page_of(phone, play, "winner__", "end")
    phone.post(at("plays:correct", play, "end", "winner__"), typed(play, page, ben_winner__="yes"))
    assert ranks(play) == {"Ben": 1, "Clara": 1, "Anna": 3, "Dirk": 4}
    assert winners(play) == ["Ben", "Clara"]
    page = page_of(phone, play, "winner__", "end")
    phone.post(at("plays:correct", play, "end", "winner__"), typed(play, page, clara_winner__="no"))
    assert winners(play) == ["Ben"]


def test_points_decide_once_a_correction_dissolves_the_tie(phone, about):
    play = crowned(phone, **about)
    assert winners(play) == ["Clara"]
    correct(phone, play, ben="35")
    assert winners(play) == ["Ben"]
    assert ranks(play) == {"Ben": 1, "Clara": 2, "Anna": 3, "Dirk": 4}
    assert "Ben wins by 4 points" in text_of(phone.get(at("plays:play", play)))
    assert "total 31 → 35" in text_of(phone.get(at("plays:trail", play)))
    file = phone.get(f"/groups/{play.group.uuid}/export").getvalue()
    [told] = [each for each in json.loads(file) if each.get("id") == str(play.uuid)]
    assert [(each["player"], each["rank"], each["winner"]) for each in told["seats"]] == [
        ("Anna", 3, False),
        ("Ben", 1, True),
        ("Clara", 2, False),
        ("Dirk", 4, False),
    ]


def test_points_decide_where_fewest_win_too(phone, about):
    play = crowned(phone, wins="fewest", figures=("20", "12", "12", "31"), **about)
    correct(phone, play, ben="10")
    assert (winners(play), ranks(play)) == (["Ben"], {"Ben": 1, "Clara": 2, "Anna": 3, "Dirk": 4})


def test_crown_stays_as_long_as_it_decides_between_the_same_people(phone):
    play = crowned(phone)
    correct(phone, play, anna="5")
    correct(phone, play, ben="35", clara="35")
    assert winners(play) == ["Clara"]
    assert ranks(play) == {"Clara": 1, "Ben": 2, "Dirk": 3, "Anna": 4}


def test_crown_stays_with_those_who_are_left_of_the_tie(phone):
    play = crowned(phone, figures=("31", "31", "31", "12"))
    correct(phone, play, anna="5")
    assert winners(play) == ["Clara"]
    correct(phone, play, clara="30")
    assert winners(play) == ["Ben"]


def test_tie_that_arises_later_is_shared(phone):
    play = crowned(phone)
    correct(phone, play, dirk="31")
    assert winners(play) == ["Ben", "Clara", "Dirk"]
    correct(phone, play, dirk="12")
    assert winners(play) == ["Clara"]


def test_points_decide_if_the_total_is_changed_in_a_reopened_play(phone):
    play = crowned(phone)
    phone.post(at("plays:reopen", play))
    correct(phone, play, ben="35")
    phone.post(at("plays:finish", play))
    assert again(play).is_finished
    assert (winners(play), ranks(play)["Clara"]) == (["Ben"], 2)


def test_reopened_play_keeps_its_crown_if_nothing_changes(phone):
    play = crowned(phone)
    phone.post(at("plays:reopen", play))
    phone.post(at("plays:finish", play))
    assert winners(play) == ["Clara"]


def test_person_who_was_added_later_is_not_part_of_the_tie(phone):
    play = crowned(phone)
    phone.post(at("plays:reopen", play))
    lifecycle.reopen_stage(again(play), again(play).game.stages[0], person=owner_of(play))
    phone.post(at("plays:seats", play), {"add": "1", "name": "Emil"})
    count(again(play), stage="end", emil={"total": 50, "winner__": "no"})
    lifecycle.close_stage(again(play), again(play).game.stages[0], person=owner_of(play), anyway=True)
    phone.post(at("plays:finish", play))
    assert winners(play) == ["Emil"]


def test_imported_play_lets_the_points_decide_as_well(phone):
    file = phone.get(f"/groups/{crowned(phone).group.uuid}/export").getvalue()
    other = a_play()
    import_plays(other.group, BytesIO(file), person=owner_of(other))
    play = other.group.plays.get(state="finished")
    assert winners(play) == ["Clara"]
    correct(owners_phone(other), play, ben="35")
    assert winners(play) == ["Ben"]


def test_play_whose_points_decide_again_comes_whole_into_another_group(phone):
    play = crowned(phone)
    correct(phone, play, ben="35")
    file = phone.get(f"/groups/{play.group.uuid}/export").getvalue()
    other = a_play()
    import_plays(other.group, BytesIO(file), person=owner_of(other))
    play = other.group.plays.get(state="finished")
    assert (winners(play), ranks(play)["Clara"]) == (["Ben"], 2)


def test_winner_of_a_play_without_a_tie_stays_whatever_total_is_corrected(phone):
    play = crowned(phone, wins="winner", figures=("20", "31", "25", "12"), crowns=(1,))
    correct(phone, play, clara="40")
    assert winners(play) == ["Ben"]


@pytest.mark.parametrize("figures", [("20", "31", "31", "12"), ("20", "32", "31", "12")], ids=["tie", "win"])
def test_reasons_of_a_total_never_say_that_one_more_changes_nothing(phone, figures):
    play = crowned(phone, figures=figures, crowns=(2,) if figures[1] == "31" else ())
    for row in ("total", "winner__"):
        page = phone.get(at("plays:stage", play, "end"), {"cell": f"{row}.{seat_of(play, 'Ben').pk}"})
        assert "nothing changes" not in text_of(page)
        assert "With one more" not in text_of(page)


class TestRescoring:
    """Plays that were corrected when their crown still decided are repaired by scoring them again."""

    @pytest.fixture
    def play(self, phone):
        """A play whose total was corrected, with its crown left as it was."""
        play = crowned(phone)
        row = CardSave.objects.newest().get(seat=seat_of(play, "Ben"))
        CardSave.objects.add([without(set(), row, person=owner_of(play))])
        CardSave.objects.newest().filter(seat=row.seat).update(amounts=row.amounts | {"total": 35})
        store_outcomes(pad := Scorepad(again(play)), compute_outcomes(pad))
        assert winners(play) == ["Clara"]
        return again(play)

    def test_points_decide_as_after_a_correction(self, play, phone):
        [found] = [each for each in rescore_all() if each.play == play]
        assert found.differs
        assert "wins now" in dict(found.changes())["Ben"]
        assert winners(play) == ["Clara"]
        assert store_rescored(found)
        assert winners(play) == ["Ben"]
        assert ranks(play) == {"Ben": 1, "Clara": 2, "Anna": 3, "Dirk": 4}
        assert "Ben wins by 4 points" in text_of(phone.get(at("plays:play", play)))
        assert not [each for each in rescore_all() if each.differs]

    def test_looking_changes_nothing(self, play):
        before = again(play).revision, again(play).sheet_id, CardSave.objects.count()
        list(rescore_all())
        assert (again(play).revision, again(play).sheet_id, CardSave.objects.count()) == before

    def test_crown_that_decides_stays(self, phone):
        play = crowned(phone)
        assert not [each for each in rescore_all() if each.differs]
        assert winners(play) == ["Clara"]
