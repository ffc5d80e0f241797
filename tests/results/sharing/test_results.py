"""A result is shared: as a picture, and by a link that opens nothing else."""

import hashlib
import re
import struct
from html import unescape
from threading import Thread

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from companion.access.links import link_for
from companion.core.icons import icon
from companion.entry.scorepad import Scorepad
from companion.models import Link, Play
from companion.plays import lifecycle
from companion.plays.lifecycle import delete, reopen
from companion.results.sharing import fonts, pictures
from companion.results.sharing.contents import MOST_COLUMNS, MOST_ROWS, Row, build_summary, choose_rows
from companion.results.sharing.decision import Decision
from companion.results.sharing.layout import SHAPES
from companion.results.sharing.pictures import draw_svg
from companion.results.sharing.shapes import ACCENTS, DAY, Drawing
from tests.lanes import long
from tests.phones import (
    a_play,
    again,
    an_empty_group,
    at,
    count,
    finished,
    guests_phone,
    owner_of,
    owners_phone,
    phone_of,
    text_of,
    watchers_phone,
)
from tests.plays.test_teams import in_teams, over
from tests.test_conventions import ROOT
from tests.transfer.bgstats import a_file
from tests.transfer.bgstats import a_play as score_play
from tests.transfer.test_imports import brought

pytestmark = pytest.mark.django_db
PNG = b"\x89PNG\r\n\x1a\n"
CLOSE = {"anna": {"water": 4, "gold": 3}, "ben": {"water": 3}}


@pytest.fixture
def play():
    return finished(cards=CLOSE)


def of(play, **how):
    play = again(play)
    return build_summary(play, Scorepad(play), **how)


def written_in(drawing):
    """The texts of an SVG, in their order."""
    pieces = re.findall(r"<text .*?</text>", drawing, flags=re.DOTALL)
    return [unescape("".join(re.findall(r"<tspan[^>]*>(.*?)</tspan>", piece, flags=re.DOTALL))) for piece in pieces]


def hash_of(asked):
    """What tells the picture that a phone gets at an address from any other."""
    phone, address = asked
    return hashlib.sha256(phone.get(address).content).hexdigest()


def size_of(png):
    assert png.startswith(PNG)
    return struct.unpack(">II", png[16:24])


class TestManyAtOnce:
    def test_who_finds_one_drawn_and_one_waiting_is_asked_to_come_again(self, play):
        phone, place = owners_phone(play), at("results:result_picture", play, "tall")
        with pictures.take_turn() as is_ours:
            assert is_ours
            second = Thread(target=takes_a_turn)
            second.start()
            # Once it waits no place is free.
            while pictures.PLACES.acquire(blocking=False):
                pictures.PLACES.release()
            answer = phone.get(place)
        second.join()
        assert answer.headers["Retry-After"] == "5"
        assert "Reload" in text_of(answer)
        assert phone.get(place).headers["Content-Type"] == "image/png"


def takes_a_turn():
    with pictures.take_turn():
        pass


def of_one_stage(game, names=("Anna", "Ben", "Chris"), **cards):
    """A finished play of a game with one stage."""
    play = a_play(game=game, names=names)
    [stage] = play.game.stages
    count(play, stage=stage.key, **cards)
    lifecycle.close_stage(again(play), stage, person=owner_of(play), anyway=True)
    lifecycle.finish(again(play), person=owner_of(play))
    return again(play)


@pytest.mark.parametrize(("cured", "said"), [("yes", "Won"), ("no", "Lost")])
def test_the_text_of_a_co_op_game_says_how_it_ended_and_ranks_nobody(cured, said):
    play = of_one_stage("pandemic", ("Anna", "Ben"), anna={"cured": cured})
    text = owners_phone(play).get(at("results:share_result", play)).context["text"]
    about, *names, ended = [line.strip("\u2068\u2069") for line in text.splitlines()]
    assert about.endswith("20 Nov 2026")
    assert "1." not in "".join(names)
    assert ended.startswith(said)


class TestPicture:
    def test_maps_used_in_one_stage_are_not_added_to_maps_held_in_the_next(self):
        play = of(finished(cards={"anna": {"water": 4, "maps": 1}}, second={"anna": {"maps": 1}, "ben": {"maps": 1}}))
        points = {row.label: row.points for row in play.rows}
        order = [column.name for column in play.columns]
        assert dict(zip(order, points["Maps used"], strict=True))["Anna"] == 2
        assert dict(zip(order, points["Maps held"], strict=True)) == {"Anna": 2, "Ben": 2, "Chris": 0}

    def test_row_that_decided_in_one_stage_is_another_than_the_same_in_the_next(self):
        used, held = (Row("maps", "maps", "", [], [], stages=(stage,)) for stage in ("1", "2"))
        assert [Decision("maps", stage=stage).is_in(used) for stage in ("1", "2", "")] == [True, False, True]
        assert Decision("maps", stage="2").is_in(held)

    @pytest.mark.parametrize(("shape", "size"), [("tall", (1080, 1350)), long("wide", (1200, 630))])
    def test_it_is_a_png_of_its_size(self, play, shape, size):
        answer = owners_phone(play).get(at("results:result_picture", play, shape))
        assert answer["Content-Type"] == "image/png"
        assert size_of(answer.content) == size
        assert "tuareg-2026-11-20.png" in answer["Content-Disposition"]

    def test_who_won_the_total_and_how_close_it_was_stand_there(self, play):
        texts = written_in(draw_svg(of(play), "tall"))
        [winner] = [each for each in of(play).columns if each.rank == 1]
        others = [each for each in of(play).columns if each.rank == 2]
        assert winner.name in texts
        assert f"{winner.points}" in texts
        assert f"{winner.points - others[0].points} ahead of {' and '.join(each.name for each in others)}" in texts

    def test_its_rows_are_summed_over_the_stages_and_come_to_the_totals(self):
        play = finished(cards=CLOSE, second={"anna": {"water": 3}, "chris": {"gold": 2}})
        its = of(play)
        sums = [sum(row.points[at] or 0 for row in its.rows) for at in range(3)]
        assert sums == [each.points for each in its.columns]

    def test_what_decided_is_told_in_a_sentence_and_its_row_is_marked(self, play):
        its = of(play)
        assert [row.label for row in its.rows if row.decided] == [its.decision.lead.partition(",")[0]]
        assert str(its.decision) in its.sentence

    def test_a_win_that_one_count_would_have_shared_is_told_as_shared(self):
        play = of_one_stage("carcassonne", anna={"track": 11}, ben={"track": 10}, chris={"track": 2})
        assert of(play).decision.sentence == "Ben would have shared the win with 11 instead of 10."

    def test_its_sentence_ends_as_sentences_do_in_the_language(self, play):
        with translation.override("ja"):
            sentence = of(play).sentence
        assert sentence.endswith("。")
        assert "." not in sentence
        assert of(play).sentence.endswith(".")
        assert ".." not in of(play).sentence

    def test_of_the_winner_only_no_other_name_is_there(self, play):
        shown = (
            draw_svg(of(play, names=False), "tall")
            + draw_svg(of(play, names=False), "wide")
            + of(play, names=False).sentence
        )
        assert "Anna" in shown
        assert not {"Ben", "Chris"} & set(re.findall(r"\w+", shown))

    def test_a_team_won_together(self):
        play, _phone = in_teams("1", "2", "1", "2")
        play = over(again(play), anna={"cards": 60}, ben={"cards": 40})
        assert of(play).winners == "Anna and Chris"
        assert len(of(play).columns) == 2

    def test_names_are_written_as_text_and_never_as_markup(self):
        play = finished(names=("<b>&", "Ben"))
        drawing = draw_svg(of(play), "tall")
        assert "<b>" not in drawing
        assert size_of(owners_phone(play).get(at("results:result_picture", play, "tall")).content) == (1080, 1350)

    @pytest.mark.parametrize(
        ("shape", "language"),
        [("tall", "en"), long("tall", "de"), ("tall", "ja"), long("wide", "en"), ("wide", "de"), long("wide", "ja")],
    )
    def test_all_of_it_lies_within_the_picture_in_every_language(self, shape, language):
        names = (
            "Maximiliane-Theodora von Hohenlohe-Langenburg",
            "太郎・ブランケンブルク・ホーエンローエ",
            "W" * 40,
        )
        play = finished(names=names)
        Play.objects.filter(pk=play.pk).update(place="At the very far end of the valley, " * 2)
        with translation.override(language):
            picture = shapes_of(play, shape)
        for each in (each for each in picture.shapes if each.kind == "writing"):
            start = {"start": 0, "middle": 0.5, "end": 1}[each.anchor] * each.width
            assert each.x - start >= 0, each.text
            assert each.x - start + each.width <= picture.width, each.text
            assert 0 < each.y < picture.height, each.text

    def test_figures_are_numbers_of_a_drawing_in_every_language(self, play):
        with translation.override("de"):
            drawing = draw_svg(of(play), "tall")
        assert not re.search(r'(?:x|y|width|height|size)="[^"]*,', drawing)

    def test_of_many_at_the_table_those_ahead_are_shown_and_how_many_are_not(self):
        play = many_players(10)
        its = of(play)
        assert (len(its.columns), its.left_out) == (MOST_COLUMNS, 2)
        assert len(its.rows) <= MOST_ROWS
        assert "2 more aren’t shown." in " ".join(written_in(draw_svg(its, "tall")))

    @pytest.mark.parametrize("language", [long("en"), "de", long("ja")])
    def test_however_long_the_names_nothing_on_a_wide_one_stands_over_the_name_of_the_program(self, language):
        play = many_players(8, called="Maximiliane-Theodora Freifrau Von Hohenlohe-Langenburg")
        with translation.override(language):
            shapes = shapes_of(play, "wide").shapes
        left = [each for each in shapes if each.kind == "writing" and each.x < 590 and each.text != "Caravan"]
        assert len(left) > 5
        assert max(each.y for each in left) <= 556

    @pytest.mark.parametrize("shape", ["tall", "wide"])
    def test_figure_of_nine_digits_leaves_the_winner_a_readable_name(self, shape):
        group = an_empty_group()
        scores = {"Björn": "999999999*", "Anna": "-999999998.99"}
        brought(phone_of(group.members.get(role="owner").person), group, a_file(score_play(1, "Skat", **scores)))
        written = [each for each in shapes_of(group.plays.get(), shape).shapes if each.kind == "writing"]
        assert max(each.size for each in written if each.text == "Björn") >= 90
        assert all(each.x >= 0 for each in written)
        assert any(each.text.startswith("999999999") for each in written)

    def test_group_is_named_only_by_a_name_of_its_own(self):
        play = finished()
        assert of(again(play)).group == ""
        play.group.name = "Club"
        play.group.save()
        assert of(again(play)).group == "Club"

    def test_an_open_play_has_none(self):
        play = a_play()
        phone = owners_phone(play)
        for name, *parts in (("results:share_result",), ("results:result_picture", "tall"), ("results:result_link",)):
            assert phone.get(at(name, play, *parts)).status_code == 404

    def test_there_is_no_other_shape(self, play):
        assert owners_phone(play).get(at("results:result_picture", play, "huge")).status_code == 404


def shapes_of(play, shape):
    return SHAPES[shape](of(play))


def many_players(number, called="Player"):
    names = [f"{called} {place}" for place in range(number)]
    phone = Client()
    phone.post("/games/6-nimmt", {"player": names, "played_on": "2026-11-20"})
    play = Play.objects.latest("pk")
    return over(play, **{name.lower(): {"heads": place} for place, name in enumerate(names)})


class TestFonts:
    @pytest.mark.parametrize("text", ["Zoë Łukasz Ñandú", "Дмитрий Ελένη", "太郎 さくら カタカナ 澪 凛"])
    def test_three_scripts_and_more_are_written_as_they_are(self, text):
        assert fonts.drop_unwritable(text) == text

    def test_what_the_fonts_lack_is_left_out_and_a_name_of_it_becomes_a_number(self):
        assert fonts.drop_unwritable("Anna 🎲") == "Anna"
        its = of(finished(names=("Anna", "지수", "Ben"), cards={"anna": {"water": 4}}))
        assert its.unwritable == ["지수"]
        assert "No. 2" in [column.name for column in its.columns]

    def test_no_control_sign_gets_into_a_drawing(self):
        assert fonts.drop_unwritable("A\0n\x0bn\u202ea\ufffe") == "An na"

    def test_a_text_that_has_no_room_is_cut_and_fits(self):
        cut = fonts.shorten("W" * 99, "bold", 30, room=200)
        assert cut.endswith("…")
        assert fonts.text_width(cut, "bold", 30) <= 200

    def test_japanese_is_broken_between_signs_and_no_line_begins_with_a_comma(self):
        found = fonts.break_lines("あいうえ、かきくけ。さしすせ", "sans", 10, room=40, most=9)
        assert len(found) > 1
        assert not any(line[0] in "、。" for line in found)

    def test_they_are_small_and_have_their_licence_beside_them(self):
        assert sum(path.stat().st_size for path in fonts.FOLDER.iterdir()) < 2 * 2**20
        assert "SIL OPEN FONT LICENSE" in (fonts.FOLDER / "OFL.txt").read_text().upper()


class TestColours:
    def test_they_are_those_of_the_stylesheet_by_day(self):
        css = (ROOT / "static/css/caravan.css").read_text().partition("@media")[0]
        by_day = "".join(path.read_text() for path in (ROOT / "static/css/accents").iterdir())
        said = re.findall(r"^\.(\w+) \{ --accent: (\S+); --wash: (\S+); --rule: (\S+); \}", by_day, flags=re.MULTILINE)
        assert {name: tuple(colours) for name, *colours in said} == ACCENTS
        variables = dict(re.findall(r"--([\w-]+): (#\w+);", css.partition("\n.")[0]))
        pegs = (ROOT / "templates/icons/emblems/pegs.svg").read_text()
        variables |= dict(re.findall(r"var\(--(peg-\d),(#\w+)\)", pegs.replace("#fff)", "#ffffff)")))
        assert {name: variables[name] for name in DAY} == DAY

    def test_every_small_drawing_can_be_drawn_with_them(self):
        names = [
            path.relative_to(ROOT / "templates/icons").with_suffix("").as_posix()
            for path in sorted((ROOT / "templates/icons").rglob("*.svg"))
            if path.parent.name in ("icons", "emblems")
        ]
        for name in names:
            assert "var(" not in Drawing(name, 0, 0, 10, "#123456").svg, name
            assert icon(name)


class TestPage:
    def test_the_end_of_a_play_leads_there(self, play):
        page = owners_phone(play).get(at("plays:play", play)).content.decode()
        assert at("results:share_result", play) in page

    def test_it_has_both_pictures_with_their_sentence_and_the_text_beside(self, play):
        page = owners_phone(play).get(at("results:share_result", play))
        body = page.content.decode()
        for shape in ("tall", "wide"):
            assert f'src="{at("results:result_picture", play, shape)}"' in body
        assert body.count('alt="Tuareg, 20 Nov 2026: Anna') == 2
        assert "1. Anna:" in text_of(page)

    def test_of_the_winner_only_the_text_names_nobody_else(self, play):
        page = owners_phone(play).get(at("results:share_result", play), {"winner": ""})
        assert "?winner" in page.content.decode()
        assert "Ben" not in text_of(page).partition("As text")[0]

    def test_a_watcher_and_a_guest_can_share_it_and_make_no_link(self, play):
        for phone in (watchers_phone(play), guests_phone(play)):
            page = phone.get(at("results:share_result", play))
            assert page.status_code == 200
            assert at("results:result_link", play) not in page.content.decode()


@pytest.fixture
def key(play):
    owners_phone(play).post(at("results:result_link", play), {"share": "1"})
    return Link.objects.get(kind="result").key


class TestLink:
    def test_there_is_none_before_the_question_is_answered(self, play):
        phone = owners_phone(play)
        phone.get(at("results:share_result", play))
        question = phone.get(at("results:result_link", play))
        assert "Create a link to" in text_of(question)
        assert not Link.objects.filter(kind="result").exists()

    def test_whoever_opens_it_sees_the_picture_and_nothing_of_the_group(self, play, key):
        stranger = Client()
        page = stranger.get(f"/t/{key}", follow=True)
        assert page.status_code == 200
        assert reverse("results:shared_picture", args=[key, "tall"]) in page.content.decode()
        assert size_of(stranger.get(reverse("results:shared_picture", args=[key, "wide"])).content) == (1200, 630)
        for address in (
            at("plays:play", play),
            at("results:share_result", play),
            reverse("groups:group", args=[play.group.uuid]),
        ):
            assert address not in page.content.decode()
            assert stranger.get(address).status_code == 404

    def test_it_speaks_the_language_of_whoever_opens_it(self, key):
        address = reverse("results:shared_result", args=[key])
        assert '<html lang="de"' in Client().get(address, headers={"Accept-Language": "de"}).content.decode()
        assert '<html lang="en"' in Client().get(address).content.decode()

    def test_it_says_what_a_messenger_shows_and_that_nobody_lists_it(self, key):
        page = Client().get(reverse("results:shared_result", args=[key]))
        body = page.content.decode()
        assert f'<meta property="og:image" content="http://testserver/results/{key}/wide.png">' in body
        assert 'property="og:title" content="Anna · Tuareg"' in body
        assert '<meta name="robots" content="noindex">' in body

    def test_nothing_else_has_such_tags(self, play):
        phone = owners_phone(play)
        for name in ("plays:play", "results:share_result", "results:result_link"):
            assert "og:" not in phone.get(at(name, play)).content.decode()
        assert "og:" not in Client().get("/").content.decode()

    def test_of_the_winner_only_it_names_nobody_else(self, play):
        owners_phone(play).post(at("results:result_link", play), {"share": "1", "winner": "1"})
        key = Link.objects.get(kind="result").key
        body = Client().get(reverse("results:shared_result", args=[key])).content.decode()
        assert "Anna" in body
        assert "Ben" not in body

    @pytest.mark.parametrize("shape", SHAPES)
    def test_of_the_winner_only_its_picture_is_the_one_without_other_names(self, play, shape):
        phone = owners_phone(play)
        phone.post(at("results:result_link", play), {"share": "1", "winner": "1"})
        shared = reverse("results:shared_picture", args=[Link.objects.get(kind="result").key, shape])
        own = at("results:result_picture", play, shape)
        # Told apart by their numbers: what differs in two files of pixels tells nobody anything.
        by_link, of_the_winner, of_all = map(hash_of, [(Client(), shared), (phone, f"{own}?winner"), (phone, own)])
        assert by_link == of_the_winner != of_all

    def test_once_it_is_withdrawn_it_leads_nowhere(self, play, key):
        owners_phone(play).post(at("results:result_link", play), {"withdraw": "1"})
        for address in (f"/t/{key}", f"/results/{key}", f"/results/{key}/tall.png"):
            assert Client().get(address).status_code == 404

    @pytest.mark.parametrize("gone", ["deleted", "reopened"])
    def test_when_there_is_no_result_any_more_it_leads_nowhere(self, play, key, gone):
        {"deleted": delete, "reopened": reopen}[gone](again(play), person=owner_of(play))
        for address in (f"/results/{key}", f"/results/{key}/tall.png"):
            assert Client().get(address).status_code == 404

    def test_another_link_opens_no_result(self, play):
        for kind in (Link.Kind.TABLE, Link.Kind.WATCH):
            assert Client().get(f"/results/{link_for(kind, play=play).key}").status_code == 404

    @pytest.mark.parametrize("key", ["x", "%00", "a%00b", "9" * 500])
    def test_a_wrong_key_opens_nothing(self, key):
        assert Client().get(f"/results/{key}").status_code == 404
        assert Client().get(f"/results/{key}/tall.png").status_code == 404


def test_rows_without_room_become_one_so_that_a_column_adds_up():
    points = [[place, 2 * place] for place in range(15)]
    rows = [Row(f"r{place}", f"row {place}", "", its, ["", ""]) for place, its in enumerate(points)]
    shown = choose_rows(rows)
    assert len(shown) == MOST_ROWS
    assert shown[-1].label == "other rows"
    assert [sum(column) for column in zip(*(row.points for row in shown), strict=True)] == [105, 210]
    assert choose_rows(rows[:MOST_ROWS]) == rows[:MOST_ROWS]
