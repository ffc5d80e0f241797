"""`manage.py let_in`: a code for a phone whose groups seem gone, printed by whoever has the machine."""

import re

import pytest
from django.core.management import CommandError, call_command

from companion.models import Link


@pytest.fixture(autouse=True)
def _data(settings, tmp_path):
    settings.DATA = tmp_path


def printed(capsys, *arguments):
    call_command("let_in", *arguments)
    return capsys.readouterr().out


def test_it_prints_the_address_that_was_announced_and_its_code(settings, tmp_path, capsys):
    (tmp_path / "address").write_text("http://laptop.local:8000\nhttp://192.168.1.20:8000")
    text = printed(capsys)
    assert f"  http://laptop.local:8000/t/{Link.objects.get().key}\n" in text
    assert "█" in text
    assert "Works once, for 15 minutes" in text


def test_before_anything_was_announced_it_takes_this_machines_own(capsys, settings):
    settings.PORT = 9000
    assert re.search(r"http://[\d.]+:9000/t/", printed(capsys))


def test_on_a_public_site_it_asks_for_a_yes_and_says_why(settings, capsys):
    settings.HTTPS, settings.CARAVAN_URL = True, "https://caravan.example.org"
    with pytest.raises(CommandError, match="an owner of everyone's groups.* --yes"):
        call_command("let_in")
    assert not Link.objects.exists()
    assert "https://caravan.example.org/t/" in printed(capsys, "--yes")


def test_where_nobody_knows_the_address_it_says_what_is_missing(settings):
    settings.HTTPS = True
    with pytest.raises(CommandError, match="`make run`, or set CARAVAN_URL"):
        call_command("let_in")
