"""Photos of a play: brought, looked at, described, taken away and put back; never shown to who may not see it."""

import datetime
import io
import json
import zipfile

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from companion.access import rate_limits
from companion.accounts import leaving
from companion.core.language.evenings import this_evening
from companion.groups import founding, members
from companion.management.tidying import tidy
from companion.models import Person, Photo, Play
from companion.models.people import UNDO_DELETE_WITHIN
from companion.models.photos import SIDES, file_name, store
from companion.photos import keeping
from companion.plays.lifecycle import delete, restore
from companion.transfer.imports import import_upload
from companion.transfer.updates import undo
from tests.lanes import long
from tests.pages.test_access import an_upload
from tests.phones import (
    a_play,
    again,
    at,
    finished,
    guests_phone,
    owner_of,
    owners_phone,
    phone_of,
    text_of,
    watchers_phone,
)
from tests.photos.samples import a_bomb, a_photo, a_picture


def add(play, *files, phone=None, **fields):
    """What a phone is answered that sends these files."""
    return (phone or owners_phone(play)).post(
        at("photos:add_photos", play), {"photo": list(files) or [a_photo()], **fields}
    )


def with_photo(play=None, caption="All of us", **of_the_play) -> Photo:
    """The one photo of a play."""
    play = play or finished(**of_the_play)
    assert add(play, caption=caption).status_code == 302
    return play.photos.get()


def look(photo, size="large", *, phone=None, **headers):
    return (phone or owners_phone(photo.play)).get(at("photos:picture", photo.play, photo.uuid, size), headers=headers)


def is_in_store(photo):
    return [store().exists(file_name(photo.uuid, size)) for size in SIDES]


class TestBringing:
    def test_a_photo_is_on_the_page_and_its_picture_is_a_jpeg(self):
        photo = with_photo()
        page = text_of(owners_phone(photo.play).get(at("photos:photos", photo.play)))
        assert "All of us" in page
        for size in SIDES:
            answer = look(photo, size)
            assert answer.headers["Content-Type"] == "image/jpeg"
            assert Image.open(io.BytesIO(answer.content)).size == (60, 40)

    def test_it_is_sent_as_it_is_and_not_packed_once_more(self):
        photo = with_photo()
        address = at("photos:picture", photo.play, photo.uuid, "large")
        answer = owners_phone(photo.play).get(address, headers={"Accept-Encoding": "gzip"})
        assert "Content-Encoding" not in answer.headers

    def test_several_come_at_once_in_their_order(self):
        play = a_play()
        add(play, *(a_photo(content=a_picture(colour=colour)) for colour in ("red", "blue")))
        shown = [Image.open(io.BytesIO(look(photo).content)).getpixel((5, 5)) for photo in play.photos.visible()]
        assert [pixel[0] > pixel[2] for pixel in shown] == [True, False]

    def test_sent_twice_it_is_there_once_and_what_was_taken_away_is_back(self):
        photo = with_photo()
        add(photo.play)
        assert photo.play.photos.count() == 1
        owners_phone(photo.play).post(at("photos:remove_photo", photo.play, photo.uuid))
        add(photo.play)
        assert photo.play.photos.visible().get() == photo
        assert len([name for name in store().listdir("")[1] if str(photo.uuid) in name]) == len(SIDES)

    @pytest.mark.parametrize(
        ("content", "why"),
        [
            (b"GIF89a", "“x.jpg” isn’t an image Caravan can show. Use JPEG, PNG or WebP."),
            (b"", "This file is empty."),
            (a_bomb(), "“x.jpg” has too many pixels."),
        ],
    )
    def test_with_one_that_is_no_picture_none_comes_and_the_page_says_why(self, content, why):
        play = a_play()
        before = set(store().listdir("")[1]) if store().exists("") else set()
        answer = add(play, a_photo(), a_photo("x.jpg", content))
        assert answer.status_code == 422 and why in text_of(answer)
        assert not play.photos.exists()
        assert set(store().listdir("")[1] if store().exists("") else ()) == before

    def test_without_a_file_the_page_says_so(self):
        play = a_play()
        answer = owners_phone(play).post(at("photos:add_photos", play), {"caption": "x"})
        assert answer.status_code == 422 and "Please choose a photo." in text_of(answer)

    def test_what_a_file_is_called_means_nothing(self):
        play = a_play()
        add(play, a_photo("../../<b>.php"))
        assert look(play.photos.get()).headers["Content-Type"] == "image/jpeg"
        answer = add(play, a_photo("<b>.php", b"<?php"))
        assert "“&lt;b&gt;.php”" in answer.content.decode()

    def test_one_that_weighs_too_much_is_not_looked_at(self, settings):
        settings.PHOTO_MEGABYTES = 1
        answer = add(a_play(), a_photo(content=a_picture() + bytes(2**20)))
        assert answer.status_code == 422 and "“photo.jpg” is larger than 1 MB." in text_of(answer)

    def test_together_they_weigh_no_more_than_any_request(self):
        large = a_picture() + bytes(11 * 2**20)
        play = a_play()
        answer = add(play, a_photo(content=large), a_photo(content=large))
        assert answer.status_code == 422 and "Together these photos exceed 20 MB." in text_of(answer)
        assert not play.photos.exists()

    def test_a_caption_is_one_line_and_not_endless(self):
        photo = with_photo(caption="Anna\x00 \n wins ")
        assert photo.caption == "Anna wins"
        assert add(a_play(), caption="x" * 201).status_code == 422


class TestLimits:
    @pytest.mark.parametrize("limit", ["PLAY_PHOTOS", "GROUP_PHOTOS"])
    def test_a_play_and_a_group_have_room_for_so_many(self, settings, limit):
        photo = with_photo()
        setattr(settings, limit, 1)
        known = set(store().listdir("")[1])
        answer = add(photo.play, a_photo(content=a_picture(colour="red")))
        assert answer.status_code == 422 and "can have at most 1 photo" in text_of(answer)
        assert photo.play.photos.count() == 1 and set(store().listdir("")[1]) == known

    def test_more_than_there_can_be_room_for_are_not_looked_at(self, settings):
        settings.PLAY_PHOTOS = 1
        assert "can have at most 1 photo" in text_of(add(a_play(), a_photo(), a_photo()))

    @pytest.mark.long
    def test_a_site_may_have_none(self, settings):
        settings.PLAY_PHOTOS = 0
        play = finished(played_on=this_evening())
        assert 'type="file"' not in owners_phone(play).get(at("photos:photos", play)).content.decode()
        assert "Add a photo" not in text_of(owners_phone(play).get(reverse("history:history", args=[play.group.uuid])))
        assert add(play).status_code == 422

    def test_a_person_brings_so_many_a_day(self, monkeypatch):
        monkeypatch.setattr(rate_limits, "PHOTOS_A_DAY", 2)
        play = a_play()
        assert add(play, a_photo()).status_code == 302
        answer = add(play, *(a_photo(content=a_picture(colour=colour)) for colour in ("red", "blue")))
        assert (
            answer.status_code == 422
            and "You’ve reached today’s photo limit. Please try again tomorrow." in text_of(answer)
        )


class TestWhoSees:
    def test_whoever_may_see_the_play_and_nobody_else(self):
        photo = with_photo()
        member = phone_of(members.join(photo.play.group, Person.objects.create_visitor()).person)
        stranger, of_another = Client(), owners_phone(a_play())
        for phone, status in [(member, 200), (watchers_phone(photo.play), 200), (stranger, 404), (of_another, 404)]:
            assert look(photo, phone=phone).status_code == status
            assert look(photo, "small", phone=phone).status_code == status

    def test_by_the_address_of_another_play_it_is_not_there(self):
        photo, other = with_photo(), finished()
        assert owners_phone(other).get(at("photos:picture", other, photo.uuid, "large")).status_code == 404

    def test_a_browser_keeps_it_for_itself_and_asks_each_time(self):
        photo = with_photo()
        answer = look(photo)
        assert answer.headers["Cache-Control"] == "private, no-cache"
        known = {"if_none_match": answer.headers["ETag"]}
        again = look(photo, **known)
        assert (again.status_code, again.content, again.headers["Cache-Control"]) == (304, b"", "private, no-cache")
        assert look(photo, phone=Client(), **known).status_code == 404

    def test_whoever_was_removed_sees_none_any_more(self):
        photo = with_photo()
        member = members.join(photo.play.group, Person.objects.create_visitor())
        phone = phone_of(member.person)
        known = {"if_none_match": look(photo, phone=phone).headers["ETag"]}
        members.expel(member)
        assert look(photo, phone=phone, **known).status_code == 404

    def test_of_a_deleted_play_there_is_none_until_it_is_back(self):
        photo = with_photo()
        phone = owners_phone(photo.play)
        delete(photo.play, person=None)
        assert look(photo, phone=phone).status_code == 404
        restore(again(photo.play), person=None)
        assert look(photo, phone=phone).status_code == 200

    def test_nothing_else_leads_to_the_folder(self):
        photo = with_photo()
        for path in ("photos", "media", "data/photos", "static/photos"):
            assert Client().get(f"/{path}/{file_name(photo.uuid, 'large')}").status_code == 404

    def test_there_are_two_sizes(self):
        photo = with_photo()
        assert look(photo, "huge").status_code == 404

    def test_a_guest_and_a_watcher_look_and_change_nothing(self):
        photo = with_photo()
        for phone in (guests_phone(photo.play), watchers_phone(photo.play)):
            page = phone.get(at("photos:photos", photo.play))
            assert page.status_code == 200 and b"<form" not in page.content.split(b"</main>")[0].split(b"<main")[1]
            assert add(photo.play, phone=phone).status_code == 404

    @pytest.mark.long
    def test_a_picture_that_is_lost_is_not_there(self):
        photo = with_photo()
        store().delete(file_name(photo.uuid, "large"))
        assert look(photo).status_code == 404


class TestWords:
    def test_they_are_what_is_read_of_it(self):
        photo = with_photo(caption="")
        phone = owners_phone(photo.play)
        assert 'alt="Photo: Tuareg, 20 Nov 2026"' in phone.get(at("photos:photos", photo.play)).content.decode()
        phone.post(at("photos:photo", photo.play, photo.uuid), {"caption": "Anna wins"})
        assert 'alt="Anna wins"' in phone.get(at("photos:photos", photo.play)).content.decode()

    def test_too_many_are_refused(self):
        photo = with_photo()
        answer = owners_phone(photo.play).post(at("photos:photo", photo.play, photo.uuid), {"caption": "x" * 201})
        assert answer.status_code == 422 and "longer than 200" in text_of(answer)


class TestTakingAway:
    def test_it_is_seen_no_more_until_it_is_put_back(self):
        photo = with_photo()
        phone = owners_phone(photo.play)
        page = phone.post(at("photos:remove_photo", photo.play, photo.uuid), follow=True)
        assert at("photos:restore_photo", photo.play, photo.uuid) in page.content.decode()
        assert look(photo).status_code == 404
        phone.post(at("photos:restore_photo", photo.play, photo.uuid))
        assert look(photo).status_code == 200

    def test_for_good_it_goes_with_its_pictures(self, django_capture_on_commit_callbacks):
        photo = with_photo()
        phone = owners_phone(photo.play)
        # One that was not taken away first stays.
        assert phone.post(at("photos:forget_photo", photo.play, photo.uuid)).status_code == 404
        phone.post(at("photos:remove_photo", photo.play, photo.uuid))
        with django_capture_on_commit_callbacks(execute=True):
            phone.post(at("photos:forget_photo", photo.play, photo.uuid))
        assert is_in_store(photo) == [False, False]
        assert phone.post(at("photos:restore_photo", photo.play, photo.uuid)).status_code == 404

    def test_after_30_days_it_can_be_put_back_no_more_and_is_tidied_away(self, django_capture_on_commit_callbacks):
        photo = with_photo()
        phone = owners_phone(photo.play)
        phone.post(at("photos:remove_photo", photo.play, photo.uuid))
        Photo.objects.update(deleted_at=timezone.now() - UNDO_DELETE_WITHIN)
        assert phone.post(at("photos:restore_photo", photo.play, photo.uuid)).status_code == 404
        with django_capture_on_commit_callbacks(execute=True):
            assert tidy(write=True)["photos past their restore period"] == 1
        assert is_in_store(photo) == [False, False]


class TestGoingAlong:
    def goes(self, photo, capture, what):
        with capture(execute=True):
            what()
        assert is_in_store(photo) == [False, False]
        assert not Photo.objects.filter(pk=photo.pk).exists()

    def test_with_its_play_once_nobody_can_put_that_back(self, django_capture_on_commit_callbacks):
        photo = with_photo()
        Play.objects.update(deleted_at=timezone.now() - UNDO_DELETE_WITHIN)
        self.goes(photo, django_capture_on_commit_callbacks, lambda: tidy(write=True))

    def test_with_its_group(self, django_capture_on_commit_callbacks):
        photo = with_photo()
        self.goes(photo, django_capture_on_commit_callbacks, lambda: founding.delete_for_good(photo.play.group))

    def test_with_whoever_brought_it_while_those_of_others_stay(self, django_capture_on_commit_callbacks):
        others = with_photo()
        member = members.join(others.play.group, Person.objects.create_visitor()).person
        add(others.play, a_photo(content=a_picture(colour="red")), phone=phone_of(member))
        photo = member.photos.get()
        assert "1 photo you added" in text_of(phone_of(member).get(reverse("accounts:delete_person")))
        self.goes(photo, django_capture_on_commit_callbacks, lambda: leaving.delete(member))
        assert look(others).status_code == 200

    def test_what_is_not_written_in_the_end_leaves_the_pictures(self):
        photo = with_photo()
        assert tidy(write=False)["image files without a photo"] == 0
        founding.delete_for_good(photo.play.group)
        # The transaction of this test never ends.
        assert is_in_store(photo) == [True, True]

    def test_pictures_that_no_photo_knows_are_tidied_away_after_a_day(self, monkeypatch):
        photo = with_photo()
        Photo.objects.all().delete()
        assert tidy(write=True)["image files without a photo"] == 0
        monkeypatch.setattr("companion.management.tidying.ON_ITS_WAY", datetime.timedelta(0))
        assert tidy(write=False)["image files without a photo"] >= 2
        assert is_in_store(photo) == [True, True]
        tidy(write=True)
        assert is_in_store(photo) == [False, False]

    def test_a_play_with_a_photo_stays_when_its_import_is_undone(self):
        play = a_play()
        upload = import_upload(an_upload(play), person=owner_of(play))
        photo = with_photo(Play.objects.get(arrival__upload=upload))
        undo(upload)
        assert (upload.counts["went"], upload.counts["stay"]) == (0, 1)
        assert look(photo).status_code == 200


class TestEvening:
    def page(self, play):
        return owners_phone(play).get(reverse("history:history", args=[play.group.uuid])).content.decode()

    def test_it_shows_the_photos_of_its_plays(self):
        photo = with_photo()
        page = self.page(photo.play)
        assert at("photos:picture", photo.play, photo.uuid, "small") in page and 'alt="All of us"' in page
        owners_phone(photo.play).post(at("photos:remove_photo", photo.play, photo.uuid))
        assert "/photos/" not in self.page(photo.play)

    @pytest.mark.parametrize(("days", "asks"), [long(0, True), (6, True), (7, False)])
    def test_it_asks_for_one_for_a_week(self, days, asks):
        play = finished(played_on=this_evening() - datetime.timedelta(days=days))
        assert (f'href="{at("photos:photos", play)}"' in self.page(play)) == asks

    def test_the_page_of_one_play_shows_those_of_the_others(self):
        photo = with_photo()
        other = finished(owner=owner_of(photo.play), group=photo.play.group)
        elsewhere = finished(owner=owner_of(photo.play), group=photo.play.group, played_on=datetime.date(2026, 1, 2))
        assert "From the same game night" in text_of(owners_phone(other).get(at("photos:photos", other)))
        assert "From the same game night" not in text_of(owners_phone(elsewhere).get(at("photos:photos", elsewhere)))
        # Whoever sees one play of it alone does not see the others'.
        assert str(photo.uuid) not in guests_phone(other).get(at("photos:photos", other)).content.decode()

    def test_the_end_of_the_play_shows_them(self):
        photo = with_photo()
        assert (
            at("photos:picture", photo.play, photo.uuid, "small")
            in owners_phone(photo.play).get(at("plays:play", photo.play)).content.decode()
        )


class TestTakingAlong:
    def test_a_zip_has_all_that_are_there_and_a_list_of_them(self):
        photo = with_photo()
        gone = with_photo(finished(owner=owner_of(photo.play), group=photo.play.group))
        keeping.remove(gone, person=None)
        phone = owners_phone(photo.play)
        assert "1 photo" in text_of(phone.get(reverse("transfer:take_along", args=[photo.play.group.uuid])))
        answer = phone.get(reverse("transfer:export_photos", args=[photo.play.group.uuid]))
        packed = zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content)))
        [its] = json.loads(packed.read("photos.json"))
        told = {"id": str(photo.uuid), "play": str(photo.play.uuid), "caption": "All of us"}
        assert its == {"file": "2026-11-20 tuareg 1.jpg", **told, "seal": its["seal"]}
        assert packed.read(its["file"]) == look(photo).content
        assert packed.testzip() is None and len(packed.namelist()) == 2
