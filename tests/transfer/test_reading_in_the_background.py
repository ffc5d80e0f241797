"""An uploaded file is read in the background, once; its pages render what was found, whatever was sent."""

import datetime
import json
import sys

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from companion.core import tasks
from companion.groups import founding
from companion.management.tidying import tidy
from companion.models import Group, OwnSheet, Play, Player, Seat, Tries, Upload
from companion.transfer import similar_names
from companion.transfer.plans import make_plan
from companion.transfer.preview import MOST_NAMES, MOST_QUESTIONS
from companion.transfer.readers import bgstats
from companion.transfer.readers.records import MOST_NAMES as MOST_READ
from companion.transfer.readers.records import book_as_json
from companion.transfer.similar_names import NameIndex, is_part_of_series, same_first_name, simplify
from tests.phones import fields_of, phone_of, text_of
from tests.working import done

from .bgstats import a_file, a_play
from .test_imports import TWO, sent

TABLE = b"Date,Game,Player,Score\n2026-11-20,Skat,Anna,20\n2026-11-20,Skat,Ben,12\n"


@pytest.fixture
def phone(group):
    return phone_of(group.members.get(role="owner").person)


def page(phone, address) -> str:
    return text_of(phone.get(address))


def letters(number: int) -> str:
    """A word for a number: names of nothing but digits would share their beginnings."""
    return "".join(chr(97 + int(digit)) for digit in f"{number:05d}")


@pytest.mark.usefixtures("beside")
class TestInTheBackground:
    @pytest.mark.parametrize("content", [TWO, TABLE, b"no file of plays", b"\xff\xd8\xff" + b"x" * 100, b"PK\x03\x04"])
    def test_request_stores_the_file_as_it_is_whatever_is_in_it(self, phone, group, content):
        before = [model.objects.count() for model in (Group, Play, Seat, Player, OwnSheet)]
        answer = sent(phone, group, content)
        upload = Upload.objects.get()
        assert (answer.status_code, upload.state, upload.source, upload.preview) == (302, "reading", "", {})
        assert [model.objects.count() for model in (Group, Play, Seat, Player, OwnSheet)] == before

    def test_page_says_that_the_file_is_read_until_its_preview_is_there(self, phone, group):
        address = sent(phone, group, TWO).url
        assert "Reading the file …" in page(phone, address)
        assert "Refresh" in page(phone, address)
        assert b'hx-trigger="every 1s"' in phone.get(f"{address}/progress").content
        assert "is read" in page(phone, reverse("transfer:imports", args=[group.uuid]))
        done()
        assert phone.get(f"{address}/progress")["HX-Refresh"] == "true"
        assert "2 plays in the file" in page(phone, address)

    def test_preview_page_reads_neither_file_nor_names_nor_plays_again(self, phone, group):
        address = sent(phone, group, TWO).url
        done()
        with CaptureQueriesContext(connection) as queries:
            assert "Import 2 plays" in page(phone, address)
        asked = " ".join(each["sql"] for each in queries.captured_queries)
        assert '"companion_upload"."preview"' in asked
        assert '"companion_upload"."packed"' not in asked
        assert '"companion_alias"' not in asked and '"companion_arrival"' not in asked

    def test_file_that_cannot_be_read_says_so_and_another_can_be_chosen(self, phone, group):
        address = sent(phone, group, b'{"plays": 3}').url
        done()
        answer = phone.get(address)
        assert answer.status_code == 422
        assert "Nothing was imported." in text_of(answer)
        assert "file" in fields_of(answer)
        assert not Upload.objects.exists()

    def test_choice_plans_the_plays_anew_without_comparing_names(self, phone, group, monkeypatch):
        founding.ensure_players(group, ["Benjamin K."])
        address = sent(phone, group, TWO).url
        done()
        compared = Upload.objects.get().content["alike"]
        monkeypatch.setattr(similar_names, "MOST_PAIRS", 0)
        phone.post(address, {"p-1": "new", "ask": "p-0"})
        assert "Reading the file …" in page(phone, address)
        done()
        shown = phone.get(address)
        assert Upload.objects.get().content["alike"] == compared
        assert shown.context["preview"]["counts"]["asks"] == 2
        assert [match["name"] for match, _field, _long in shown.context["people"]["asks"]] == ["Anna"]

    def test_columns_of_a_table_are_read_in_the_background_too(self, phone, group):
        address = sent(phone, group, TABLE).url
        done()
        fields = {f"column-{number}": name for number, name in enumerate(["date", "game", "player", "score"])}
        phone.post(address, {"columns": "1", **fields})
        assert Upload.objects.get().state == "reading"
        done()
        assert "1 play in the file" in page(phone, address)

    def test_columns_of_which_nothing_can_be_read_are_asked_again_with_the_reason(self, phone, group):
        address = sent(phone, group, b"a,b,c\nx,y,z\n").url
        done()
        chosen = {f"column-{number}": name for number, name in enumerate(["date", "game", "player"])}
        phone.post(address, {"columns": "1", **chosen})
        done()
        answer = phone.get(address)
        assert answer.status_code in (200, 422)
        assert Upload.objects.get().state in ("columns", "waiting")

    @pytest.mark.parametrize("is_read", [False, True], ids=["being read", "waiting for its review"])
    @pytest.mark.parametrize("content", [TWO, TABLE, b"no file of plays"], ids=["plays", "table", "unreadable"])
    def test_second_file_says_that_it_replaces_the_first(self, phone, group, content, is_read):
        first = sent(phone, group, TWO, "first.bgsplay").url
        if is_read:
            done()
        said = "“first.bgsplay” wasn’t imported: this file has replaced it."
        assert said not in page(phone, first)
        address = sent(phone, group, content, "second.bgsplay").url
        assert said in page(phone, address)
        assert phone.get(first).status_code == 404
        done()
        assert said in page(phone, address)

    def test_own_file_says_that_it_replaces_another(self, phone, group):
        sent(phone, group, TWO, "first.bgsplay")
        own = [{"format": "caravan.play/1", "game": "6-nimmt", "seats": [{"player": "Mira"}, {"player": "Jo"}]}]
        address = sent(phone, group, json.dumps(own).encode(), "own.json").url
        for _ in range(2):
            assert "“first.bgsplay” wasn’t imported: this file has replaced it." in page(phone, address)
            done()
        assert group.plays.count() == 1

    def test_file_after_one_that_could_not_be_read_replaces_nothing(self, phone, group):
        sent(phone, group, b"no file of plays", "first.bgsplay")
        done()
        assert "has replaced it" not in page(phone, sent(phone, group, TWO).url)

    def test_killed_task_is_said_and_tried_again(self, phone, group):
        address = sent(phone, group, TWO).url
        started = timezone.now() - 2 * tasks.SILENT_FOR
        DBTaskResult.objects.update(status="RUNNING", started_at=started, worker_ids=["x"] * tasks.MOST_ATTEMPTS)
        tasks.retry_abandoned()
        for place in (address, f"{address}/progress"):
            assert "Reading the file has stopped." in page(phone, place)
        assert phone.post(address).url == address
        done()
        assert "2 plays in the file" in page(phone, address)

    def test_failed_task_is_said_and_the_file_can_be_deleted(self, phone, group):
        address = sent(phone, group, TWO).url

        def fails(execute, sql, params, many, context):
            if 'FROM "companion_player"' in sql:
                raise ValueError("a fault of ours")
            return execute(sql, params, many, context)

        with connection.execute_wrapper(fails):
            done()
        assert "Reading the file has stopped." in page(phone, address)
        phone.post(f"{address}/drop")
        assert not Upload.objects.exists()

    def test_file_deleted_while_it_is_read_stays_deleted(self, phone, group):
        address = sent(phone, group, TWO).url
        assert phone.post(f"{address}/drop").status_code == 302
        done()
        assert not Upload.objects.exists()
        assert list(DBTaskResult.objects.values_list("status", flat=True)) == ["SUCCESSFUL"]

    def test_second_look_while_a_file_is_read_starts_no_second_task(self, phone, group):
        address = sent(phone, group, TWO).url
        phone.post(address)
        phone.post(address)
        assert DBTaskResult.objects.count() == 1

    def test_file_read_by_an_older_release_gets_its_preview(self, phone, group):
        upload = Upload(group=group, person=group.members.get().person, source="bgstats")
        upload.content = book_as_json(bgstats.read_book(TWO), str)
        upload.save()
        address = reverse("transfer:upload", args=[group.uuid, upload.uuid])
        assert phone.get(address).url == address
        done()
        assert "2 plays in the file" in page(phone, address)

    def test_matching_again_is_counted(self, phone, group, monkeypatch):
        monkeypatch.setattr("companion.access.rate_limits.LOOKS_A_DAY", 1)
        address = sent(phone, group, TWO).url
        done()
        assert phone.post(address, {"ask": "p-0"}).status_code == 302
        done()
        assert phone.post(address, {"ask": "p-1"}).status_code == 429
        assert Tries.objects.get(key__startswith="look:").count == 2

    def test_file_nobody_looked_at_is_tidied_away(self, phone, group):
        sent(phone, group, TWO)
        Upload.objects.update(created_at=timezone.now() - datetime.timedelta(days=8))
        tidy(write=True)
        assert not Upload.objects.exists()


class TestHostileNames:
    """Counts, not clocks: how many pairs are looked at, and how many compared letter by letter."""

    def test_names_that_share_nothing_are_never_compared(self):
        index = NameIndex([letters(number) * 8 for number in range(0, 400, 2)], begins=same_first_name)
        index.find_like("zz yy xx ww")
        assert (index.pairs, index.compared) == (0, 0)

    @pytest.mark.parametrize("length", [12, 60])
    def test_comparing_ends_however_many_names_are_alike(self, length, monkeypatch):
        monkeypatch.setattr(similar_names, "MOST_PAIRS", 20_000)
        monkeypatch.setattr(similar_names, "MOST_COMPARED", 200)
        names = [("anna" * 20)[: length - 5] + letters(number) for number in range(300)]
        index = NameIndex(names, begins=same_first_name)
        for name in names:
            index.find_like(name[::-1])
            index.find_like(name)
        assert index.pairs <= 20_000
        assert index.compared <= 200

    def test_preview_is_of_bounded_size(self, phone, group):
        founding.ensure_players(group, [f"Anna {letters(number)}" for number in range(400)])
        plays = [a_play(n, **{f"anna{letters(n)}x": "1", f"zoe{letters(n)}": "2"}) for n in range(400)]
        address = sent(phone, group, a_file(*plays)).url
        people = Upload.objects.get().preview["people"]
        assert (len(people["asks"]), len(people["rest"])) == (MOST_QUESTIONS, MOST_NAMES)
        assert people["left"] == people["uncertain"] - MOST_QUESTIONS + people["found"] + people["new"] - MOST_NAMES
        assert f"{people['left']} more names" in page(phone, address)

    def test_matching_grows_with_the_names_and_not_with_their_square(self, group):
        steps = [calls_of(lambda number=number: plan_of_same_names(group, number).names) for number in (100, 400)]
        assert steps[1] < 6 * steps[0]

    def test_names_that_are_all_the_same_get_a_number_each(self, group):
        names = plan_of_same_names(group, 100).names
        assert len(set(names.values())) == 100
        assert {"Jo", "Jo 2", "Jo 100"} <= set(names.values())

    def test_file_has_no_more_names_than_can_be_matched(self):
        assert MOST_READ <= 5_000


def calls_of(task) -> int:
    """Return how many functions of Python a task calls."""
    calls = []
    sys.setprofile(lambda _frame, event, _what: event == "call" and calls.append(event))
    try:
        task()
    finally:
        sys.setprofile(None)
    return len(calls)


def plan_of_same_names(group, number):
    """The plan for a file of so many people who are all called Jo."""
    file = a_file(a_play(1, jo="1", mia="2"))
    file["players"] = [{"id": each, "uuid": f"P{each}", "name": "Jo"} for each in range(number)]
    file["plays"] = [
        {**file["plays"][0], "uuid": f"U{each}", "playerScores": [{"playerRefId": each}, {"playerRefId": each + 1}]}
        for each in range(0, number, 2)
    ]
    return make_plan(bgstats.read_book(file), group, {})


@pytest.mark.parametrize(
    ("name", "other", "begins"),
    [
        ("anna", "anna m", same_first_name),
        ("benjamin", "ben", same_first_name),
        ("jo", "jo k", same_first_name),
        ("kathrina", "cathrina", same_first_name),
        ("anna maria", "annamaria", same_first_name),
        ("ticket to ride", "ticket to ride europe", is_part_of_series),
        ("les aventuriers du rail", "aventuriers du rail", is_part_of_series),
        ("cascadia", "cascadias", is_part_of_series),
        ("アズール", "アズール 2", is_part_of_series),
    ],
)
def test_names_that_may_mean_the_same_are_found(name, other, begins):
    assert NameIndex(["unlike", simplify(other)], begins=begins).find_like(simplify(name)) == [simplify(other)]
    assert NameIndex(["unlike", simplify(name)], begins=begins).find_like(simplify(other)) == [simplify(name)]
