"""A text for many with blanks for what is each reader's own."""

from django.utils.safestring import mark_safe

from companion.server.blanks import Blanks, Pattern

OWN = Blanks()


def test_each_reader_finds_their_own_in_it():
    pattern = Pattern(f"{OWN['name']}, your card is {OWN['card 7']}, {OWN['name']}.")
    assert pattern.filled({"name": "Anna", "card 7": 1}) == "Anna, your card is 1, Anna."
    assert pattern.filled({"name": "Ben", "card 7": 2}) == "Ben, your card is 2, Ben."


def test_what_is_no_html_is_escaped_and_html_is_not():
    filled = Pattern(f"{OWN['typed']}{OWN['made']}").filled({"typed": '"><b>', "made": mark_safe("<b>")})
    assert filled == "&#34;&gt;&lt;b&gt;<b>"


def test_what_somebody_wrote_is_no_blank_in_it():
    pattern = Pattern("own[secret] {secret} {{ own.secret }}" + OWN["greeting"])
    assert (
        pattern.filled({"secret": "7", "greeting": "own[secret]"}) == "own[secret] {secret} {{ own.secret }}own[secret]"
    )
