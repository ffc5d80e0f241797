"""Plays and photos come in, and go again, beside the requests: asked for once, begun anew at any time, told at last."""

import datetime

import pytest
from django.db import OperationalError, connection
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from companion.access import rate_limits
from companion.core import tasks
from companion.groups import founding, members
from companion.management.tidying import tidy
from companion.models import Import, Member, Person, Photo, Tries, Upload
from companion.models.photos import store
from companion.transfer import staging
from tests.phones import finished, owners_phone, phone_of, send_plays, text_of
from tests.photos.samples import a_picture
from tests.transfer.test_large_imports import file_of
from tests.working import done

from .bgstats import a_file, a_play
from .test_imports import TWO, sent
from .test_photo_imports import a_zip, look

pytestmark = pytest.mark.usefixtures("beside")

CHANGED = a_file(a_play(1, anna="9*", ben="1"), a_play(2, game="Azul", anna="1", ben="2*"))


@pytest.fixture
def owner(group):
    return group.members.get(role="owner").person


@pytest.fixture
def phone(owner):
    return phone_of(owner)


def asked_for(phone, group, content=TWO) -> str:
    """The address of a file that somebody has asked to bring in."""
    address = sent(phone, group, content).url
    done()
    assert phone.post(address, {"bring_in": "1"}).url == address
    return address


def page(phone, address) -> str:
    return text_of(phone.get(address))


def states():
    """How the tasks that bring in and take back stand, the first first."""
    tasks = DBTaskResult.objects.filter(task_path="companion.transfer.imports.import_or_undo")
    return list(tasks.order_by("enqueued_at").values_list("status", flat=True))


class TestOnItsPage:
    def test_it_waits_there_and_in_the_list_until_it_is_in(self, phone, group):
        address = asked_for(phone, group)
        progress = f"{address}/progress"
        assert "Importing plays" in page(phone, address)
        assert "Refresh progress" in page(phone, address)
        assert b'hx-trigger="every 1s"' in phone.get(progress).content
        listed = phone.get(reverse("transfer:imports", args=[group.uuid]))
        assert address in listed.content.decode()
        assert "importing …" in text_of(listed)
        assert not group.plays.exists()
        done()
        assert phone.get(progress)["HX-Refresh"] == "true"
        assert "2 plays imported." in page(phone, address)
        assert "importing …" not in page(phone, reverse("transfer:imports", args=[group.uuid]))

    def test_so_many_of_so_many_are_told(self, phone, group):
        address = asked_for(phone, group)
        its_import = staging.begin(group, Upload.objects.get())
        Import.objects.filter(pk=its_import.pk).update(done=1_200, total=5_000)
        assert "1,200 of 5,000 plays imported" in page(phone, f"{address}/progress")

    def test_it_goes_again_there_too(self, phone, group):
        address = asked_for(phone, group)
        done()
        assert phone.post(f"{address}/undo").url == address
        assert "Undoing an import" in page(phone, address)
        assert "0 of 2 plays removed" in page(phone, f"{address}/progress")
        done()
        assert "2 plays removed again." in page(phone, address)
        assert not group.plays.exists()

    def test_one_of_our_own_files_does_as_well(self, phone, group):
        file = file_of(3)
        for words in ("3 plays added.", "Nothing new. 3 plays were already here."):
            answer = send_plays(phone, group, file)
            assert "Importing plays" in page(phone, answer.url)
            done()
            assert words in page(phone, answer.url)
            assert "undone" not in page(phone, answer.url)
        answer = send_plays(phone, group, file[:-20])
        done()
        told = phone.get(answer.url)
        assert told.status_code == 422
        assert "damaged: invalid JSON from line " in text_of(told)
        assert "Nothing was imported." in text_of(told)
        assert "damaged: invalid JSON from line " in page(phone, reverse("transfer:imports", args=[group.uuid]))


def photos_asked_for(play, *colours):
    """The address of a file of photos of these colours that an owner has asked to bring in."""
    content = a_zip(play, *(a_picture(colour=colour) for colour in colours))
    address = look(play, content).redirect_chain[-1][0]
    done()
    assert owners_phone(play).post(address, {"bring_in": "1"}).url == address
    return address


def pictures() -> set[str]:
    """What is in the store."""
    return set(store().listdir("")[1]) if store().exists("") else set()


class TestPhotos:
    """The same of a file of photos, each of which takes a moment to be drawn."""

    @pytest.fixture
    def play(self):
        return finished()

    def test_they_are_drawn_while_their_page_tells_how_far_it_is(self, play):
        address, phone = photos_asked_for(play, "red", "blue", "teal"), owners_phone(play)
        assert "Importing photos" in page(phone, address)
        seen = []

        def watches(execute, sql, params, many, context):
            if sql.startswith('UPDATE "companion_play"') or 'INSERT INTO "companion_photo"' in sql:
                seen.append(page(phone, f"{address}/progress"))
            return execute(sql, params, many, context)

        with connection.execute_wrapper(watches):
            done()
        assert "2 of 3 photos processed" in seen[0]
        assert "3 photos imported." in page(phone, address)
        assert phone.post(f"{address}/undo").url == address
        assert "Undoing an import" in page(phone, address)
        done()
        assert "3 photos removed again." in page(phone, address)
        assert not play.photos.exists()

    @pytest.mark.long
    def test_what_broke_off_is_drawn_anew_and_nothing_is_there_twice(self, play):
        address, steps = photos_asked_for(play, "red", "blue"), []

        def ends_with_the_second(execute, sql, params, many, context):
            if sql.startswith('UPDATE "companion_upload"'):
                steps.append(sql)
            if len(steps) > 1 and not sql.startswith(("ROLLBACK", "RELEASE")):
                raise KeyboardInterrupt
            return execute(sql, params, many, context)

        with connection.execute_wrapper(ends_with_the_second), pytest.raises(KeyboardInterrupt):
            done()
        assert not Photo.objects.exists()
        DBTaskResult.objects.running().update(started_at=timezone.now() - 2 * tasks.SILENT_FOR)
        tasks.retry_abandoned()
        done()
        assert "2 photos imported." in page(owners_phone(play), address)
        assert play.photos.count() == 2

    def test_whoever_is_shut_out_while_they_are_drawn_brings_in_none(self, play):
        phone, its_owner = owners_phone(play), play.group.members.get(role="owner")
        address, before = photos_asked_for(play, "red", "blue"), pictures()
        other = Person.objects.create_visitor()
        Member.objects.create(group=play.group, person=other, role=Member.Role.OWNER)

        def shuts_out(execute, sql, params, many, context):
            if sql.startswith('UPDATE "companion_upload"'):
                Member.objects.filter(pk=its_owner.pk).delete()
            return execute(sql, params, many, context)

        with connection.execute_wrapper(shuts_out):
            done()
        assert not play.photos.exists()
        assert pictures() == before
        assert "The person who requested this is no longer a group owner." in page(phone_of(other), address)
        assert phone.get(address).status_code == 404

    def test_what_only_begins_as_a_picture_is_left_out_and_told(self, play):
        broken = a_picture(size=(600, 400), colour="red")
        broken = broken[: len(broken) // 2]
        address = look(play, a_zip(play, a_picture(colour="blue"), broken)).redirect_chain[-1][0]
        done()
        phone = owners_phone(play)
        phone.post(address, {"bring_in": "1"})
        done()
        assert "1 photo imported. 1 isn’t an image Caravan can show: photo 2 of the file." in page(phone, address)


class TestOnce:
    def test_a_second_click_asks_for_nothing(self, phone, group):
        address = asked_for(phone, group)
        phone.post(address, {"bring_in": "1"})
        phone.post(address, {"bring_in": "1"})
        assert len(states()) == 1
        done()
        phone.post(f"{address}/undo")
        phone.post(f"{address}/undo")
        assert states() == ["SUCCESSFUL", "READY"]

    @pytest.mark.long
    def test_what_broke_off_before_its_end_leaves_nothing_twice(self, phone, group):
        """The process has ended amid the first pieces: what waits of them goes, and all comes in, counted once."""
        address = asked_for(phone, group)
        staging.begin(group, Upload.objects.get())
        rate_limits.may_import_plays(group.members.get().person, 2)
        done()
        assert "2 plays imported." in page(phone, address)
        assert group.plays.count() == 2
        assert not Import.objects.exists()
        assert Tries.objects.get(key__startswith="plays:").count == 2

    @pytest.mark.long
    def test_what_broke_off_among_the_changed_plays_goes_on_with_the_rest(self, phone, group, monkeypatch):
        asked_for(phone, group)
        done()
        monkeypatch.setattr(staging, "PIECE", 1)
        address = asked_for(phone, group, CHANGED)
        changes = []

        def ends_at_the_second(execute, sql, params, many, context):
            if sql.startswith("UPDATE") and "renewed_by_id" in sql:
                changes.append(sql)
            if len(changes) > 1 and not sql.startswith(("ROLLBACK", "RELEASE")):
                raise KeyboardInterrupt
            return execute(sql, params, many, context)

        with connection.execute_wrapper(ends_at_the_second), pytest.raises(KeyboardInterrupt):
            done()
        assert states()[1:] == ["RUNNING"]
        later = timezone.now() - tasks.SILENT_FOR - datetime.timedelta(seconds=1)
        DBTaskResult.objects.running().update(started_at=later)
        tasks.retry_abandoned()
        done()
        assert "2 plays updated." in page(phone, address)
        assert sorted(play.seats.get(player__name="Anna").points for play in group.plays.all()) == [1, 9]


class TestWhereItCannotBe:
    def test_whoever_is_no_owner_any_more_brings_in_nothing(self, phone, owner, group):
        other = Person.objects.create_visitor()
        Member.objects.create(group=group, person=other, role=Member.Role.OWNER)
        address = asked_for(phone, group)
        members.expel(group.members.get(person=owner))
        done()
        assert not group.plays.exists()
        assert "The person who requested this is no longer a group owner." in page(phone_of(other), address)
        assert phone.get(address).status_code == 404

    def test_whoever_is_no_owner_any_more_takes_nothing_back(self, phone, owner, group):
        other = Person.objects.create_visitor()
        Member.objects.create(group=group, person=other, role=Member.Role.OWNER)
        address = asked_for(phone, group)
        done()
        phone.post(f"{address}/undo")
        members.expel(group.members.get(person=owner))
        done()
        assert group.plays.count() == 2
        assert "The person who requested this is no longer a group owner." in page(phone_of(other), address)
        phone_of(other).post(f"{address}/undo")
        done()
        assert not group.plays.exists()

    def test_into_a_group_that_was_deleted_nothing_comes(self, phone, group):
        asked_for(phone, group)
        group.deleted_at = timezone.now()
        group.save()
        done()
        assert not group.plays.exists()
        founding.delete_for_good(group)
        assert states() == ["SUCCESSFUL"]

    def test_a_group_that_is_gone_for_good_is_no_error(self, phone, group):
        asked_for(phone, group)
        founding.delete_for_good(group)
        done()
        assert states() == ["SUCCESSFUL"]

    def test_what_goes_wrong_is_said_and_goes_on_with_a_tap(self, phone, group):
        address = asked_for(phone, group)

        def fails(execute, sql, params, many, context):
            if sql.startswith('INSERT INTO "companion_holdings"') or "companion_arrival" in sql and "INSERT" in sql:
                raise ValueError("a fault of ours")
            return execute(sql, params, many, context)

        with connection.execute_wrapper(fails):
            done()
        assert states() == ["FAILED"]
        for place in (address, f"{address}/progress"):
            assert "This was interrupted." in page(phone, place)
        assert not group.plays.exists()
        assert phone.post(address, {"go_on": "1"}).url == address
        assert "This was interrupted." not in page(phone, address)
        done()
        assert "2 plays imported." in page(phone, address)

    @pytest.mark.long
    def test_over_which_the_database_goes_is_begun_anew_by_itself(self, phone, group):
        address = asked_for(phone, group)

        def goes(execute, sql, params, many, context):
            if sql.startswith('INSERT INTO "companion_holdings"'):
                raise OperationalError("terminating connection due to administrator command")
            return execute(sql, params, many, context)

        with connection.execute_wrapper(goes):
            done()
        assert states() == ["RUNNING"]
        assert "This was interrupted." not in page(phone, address)
        DBTaskResult.objects.running().update(started_at=timezone.now() - tasks.SILENT_FOR * 2)
        tasks.retry_abandoned()
        done()
        assert "2 plays imported." in page(phone, address)
        assert states() == ["SUCCESSFUL"]


class TestProcesses:
    def at_work(self, phone, group, ago, tries=1):
        asked_for(phone, group)
        started = timezone.now() - datetime.timedelta(seconds=ago)
        DBTaskResult.objects.filter(status="READY").update(
            status="RUNNING", started_at=started, worker_ids=["x"] * tries
        )

    @pytest.mark.parametrize(("ago", "status"), [(20, "RUNNING"), (40, "READY")])
    def test_a_task_is_taken_up_once_its_process_is_silent(self, phone, group, ago, status):
        self.at_work(phone, group, ago)
        tasks.retry_abandoned()
        assert states() == [status]

    def test_over_which_five_processes_have_ended_it_is_left(self, phone, group):
        self.at_work(phone, group, 40, tries=5)
        tasks.retry_abandoned()
        assert states() == ["FAILED"]

    def test_a_sign_of_life_keeps_it_and_at_the_end_it_is_given_back(self, phone, group):
        self.at_work(phone, group, 40)
        hands = tasks.QueueWorker("default")
        hands.at = DBTaskResult.objects.get(status="RUNNING").pk
        hands.sign_of_life()
        tasks.retry_abandoned()
        assert states() == ["RUNNING"]
        hands.give_back()
        assert list(DBTaskResult.objects.ready().values_list("worker_ids", flat=True)) == [[]]

    @pytest.mark.long
    def test_one_that_another_has_taken_up_says_nothing(self, phone, group):
        """A process that was only slow finds out at its next step, and what it would say is not said."""
        address = asked_for(phone, group)

        def overtaken(execute, sql, params, many, context):
            if sql.startswith('INSERT INTO "companion_event"'):
                Import.objects.update(alive_at=None)
            return execute(sql, params, many, context)

        with connection.execute_wrapper(overtaken):
            done()
        upload = Upload.objects.get()
        assert (upload.state, upload.refused) == ("coming", [])
        assert "This was interrupted." in page(phone, address)

    def test_what_is_done_is_tidied_away_after_a_week(self, phone, group):
        asked_for(phone, group)
        done()
        assert tidy(write=True)["old background tasks"] == 0
        DBTaskResult.objects.update(finished_at=timezone.now() - datetime.timedelta(days=8))
        assert tidy(write=True)["old background tasks"] == 2
