"""Where photos are kept: a folder of the data folder that is its owner's alone, or a bucket of a store like S3."""

import os
import re
import stat
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from django.test.utils import override_settings

from companion.checks import check_photo_store
from companion.core.configuration import Environment
from companion.models.photos import SIDES, delete_pictures, file_name, picture, store
from tests.phones import a_play, at, owners_phone
from tests.photos.samples import a_photo, photo_of

LISTING = """<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated>%s</ListBucketResult>"""


class Bucket(BaseHTTPRequestHandler):
    """As much of a store like S3 as is asked for; what it holds by path."""

    held: dict[str, bytes] = {}

    def do_PUT(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if "aws-chunked" in self.headers.get("Content-Encoding", ""):
            body = unchunked(body)
        self.held[self.place] = body
        self.answer(200)

    def do_GET(self):
        prefix = re.search(r"prefix=([^&]*)", self.path)
        if prefix:
            named = [path.removeprefix("/photos/") for path in self.held]
            rows = [f"<Contents><Key>{name}</Key></Contents>" for name in named if name.startswith(unquote(prefix[1]))]
            return self.answer(200, (LISTING % "".join(rows)).encode())
        return self.answer(200, self.held[self.place]) if self.place in self.held else self.answer(404)

    do_HEAD = do_GET

    def do_DELETE(self):
        self.held.pop(self.place, None)
        self.answer(204)

    @property
    def place(self):
        return urlsplit(self.path).path

    def answer(self, status, body=b""):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Last-Modified", "Fri, 20 Nov 2026 20:15:00 GMT")
        self.send_header("ETag", '"x"')
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_args):
        pass


def unchunked(body):
    """What was sent in pieces, each after its length, with a checksum at the end."""
    content = b""
    while body:
        length, _, body = body.partition(b"\r\n")
        size = int(length.partition(b";")[0], 16)
        if not size:
            return content
        content, body = content + body[:size], body[size + 2 :]
    return content


def photos_at(said, folder):
    return {"photos": Environment({"PHOTOS": said}).photo_store("PHOTOS", folder)}


@pytest.fixture
def bucket(monkeypatch, settings, tmp_path):
    """A store that is asked over the network, and what it holds."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Bucket)
    Bucket.held = {}
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    said = {"ENDPOINT_URL_S3": f"http://127.0.0.1:{server.server_port}", "ACCESS_KEY_ID": "key"}
    for name, value in (said | {"SECRET_ACCESS_KEY": "secret", "DEFAULT_REGION": "somewhere"}).items():
        monkeypatch.setenv(f"AWS_{name}", value)
    with override_settings(STORAGES=settings.STORAGES | photos_at("s3://photos/of-caravan/", tmp_path)):
        yield Bucket.held
    server.shutdown()
    thread.join()
    server.server_close()


class TestFolder:
    def test_it_is_its_owners_alone(self):
        photo = photo_of(a_play())
        path = Path(store().path(file_name(photo.uuid, "large")))
        assert (stat.S_IMODE(path.stat().st_mode), stat.S_IMODE(path.parent.stat().st_mode)) == (0o600, 0o700)


class TestBucket:
    def test_photos_are_kept_shown_and_deleted_there(self, bucket, django_capture_on_commit_callbacks):
        play = a_play()
        phone = owners_phone(play)
        assert phone.post(at("photos:add_photos", play), {"photo": a_photo()}).status_code == 302
        photo = play.photos.get()
        assert sorted(bucket) == sorted(f"/photos/of-caravan/{file_name(photo.uuid, size)}" for size in SIDES)
        answer = phone.get(at("photos:picture", play, photo.uuid, "large"))
        assert answer.content == bucket[f"/photos/of-caravan/{file_name(photo.uuid, 'large')}"]
        delete_pictures([photo.uuid])
        assert not bucket
        assert picture(photo.uuid, "large") is None

    @pytest.mark.long
    def test_it_tells_what_it_holds(self, bucket):
        photo = photo_of(a_play())
        assert sorted(store().listdir("")[1]) == sorted(file_name(photo.uuid, size) for size in SIDES)


class TestSetting:
    @pytest.fixture
    def in_s3(self, settings, tmp_path):
        settings.STORAGES = settings.STORAGES | photos_at("s3://photos", tmp_path)

    def test_without_one_it_is_a_folder_of_the_data_folder(self, tmp_path):
        assert photos_at("", tmp_path)["photos"]["OPTIONS"]["location"] == tmp_path / "photos"

    @pytest.mark.parametrize("said", ["s3://", "https://x/y", "photos", "s3://x?key=secret"])
    def test_a_wrong_one_is_a_problem(self, said, tmp_path):
        env = Environment({"PHOTOS": said})
        env.photo_store("PHOTOS", tmp_path)
        assert env.problems[0].startswith("PHOTOS must be s3://BUCKET")

    @pytest.mark.parametrize("keys", [{}, {"AWS_ACCESS_KEY_ID": "key"}, {"AWS_SECRET_ACCESS_KEY": "secret"}])
    def test_photo_store_without_a_key_is_refused(self, keys, tmp_path, monkeypatch, in_s3):
        for name in [name for name in os.environ if name.startswith("AWS_")]:
            monkeypatch.delenv(name)
        for name, value in {"HOME": str(tmp_path), **keys}.items():
            monkeypatch.setenv(name, value)
        [problem] = check_photo_store(None)
        assert "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY" in problem.msg

    def test_where_nothing_speaks_with_such_a_store_it_says_what_to_do(self, monkeypatch, in_s3):
        monkeypatch.setattr(sys, "path", [])
        monkeypatch.setattr(sys, "meta_path", [])
        monkeypatch.delitem(sys.modules, "storages", raising=False)
        [problem] = check_photo_store(None)
        assert problem.msg == "PHOTOS needs the S3 packages. Install them with: scripts/setup s3"
