"""The page of a finished play: who won, the sheet whose stages open in place, why, and what leads on from there."""

import re

import pytest
from django.urls import reverse

from companion.models import Play
from companion.plays import lifecycle
from tests.phones import (
    a_play,
    again,
    at,
    count,
    finished,
    form_to,
    guests_phone,
    kept,
    link_of,
    owner_of,
    owners_phone,
    phone_of,
    text_of,
)


@pytest.fixture
def play():
    """Anna has won with 4 water."""
    return finished(cards={"anna": {"water": 4}, "ben": {"water": 2}})


def html_of(response):
    return response.content.decode()


class TestSheet:
    def test_a_stage_opens_in_place_and_closes_again(self, play):
        phone = owners_phone(play)
        shut, opened = (
            html_of(phone.get(at("plays:play", play))),
            html_of(phone.get(at("plays:play", play), {"stage": "1"})),
        )
        assert 'id="at-1-water' not in shut
        assert 'id="at-1-water' in opened
        assert 'id="at-2-water' not in opened
        assert shut.count('aria-expanded="false"') == 2
        assert f'href="{at("plays:play", play)}" aria-expanded="true"' in opened

    def test_a_stage_that_is_not_there_opens_nothing(self, play):
        assert 'aria-expanded="true"' not in html_of(owners_phone(play).get(at("plays:play", play), {"stage": "x"}))

    def test_the_steps_bear_each_persons_disc(self, play):
        page = html_of(owners_phone(play).get(at("plays:play", play)))
        assert 'class="disc p1 large"' in page
        assert 'class="disc p2"' in page


class TestWhatOneIsTold:
    def test_who_did_not_win_is_told_their_place(self, play):
        guest = kept(name="Ben")
        play.seats.filter(player__name="Ben").update(person=guest)
        phone = phone_of(guest)
        phone.get(link_of(play))
        text = text_of(phone.get(at("plays:play", play)))
        assert re.search(r"wins by \d+ points?\. You came second, Ben\.", text)
        assert text.index("Keep your own results") < text.index("where every point comes from")

    def test_phone_of_several_people_tells_none_of_them_their_place(self, play):
        guest = kept(name="Ben")
        play.seats.filter(player__name__in=("Ben", "Chris")).update(person=guest)
        phone = phone_of(guest)
        phone.get(link_of(play))
        text = text_of(phone.get(at("plays:play", play)))
        assert re.search(r"wins by \d+ points?\b", text)
        assert "You came" not in text
        assert "Keep your own results" in text

    def test_phone_that_counted_for_another_one_until_that_was_taken_over_tells_no_place(self, play):
        guest = kept(name="Ben")
        play.seats.filter(player__name="Ben").update(person=guest)
        play.seats.filter(player__name="Chris").update(former=guest)
        phone = phone_of(guest)
        phone.get(link_of(play))
        text = text_of(phone.get(at("plays:play", play)))
        assert re.search(r"wins by \d+ points?\b", text)
        assert "You came" not in text

    def test_a_team_is_spoken_to_as_several(self):
        play = a_play(game="tichu", names=("Anna", "Ben", "Chris", "Dora"))
        for seat, team in zip(play.seats.order_by("position"), (1, 2, 1, 2), strict=True):
            seat.team = team
            seat.save()
        count(play, anna={"cards": 60}, ben={"cards": 40})
        lifecycle.close_stage(again(play), again(play).game.stages[0], person=owner_of(play), anyway=True)
        again(play).touch(rounds_over=True)
        lifecycle.finish(again(play), person=owner_of(play))
        guest = kept(name="Ben")
        play.seats.filter(team=2).update(person=guest)
        phone = phone_of(guest)
        phone.get(link_of(play))
        told = text_of(phone.get(at("plays:play", play), headers={"Accept-Language": "de"}))
        assert "Ihr seid auf Platz 2, Ben und Dora." in told
        told = text_of(phone.get(at("plays:play", play), headers={"Accept-Language": "ja"}))
        assert "BenとDoraさん" in told

    def test_sentences_are_joined_as_the_language_does(self, play):
        guest = kept(name="Ben")
        play.seats.filter(player__name="Ben").update(person=guest)
        phone = phone_of(guest)
        phone.get(link_of(play))
        text = text_of(phone.get(at("plays:play", play), headers={"Accept-Language": "ja"}))
        assert re.search(r"点差で勝利。Benさんは 2 位でした。", text), text

    def test_a_group_is_asked_for_its_name_after_its_first_play_alone(self, play):
        phone, question = owners_phone(play), "What do you call yourselves?"
        assert question in text_of(phone.get(at("plays:play", play)))
        assert question not in text_of(guests_phone(play).get(at("plays:play", play)))
        address = reverse("groups:rename_group", args=[play.group.uuid])
        fields = form_to(address, phone.get(at("plays:play", play)))
        answer = phone.post(address, {**{key: values[0] for key, values in fields.items()}, "name": "Tuesday table"})
        assert answer.url == at("plays:play", play)
        assert question not in text_of(phone.get(at("plays:play", play)))

    def test_a_group_with_another_play_is_not_asked(self, play):
        a_play(group=play.group)
        assert "What do you call yourselves?" not in text_of(owners_phone(play).get(at("plays:play", play)))


class TestOneStage:
    def test_its_score_ends_a_game_of_one_stage(self):
        play = a_play(game="five-tribes", names=("Anna", "Ben"))
        count(play, stage="end", anna={"gold": 10}, ben={"gold": 4})
        answer = owners_phone(play).post(at("plays:close", play, play.game.stages[0].key))
        assert answer.url == at("plays:play", play)
        assert again(play).is_finished

    def test_a_second_tap_changes_nothing(self):
        play = a_play(game="five-tribes", names=("Anna", "Ben"))
        count(play, stage="end", anna={"gold": 10}, ben={"gold": 4})
        phone = owners_phone(play)
        for _tap in range(2):
            answer = phone.post(at("plays:close", play, play.game.stages[0].key))
        assert answer.url == at("plays:play", play)
        assert again(play).is_finished

    def test_a_guests_phone_ends_nothing(self):
        play = a_play(game="five-tribes", names=("Anna", "Ben"))
        count(play, stage="end", anna={"gold": 10}, ben={"gold": 4})
        key = play.game.stages[0].key
        assert guests_phone(play).post(at("plays:close", play, key)).url == at("plays:stage", play, key)
        assert again(play).state == Play.State.OPEN

    def test_a_game_of_two_stages_goes_on(self):
        play = a_play()
        count(play, anna={"water": 2}, ben={"water": 1}, chris={"water": 0})
        assert owners_phone(play).post(at("plays:close", play, "1")).url == at("plays:stage", play, "1")
        assert again(play).is_open

    def test_a_game_of_rounds_goes_on(self):
        play = a_play(game="6-nimmt", names=("Anna", "Ben"))
        count(play, anna={"heads": 3}, ben={"heads": 30})
        owners_phone(play).post(at("plays:close", play, "1"))
        assert again(play).is_open


def test_whoever_lost_may_try_again():
    play = a_play(game="five-tribes-solo", names=("Anna",))
    count(play, stage="end", anna={"viziers": 0})
    lifecycle.close_stage(again(play), play.game.stages[0], person=owner_of(play), anyway=True)
    lifecycle.finish(again(play), person=owner_of(play))
    said = text_of(owners_phone(play).get(at("plays:play", play)))
    assert "Lost" in said
    assert "Try again" in said
    assert "Rematch" not in said


@pytest.mark.parametrize(("cured", "said"), [("yes", "Won together"), ("no", "Lost together")])
def test_everyone_wins_or_loses_together_with_their_discs(cured, said):
    play = a_play(game="pandemic", names=("Anna", "Ben"))
    stage = play.game.stages[0]
    count(play, stage=stage.key, anna={"cured": cured})
    lifecycle.close_stage(again(play), stage, person=owner_of(play), anyway=True)
    lifecycle.finish(again(play), person=owner_of(play))
    answer = owners_phone(play).get(at("plays:play", again(play)))
    page = html_of(answer)
    assert said in page
    for_everyone = text_of(owners_phone(play).get(at("plays:watch", play)))
    assert f"{said} A Anna B Ben" in for_everyone
    assert "Total" not in for_everyone
    assert page.count("<bdi>Anna</bdi>") == page.count("<bdi>Ben</bdi>") == 1
    assert ("Try again" in text_of(answer)) is (cured == "no")
    assert "difficulty: 4 epidemics" in text_of(answer)
    assert reverse("plays:more", args=[play.uuid]) in page


def test_reopening_a_play_is_asked_before_one_tap_does_it(play):
    page = html_of(owners_phone(play).get(at("plays:play", play)))
    form = page.index(f'action="{at("plays:reopen", play)}"')
    asked = page.rindex("<details", 0, form)
    assert page.index("</details>", asked) > form
    assert "Reopen play" in page[asked:form]
