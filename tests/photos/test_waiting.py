"""A photo that was sent waits until its pictures are drawn: seen by nobody as it came, there once, and told of."""

import io
import json
import zipfile
from contextlib import nullcontext
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from PIL import Image

from companion.accounts import leaving
from companion.groups.founding import delete_for_good
from companion.management.tidying import ON_ITS_WAY, files_in, tidy
from companion.models import Group, Person, Photo, SentPhoto
from companion.models.people import UNDO_DELETE_WITHIN
from companion.models.photos import SIDES, picture, store, store_pictures
from companion.models.sent_photos import FOLDER, delete_sent, read_sent, store_sent
from companion.photos import drawing
from companion.photos.keeping import send
from tests.management.test_dump import empty
from tests.phones import at, finished, guests_phone, owner_of, owners_phone, text_of, watchers_phone
from tests.photos.samples import CAMERA, WHEN, a_photo, a_picture
from tests.working import done

pytestmark = pytest.mark.usefixtures("beside")

WHERE_IT_WAS_TAKEN = (CAMERA.encode(), WHEN.encode(), b"Exif")
# The header of a picture, of which all that is behind it is missing.
CUT = a_picture(size=(600, 400))[:-500]


@pytest.fixture
def play():
    return finished()


def sends(play, *contents, caption="All of us"):
    """Somebody sends these files as photos of a play."""
    photos = [a_photo(content=content) for content in contents or [a_picture()]]
    return owners_phone(play).post(at("photos:add_photos", play), {"photo": photos, "caption": caption})


def page_of(play, phone=None):
    return (phone or owners_phone(play)).get(at("photos:photos", play))


def poll(play, waiting):
    return owners_phone(play).get(at("photos:photos", play), {"waiting": waiting})


def in_store() -> list[str]:
    """What the store holds, each without the number of its photo."""
    return sorted([name[37:] for name in files_in("")] + [FOLDER] * len(files_in(FOLDER)))


@pytest.fixture(autouse=True)
def empty_store():
    for folder in ("", FOLDER):
        for name in files_in(folder):
            store().delete(f"{folder}/{name}".lstrip("/"))


class TestTheWay:
    def test_the_page_says_that_it_is_prepared_and_then_shows_it_by_itself(self, play):
        assert sends(play).status_code == 302
        page = page_of(play)
        assert "1 photo is being processed" in text_of(page)
        assert f'hx-get="{at("photos:photos", play)}?waiting=1" hx-trigger="every 1s"' in page.content.decode()
        assert "Check again" in page.content.decode().partition("<noscript>")[2]
        assert poll(play, 1).status_code == 204
        done()
        answer = poll(play, 1)
        photo = play.photos.visible().get()
        assert at("photos:picture", play, photo.uuid, "large") in answer.content.decode()
        assert b"hx-get" not in answer.content
        assert "<html" not in answer.content.decode()
        assert "All of us" in text_of(page_of(play)) and "being processed" not in text_of(page_of(play))

    def test_several_come_in_their_order_and_the_trail_tells_when_they_are_there(self, play):
        sends(play, a_picture(colour="red"), a_picture(colour="blue"))
        trail = at("plays:trail", play)
        assert "photo added" not in text_of(owners_phone(play).get(trail))
        assert "2 photos are being processed" in text_of(page_of(play))
        done()
        shown = [picture(photo.uuid, "large") for photo in play.photos.visible()]
        assert [colour_of(content) for content in shown] == ["red", "blue"]
        assert text_of(owners_phone(play).get(trail)).count("1 photo added") == 2

    def test_who_only_looks_reads_nothing_of_it(self, play):
        sends(play)
        for phone in (guests_phone(play), watchers_phone(play)):
            page = page_of(play, phone)
            assert "being processed" not in text_of(page)
            assert b"hx-get" not in page.content


def colour_of(content) -> str:
    """Which of two colours a picture has."""
    red, _green, blue = Image.open(io.BytesIO(content)).getpixel((5, 5))
    return "red" if red > blue else "blue"


class TestAsItCame:
    def test_it_is_kept_until_its_pictures_are_drawn_and_no_longer(self, play):
        sends(play)
        photo = play.sent_photos.get()
        assert CAMERA.encode() in read_sent(photo.uuid)
        assert in_store() == ["sent"]
        done()
        assert in_store() == ["large.jpg", "small.jpg"]
        assert not [size for size in SIDES for word in WHERE_IT_WAS_TAKEN if word in picture(photo.uuid, size)]

    def test_nobody_is_shown_it_by_any_address(self, play):
        sends(play)
        photo, group = play.sent_photos.get(), play.group.uuid
        for phone in (owners_phone(play), guests_phone(play), watchers_phone(play), Client()):
            for size in (*SIDES, FOLDER, "original"):
                assert phone.get(at("photos:picture", play, photo.uuid, size)).status_code == 404
        phone = owners_phone(play)
        assert phone.get(at("photos:photo", play, photo.uuid)).status_code == 404
        packed = b"".join(phone.get(reverse("transfer:export_photos", args=[group])).streaming_content)
        assert json.loads(zipfile.ZipFile(io.BytesIO(packed)).read("photos.json")) == []
        pages = [
            at("plays:play", play),
            at("plays:trail", play),
            at("photos:photos", play),
            reverse("history:history", args=[group]),
        ]
        assert not [page for page in pages if "large.jpg" in phone.get(page).content.decode()]
        done()
        assert phone.get(at("photos:picture", play, photo.uuid, FOLDER)).status_code == 404

    @pytest.mark.long
    @pytest.mark.django_db(transaction=True)
    def test_a_dump_leaves_it_out_and_what_waited_is_to_be_sent_again(self, play, tmp_path):
        sends(play)
        photo = play.sent_photos.get()
        told = StringIO()
        call_command("dump", str(tmp_path / "caravan.dump"), stdout=told)
        assert "not where they were kept" not in told.getvalue()
        empty()
        DBTaskResult.objects.all().delete()
        delete_sent([photo.uuid])
        call_command("load", str(tmp_path / "caravan.dump"), stdout=StringIO())
        assert "Processing this photo was interrupted." in text_of(page_of(play))
        goes_on(play, photo)
        done()
        assert "Please upload it again." in text_of(page_of(play))


def goes_on(play, photo):
    return owners_phone(play).post(at("photos:waiting_photo", play, photo.uuid), {"go_on": 1})


class TestThatFails:
    def test_one_that_cannot_be_read_says_so_and_is_sent_again(self, play):
        assert sends(play, CUT).status_code == 302
        done()
        page = text_of(page_of(play))
        assert "All of us: This photo couldn’t be read and wasn’t saved. Please upload it again." in page
        assert in_store() == []
        assert not play.photos.exists()
        sends(play, CUT)
        assert "1 photo is being processed" in text_of(page_of(play))
        assert "couldn’t be read" not in text_of(page_of(play))
        assert play.sent_photos.count() == 1

    def test_the_note_about_it_is_taken_away(self, play):
        sends(play, CUT)
        done()
        owners_phone(play).post(at("photos:waiting_photo", play, play.sent_photos.get().uuid))
        assert not play.sent_photos.exists()
        assert "couldn’t be read" not in text_of(page_of(play))

    def test_it_takes_nobodys_room(self, play, settings):
        settings.PLAY_PHOTOS = settings.GROUP_PHOTOS = 1
        sends(play, CUT)
        done()
        assert sends(play).status_code == 302
        # One that waits has its place.
        assert "can have at most 1 photo" in text_of(sends(play, a_picture(colour="red")))
        assert in_store() == ["sent"]

    def test_one_that_has_broken_off_says_so_and_goes_on(self, play):
        sends(play)
        DBTaskResult.objects.update(status="FAILED", finished_at=timezone.now())
        assert "Processing this photo was interrupted." in text_of(poll(play, 1))
        photo = play.sent_photos.get()
        goes_on(play, photo)
        goes_on(play, photo)
        assert DBTaskResult.objects.ready().count() == 1
        done()
        assert play.photos.visible().get().uuid == photo.uuid

    def test_while_somebody_is_at_it_nobody_takes_it_away(self, play):
        sends(play)
        owners_phone(play).post(at("photos:waiting_photo", play, play.sent_photos.get().uuid))
        done()
        assert play.photos.visible().count() == 1

    def test_after_a_month_what_was_sent_in_vain_is_tidied_away(self, play, django_capture_on_commit_callbacks):
        sends(play)
        sends(play, CUT)
        assert tidy(write=True)["photos past their restore period"] == 0
        SentPhoto.objects.update(created_at=timezone.now() - UNDO_DELETE_WITHIN)
        with django_capture_on_commit_callbacks(execute=True):
            assert tidy(write=True)["photos past their restore period"] == 2
        assert in_store() == []


class TestOnce:
    def test_sent_twice_it_waits_once(self, play):
        sends(play)
        sends(play)
        assert "1 photo is being processed" in text_of(page_of(play))
        assert in_store() == ["sent"]
        done()
        assert play.photos.count() == 1

    def test_sent_again_once_it_is_there_it_is_there_once(self, play):
        for _ in range(2):
            sends(play)
            done()
        assert play.photos.count() == 1
        assert in_store() == ["large.jpg", "small.jpg"]

    @pytest.mark.long
    def test_where_its_process_has_ended_it_is_drawn_anew(self, play):
        sends(play)
        waiting = play.sent_photos.get()
        store_pictures(waiting.uuid, {"large": b"half of"})
        done()
        assert picture(play.photos.visible().get().uuid, "large").startswith(b"\xff\xd8")
        # Begun once more it does nothing.
        drawn(waiting)
        assert in_store() == ["large.jpg", "small.jpg"]


class TestGoing:
    @pytest.mark.parametrize(
        "goes", [lambda play: delete_for_good(play.group), lambda play: leaving.delete(owner_of(play))]
    )
    def test_with_its_group_or_who_sent_it_goes_all_of_it(self, play, goes, django_capture_on_commit_callbacks):
        sends(play)
        with django_capture_on_commit_callbacks(execute=True):
            goes(play)
        done()
        assert DBTaskResult.objects.get().status == "SUCCESSFUL"
        assert not SentPhoto.objects.exists() and not Photo.objects.exists()
        assert in_store() == []

    def test_nothing_waits_of_somebody_who_is_gone_at_the_moment_they_send_it(self, play):
        who = Person.objects.create_visitor()
        Person.objects.filter(pk=who.pk).delete()
        with pytest.raises(Person.DoesNotExist):
            send([a_picture()], caption="", person=who, within=lambda: nullcontext(play))
        assert not SentPhoto.objects.exists()
        assert in_store() == []

    def test_that_it_goes_while_it_is_drawn_leaves_nothing(self, play, monkeypatch):
        def goes_meanwhile(content):
            SentPhoto.objects.all().delete()
            return draws(content)

        draws = drawing.draw_picture
        monkeypatch.setattr(drawing, "draw_picture", goes_meanwhile)
        sends(play)
        done()
        assert not Photo.objects.exists()
        assert in_store() == []


@pytest.mark.long
class TestOlderCaravan:
    """While machines are updated one after the other, the release before serves the same database and store."""

    def test_it_knows_no_such_photo_and_tidies_nothing_of_it_away(self, play):
        sends(play)
        assert not Photo.objects.exists()
        # It looks at what lies beside the pictures, and into no folder.
        assert files_in("") == []

    @pytest.mark.django_db(transaction=True)
    def test_it_deletes_a_group_and_its_people_with_it_and_this_one_tidies_what_is_left(self, play):
        sends(play)
        loader = MigrationLoader(connection)
        known = [key for key in loader.graph.leaf_nodes() if key[0] != "companion"]
        before = loader.project_state([("companion", "0036_photos_wait"), *known]).apps
        for name in ("Holdings", "Event", "Seat", "Group", "Person"):
            before.get_model("companion", name).objects.all().delete()
        assert not Group.objects.exists()
        done()
        assert DBTaskResult.objects.get().status == "SUCCESSFUL"
        assert not Photo.objects.exists()
        SentPhoto.objects.update(created_at=timezone.now() - UNDO_DELETE_WITHIN)
        assert tidy(write=True)["photos past their restore period"] == 1
        assert in_store() == []


def test_what_was_sent_as_no_photo_is_tidied_away_once_it_is_old(play, monkeypatch):
    sends(play)
    store_sent(uuid4(), b"what a killed request has left")
    assert tidy(write=True)["image files without a photo"] == 0
    monkeypatch.setattr("companion.management.tidying.ON_ITS_WAY", -ON_ITS_WAY)
    assert tidy(write=True)["image files without a photo"] == 1
    assert read_sent(play.sent_photos.get().uuid)


def drawn(waiting):
    drawing.draw.call(photo=waiting.pk)


def overtake(monkeypatch, step, photo):
    """Whoever comes to this step of drawing first finds that the other has drawn the photo meanwhile."""
    goes_on = getattr(drawing, step)

    def overtaken(what):
        monkeypatch.setattr(drawing, step, goes_on)
        drawn(photo)
        return goes_on(what)

    monkeypatch.setattr(drawing, step, overtaken)


@pytest.mark.long
class TestTwoProcesses:
    """One that was long silent is taken for one that has ended, and what it was at is begun anew beside it."""

    def test_what_both_draw_is_there_once_with_its_pictures(self, play, monkeypatch):
        sends(play)
        photo = play.sent_photos.get()
        overtake(monkeypatch, "draw_picture", photo)
        drawn(photo)
        assert play.photos.visible().get().uuid == photo.uuid
        assert in_store() == ["large.jpg", "small.jpg"]

    def test_what_the_other_has_drawn_already_has_not_failed(self, play, monkeypatch):
        sends(play)
        photo = play.sent_photos.get()
        overtake(monkeypatch, "sent", photo)
        drawn(photo)
        assert play.photos.visible().count() == 1
        assert not play.sent_photos.exists()
