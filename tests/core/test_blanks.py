"""An answer for many with blanks for what is each phone's own."""

import pytest
from django.utils import translation
from django.utils.safestring import mark_safe

from companion.core.placeholders import Placeholders, fill, render_with, split_html, strip_lines

OWN = Placeholders()


def test_each_reader_finds_their_own_in_it():
    answer = split_html(f"{OWN['name']}, your card is {OWN['card 7']}, {OWN['name']}.")
    assert fill(answer, {"name": "Anna", "card 7": 1}) == "Anna, your card is 1, Anna."
    assert fill(answer, {"name": "Ben", "card 7": 2}) == "Ben, your card is 2, Ben."


def test_what_is_no_html_is_escaped_and_html_is_not():
    answer = fill(split_html(OWN["typed"] + OWN["made"]), {"typed": '"><b>', "made": mark_safe("<b>")})
    assert answer == "&quot;&gt;&lt;b&gt;<b>"


def test_what_somebody_wrote_is_no_blank_in_it():
    answer = split_html("own[secret] {secret} {{ own.secret }}" + OWN["greeting"])
    assert fill(answer, {"secret": "7", "greeting": "own[secret]"}) == (
        "own[secret] {secret} {{ own.secret }}own[secret]"
    )


def test_a_fragment_shows_its_own_and_looks_as_it_is():
    def mark(language, seat, **looks):
        own = {"seat": seat, "stage": "1", "revision": 3, "values": '{"water": "<4>"}', "wrong": "[]"}
        with translation.override(language):
            return render_with("entry/_parts.html#mark", own, **looks)

    for _ in range(2):
        assert 'id="mark-7-1"' in mark("en", 7)
        assert "not entered yet" in mark("en", 7, is_in=False)
        assert 'data-values="{&quot;water&quot;: &quot;&lt;4&gt;&quot;}"' in mark("en", 7)
        done = mark("de", 8, is_in=True, swapped=True)
        assert 'id="mark-8-1"' in done
        assert "fertig" in done
        assert 'hx-swap-oob="true"' in done


def test_what_is_missing_for_a_blank_is_an_error():
    with pytest.raises(KeyError):
        fill(split_html(OWN["name"]), {})


def test_lines_on_which_only_tags_stood_are_not_sent():
    assert strip_lines("<p>\n\n  \n<b>four water</b>\n</p>") == "<p>\n<b>four water</b>\n</p>"
