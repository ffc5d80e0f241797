"""Photos go out of a group as a zip and come into one again: each once, drawn anew, and taken back as a whole."""

import io
import json
import zipfile

import pytest
from django.urls import reverse

from companion.access import rate_limits
from companion.groups import members
from companion.models import Person, Photo, Upload
from companion.models.photos import SIDES, file_name, picture, store
from companion.photos.pictures import draw_picture, seal_of
from companion.plays.lifecycle import delete
from companion.transfer.readers import photos as reader
from companion.transfer.writers import photos as writer
from tests.lanes import long
from tests.memory import measured
from tests.phones import a_play, at, finished, owner_of, owners_phone, phone_of, text_of
from tests.photos.samples import CAMERA, a_bomb, a_photo, a_picture

pytestmark = pytest.mark.django_db


def brings(play, *colours, caption="All of us"):
    """Photos of these colours are brought to a play."""
    photos = [a_photo(content=a_picture(colour=colour)) for colour in colours]
    assert (
        owners_phone(play).post(at("photos:add_photos", play), {"photo": photos, "caption": caption}).status_code == 302
    )


@pytest.fixture
def play():
    """A play with a red photo and a blue one."""
    its = finished()
    brings(its, "red", "blue")
    return its


def zip_of(play, **query) -> bytes:
    answer = owners_phone(play).get(reverse("transfer:export_photos", args=[play.group.uuid]), query)
    return b"".join(answer.streaming_content)


def a_zip(play, *contents, rows=None, **more) -> bytes:
    """A zip of these pictures with a list that says they are of the play; or with these rows."""
    file = io.BytesIO()
    names = [f"{number}.jpg" for number in range(len(contents))]
    told = [{"file": name, "play": str(play.uuid), "caption": name, **more} for name in names]
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in zip(names, contents, strict=True):
            packed.writestr(name, content)
        packed.writestr("photos.json", json.dumps(told if rows is None else rows))
    return file.getvalue()


def look(play, content, phone=None, name="photos.zip"):
    """The page that shows what a file would bring to the group of a play, or why it is refused."""
    phone = phone or owners_phone(play)
    return phone.post(
        reverse("transfer:imports", args=[play.group.uuid]), {"file": a_photo(name, content)}, follow=True
    )


def bring_in(play, content):
    """What is seen once a file was looked at and brought in."""
    address = look(play, content).redirect_chain[-1][0]
    return owners_phone(play).post(address, {"bring_in": "1"}, follow=True)


def undo(play):
    upload = play.group.uploads.get(state="done")
    return owners_phone(play).post(reverse("transfer:undo_upload", args=[play.group.uuid, upload.uuid]), follow=True)


def told(content) -> list:
    """The list of a zip, without what shows where it was made, and each picture."""
    packed = zipfile.ZipFile(io.BytesIO(content))
    rows = json.loads(packed.read("photos.json"))
    return [({**row, "play": "", "seal": ""}, packed.read(row["file"])) for row in rows]


def moved_to_another_group(play):
    """The plays of a play's group, in a group of somebody else's; the play there."""
    exported = b"".join(
        owners_phone(play).get(reverse("transfer:export_group", args=[play.group.uuid])).streaming_content
    )
    other = a_play()
    file = {"file": a_photo("plays.json", exported)}
    assert owners_phone(other).post(reverse("transfer:import_plays", args=[other.group.uuid]), file).status_code == 302
    return other.group.plays.exclude(pk=other.pk).get()


class TestThereAndBack:
    def test_out_and_into_another_group_and_out_again_nothing_is_different(self, play):
        out = zip_of(play)
        there = moved_to_another_group(play)
        page = look(there, out)
        assert "2 photos in the file" in text_of(page) and "Import 2 photos" in text_of(page)
        assert not there.photos.exists()
        assert "2 photos imported." in text_of(bring_in(there, out))
        assert told(zip_of(there)) == told(out)
        assert "Everything in this file is already here." in text_of(look(there, zip_of(there)))

    def test_where_they_came_from_they_are_here_already(self, play):
        assert "Everything in this file is already here." in text_of(look(play, zip_of(play)))
        assert play.photos.count() == 2

    @pytest.mark.long
    def test_brought_in_again_none_is_there_twice(self, play):
        out, there = zip_of(play), moved_to_another_group(play)
        bring_in(there, out)
        bring_in(there, out)
        assert there.photos.count() == 2

    def test_the_form_that_is_sent_twice_brings_them_once_and_their_pictures_stay(self, play):
        out, there = zip_of(play), moved_to_another_group(play)
        address, before = look(there, out).redirect_chain[-1][0], set(store().listdir("")[1])
        for _time in range(2):
            owners_phone(there).post(address, {"bring_in": "1"})
        assert [bool(picture(photo.uuid, "large")) for photo in there.photos.all()] == [True, True]
        assert len(set(store().listdir("")[1]) - before) == 2 * len(SIDES)

    @pytest.mark.long
    def test_one_that_was_taken_away_comes_back(self, play):
        out, photo = zip_of(play), play.photos.first()
        owners_phone(play).post(at("photos:remove_photo", play, photo.uuid))
        assert "1 photo restored." in text_of(bring_in(play, out))
        assert play.photos.visible().count() == 2

    def test_from_another_site_they_are_drawn_anew_and_known_again(self, play):
        camera = a_zip(play, a_picture(), id="7f1bd5c3-0df4-4f25-8a22-1be4b36ee0d1", seal="0" * 64)
        bring_in(play, camera)
        photo = play.photos.last()
        assert CAMERA.encode() not in picture(photo.uuid, "large")
        bring_in(play, camera)
        bring_in(play, zip_of(play))
        assert play.photos.count() == 3

    @pytest.mark.long
    def test_a_list_of_before_that_names_no_photo_brings_each_once(self, play):
        for _time in range(2):
            bring_in(play, a_zip(play, a_picture(colour="green"), a_picture(colour="green")))
        assert play.photos.count() == 3

    def test_only_what_was_drawn_here_stays_as_it_is(self):
        ours, camera = draw_picture(a_picture()).sizes["large"], a_picture()
        assert draw_picture(ours, seal=seal_of(ours)).sizes["large"] == ours
        for seal in ("", seal_of(ours), "x"):
            assert CAMERA.encode() not in draw_picture(camera, seal=seal).sizes["large"]

    def test_many_go_out_in_several_files_each_of_which_comes_in(self, play, monkeypatch):
        monkeypatch.setattr(writer, "MOST_PHOTOS", 1)
        page = text_of(owners_phone(play).get(reverse("transfer:take_along", args=[play.group.uuid])))
        assert "Photos 1 to 1" in page and "Photos 2 to 2" in page
        there = moved_to_another_group(play)
        for number in (1, 2):
            bring_in(there, zip_of(play, file=number))
        assert there.photos.count() == 2
        third = owners_phone(play).get(reverse("transfer:export_photos", args=[play.group.uuid]), {"file": 3})
        assert third.status_code == 404

    def test_no_file_weighs_more_than_one_that_may_be_sent(self):
        megabyte = 2**20
        assert writer.split_into_files([10 * megabyte, 9 * megabyte, megabyte]) == [slice(0, 1), slice(1, 3)]
        assert writer.split_into_files([30 * megabyte]) == [slice(0, 1)]
        assert writer.split_into_files([]) == []


class TestWhatIsLeftOut:
    def test_a_photo_of_a_play_that_is_not_here_waits_for_its_play(self, play):
        other = a_play()
        page = text_of(look(other, zip_of(play)))
        assert "2 photos belong to plays that aren’t here. Import the plays first" in page
        assert "Import 2 photos" not in page

    def test_a_play_that_was_deleted_gets_none(self, play):
        out = zip_of(play)
        other = finished(owner=owner_of(play), group=play.group)
        delete(play, person=None)
        assert "2 photos belong to plays that aren’t here." in text_of(look(other, out))

    def test_what_is_no_picture_is_told_with_its_reason(self, play):
        page = look(play, a_zip(play, a_picture(), b"<?php", a_bomb()))
        text = text_of(page)
        assert "Photo 2 This isn’t an image Caravan can show." in text
        assert "Photo 3 It has too many pixels." in text
        assert "Import 1 photo" in text
        unread = owners_phone(play).get(page.redirect_chain[-1][0] + "/unread")
        assert "Photo 2" in unread.content.decode()

    @pytest.mark.parametrize(
        ("row", "why"),
        [
            (7, "The list doesn’t say which play the photo belongs to."),
            long({"file": "0.jpg", "play": "x"}, "The list doesn’t say which play the photo belongs to."),
            long({"file": ["0.jpg"], "play": None}, "The list doesn’t say which play the photo belongs to."),
            ({"file": "../../etc/passwd"}, "The photo isn’t in the archive."),
            long({"file": "photos.json"}, "The photo isn’t in the archive."),
        ],
    )
    def test_a_row_of_the_list_that_cannot_be_right(self, play, row, why):
        row = {"play": str(play.uuid), **row} if isinstance(row, dict) else row
        page = look(play, a_zip(play, a_picture(), rows=[row]))
        assert page.status_code == 200 and why in text_of(page)

    def test_names_and_words_that_mean_harm_are_only_words(self, play):
        words = "<script>\x00 \n" + "x" * 300
        page = look(play, a_zip(play, a_picture(), id=["x"], seal={"a": 1}, caption=words))
        owners_phone(play).post(page.redirect_chain[-1][0], {"bring_in": "1"})
        photo = play.photos.last()
        assert photo.caption.startswith("<script> xxx") and len(photo.caption) == 200
        assert "<script> xxx" not in owners_phone(play).get(at("photos:photos", play)).content.decode()

    @pytest.mark.parametrize(
        ("content", "why"),
        [
            (lambda play: a_zip(play, rows={}), "The list of the photos is damaged."),
            (lambda play: a_zip(play, rows=[]), "There are no photos in this file."),
            (lambda play: a_zip(play, rows=[{}] * 101), "You can import at most 100 photos at once."),
            (lambda play: a_zip(play, rows="x" * 15_000_000), "The list of the photos is too long."),
            (lambda play: a_zip(play, bytes(50_000_000)), "This archive’s content is larger than 40 MB."),
            long(lambda play: a_zip(play, a_picture())[:-30], "This archive was damaged"),
        ],
    )
    def test_a_file_that_cannot_be_right_is_refused(self, play, content, why):
        file = content(play)
        with measured() as most:
            page = look(play, file)
            assert most() < 10 * reader.MEGABYTE
        assert page.status_code == 422 and why in text_of(page)
        assert not Upload.objects.exists()

    @pytest.mark.long
    def test_an_archive_of_very_many_files_is_not_opened(self, play, monkeypatch):
        monkeypatch.setattr(reader, "read_album", lambda archive: pytest.fail("it was opened"))
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w") as packed:
            for number in range(10_001):
                packed.writestr(str(number), b"")
        page = look(play, file.getvalue())
        assert page.status_code == 422 and "There are too many files in this archive." in text_of(page)

    @pytest.mark.long
    def test_a_spoilt_byte_anywhere_is_shown_or_refused(self, play):
        content = zip_of(play)
        for place in range(0, len(content), len(content) // 60):
            spoilt = bytearray(content)
            spoilt[place] ^= 0xFF
            assert look(play, bytes(spoilt)).status_code in (200, 422)


class TestRoom:
    @pytest.mark.parametrize("limit", ["PLAY_PHOTOS", long("GROUP_PHOTOS")])
    def test_where_there_is_none_nothing_comes_and_the_page_says_why(self, play, settings, limit):
        setattr(settings, limit, 2)
        before = set(store().listdir("")[1])
        page = bring_in(play, a_zip(play, a_picture(colour="green")))
        assert page.status_code == 422 and "can have at most 2 photos" in text_of(page)
        assert play.photos.count() == 2 and set(store().listdir("")[1]) == before

    def test_a_person_brings_so_many_a_day(self, play, monkeypatch):
        monkeypatch.setattr(rate_limits, "PHOTOS_A_DAY", 3)
        page = bring_in(play, a_zip(play, a_picture(colour="green"), a_picture(colour="white")))
        assert page.status_code == 422 and "You’ve reached today’s photo limit. Please try again tomorrow." in text_of(
            page
        )
        assert play.photos.count() == 2
        # What is here already counts for nothing.
        assert look(play, zip_of(play)).status_code == 200


class TestTakingBack:
    def test_they_go_with_their_pictures_and_what_was_put_back_is_away_again(
        self, play, django_capture_on_commit_callbacks
    ):
        gone = play.photos.first()
        out, before = zip_of(play), set(store().listdir("")[1])
        owners_phone(play).post(at("photos:remove_photo", play, gone.uuid))
        bring_in(play, a_zip(play, a_picture(colour="green")))
        with django_capture_on_commit_callbacks(execute=True):
            assert "1 photo removed again." in text_of(undo(play))
        assert play.photos.count() == 2 and set(store().listdir("")[1]) == before
        bring_in(play, out)
        assert play.photos.visible().count() == 2
        undo(play)
        assert [photo.uuid for photo in play.photos.restorable()] == [gone.uuid]

    def test_one_whose_words_were_changed_here_stays(self, play):
        bring_in(play, a_zip(play, a_picture(colour="green")))
        owners_phone(play).post(at("photos:photo", play, play.photos.last().uuid), {"caption": "Ours"})
        assert "1 photo stays, as its words were changed here." in text_of(undo(play))
        assert play.photos.visible().count() == 3

    def test_the_list_of_imports_has_it(self, play):
        bring_in(play, a_zip(play, a_picture(colour="green")))
        page = text_of(owners_phone(play).get(reverse("transfer:imports", args=[play.group.uuid])))
        assert "1 photo by" in page or "1 photo can be undone until" in page


class TestWhoMay:
    def test_only_owners_look_and_bring_in(self, play):
        member = phone_of(members.join(play.group, Person.objects.create_visitor()).person)
        assert look(play, zip_of(play), phone=member).status_code == 404

    def test_who_may_not_see_the_play_sees_no_photo(self, play):
        out, there = zip_of(play), moved_to_another_group(play)
        bring_in(there, out)
        photo = there.photos.first()
        address = at("photos:picture", there, photo.uuid, "large")
        assert owners_phone(there).get(address).status_code == 200
        assert owners_phone(play).get(address).status_code == 404
        assert not Photo.objects.filter(play=play, uuid=photo.uuid).exists()
        assert store().exists(file_name(photo.uuid, "small"))
