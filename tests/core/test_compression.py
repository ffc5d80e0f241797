"""Pages are compressed as the browser takes them, in a length that tells nothing of what is in them."""

import gzip

import brotli

from tests.phones import HTMX, at, owners_phone


def answers_by(play, encoding, count=1, **more):
    phone = owners_phone(play)
    return [phone.get(at("plays:play", play), headers={"Accept-Encoding": encoding} | more) for _ in range(count)]


def test_page_comes_by_brotli_to_whoever_takes_it(play):
    [packed] = answers_by(play, "gzip, deflate, br")
    assert packed.headers["Content-Encoding"] == "br"
    # Nobody stores it.
    assert "Vary" not in packed.headers
    assert int(packed.headers["Content-Length"]) == len(packed.content)
    page = brotli.decompress(packed.content).decode()
    assert page.startswith("<!doctype html>")
    assert "</html>" in page


def test_page_comes_by_gzip_to_whoever_takes_no_brotli(play):
    [packed] = answers_by(play, "gzip, deflate")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content).decode().rstrip().endswith("</html>")


def test_length_of_a_page_is_never_the_same(play):
    assert len({len(brotli.decompress(each.content)) for each in answers_by(play, "br", 20)}) > 5


def test_fragment_for_a_script_has_no_noise_within(play):
    phone = owners_phone(play)
    address = at("plays:live", play)
    asked = {"revision": 0, "page": "cards", "stage": "1"}
    packed = phone.get(address, asked, headers=HTMX | {"Accept-Encoding": "gzip, br"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "<!--" not in gzip.decompress(packed.content).decode()
