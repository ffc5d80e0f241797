"""The frame of all pages, and how things look on them."""

import pytest
from django.template import engines
from django.utils import translation

from companion.core.icons import crowding, level_names
from tests.phones import a_play, at, owners_phone, text_of

OPTIONS = {"points_water": 6, "points_gold": 5, "points_salt": 4, "points_millet": 3, "maps": "once"}


def page(source, **context):
    """A page in Django's language, rendered."""
    return engines["django"].from_string('{% extends "base.html" %}' + source).render(context)


def test_a_page_is_sent_without_the_indentation_of_its_template():
    head, _, _ = page("").partition("</head>")
    assert head.count("\n<") > 5
    assert "\n " not in head


def test_a_sheet_of_more_columns_is_many_then_crowded_then_fullest():
    called = {columns: crowding(columns).split() for columns in range(1, 13)}
    assert [columns for columns, names in called.items() if "many" in names] == [*range(6, 13)]
    assert [columns for columns, names in called.items() if "crowded" in names] == [*range(9, 13)]
    assert [columns for columns, names in called.items() if "fullest" in names] == [11, 12]


def test_the_frame_says_its_language():
    for language in ("en", "ja", "de", "en"):
        with translation.override(language):
            assert f'<html lang="{language}">' in page("")


def test_a_page_says_in_blocks_what_differs_and_the_frame_has_the_rest():
    its = page("{% block title %}{{ name }}{% endblock %}", name="<Anna>")
    assert "<title>&lt;Anna&gt;</title>" in its
    assert "<span>Caravan</span></h1>" in its
    assert "css/pages" in its


@pytest.mark.parametrize(
    ("heading", "language", "is_long"),
    [
        ("Five Tribes", "en", False),
        ("Ter&shy;ra&shy;forming", "en", False),
        ("Castles of Burgundy", "en", True),
        ("カタンの開拓者たち", "ja", True),
        ("カタン", "ja", False),
    ],
)
def test_a_long_title_is_smaller_beside_an_emblem(heading, language, is_long):
    title, emblem = (
        f"{{% block heading %}}<bdi>{heading}</bdi>{{% endblock %}}",
        "{% block emblem %}<svg/>{% endblock %}",
    )
    with translation.override(language):
        assert ('<h1 class="long"><svg/>' in page(emblem + title)) is is_long
        assert f"<h1><span><bdi>{heading}</bdi></span></h1>" in page(title)


def test_a_block_may_stand_in_another_of_the_page_or_of_the_frame():
    assert "<p>here</p>" in page("{% block main %}<p>{% block within %}here{% endblock %}</p>{% endblock %}")
    assert "there" in page("{% block languages %}there{% endblock %}").partition('<footer class="foot">')[2]


@pytest.mark.django_db
def test_the_page_of_a_card_stands_in_the_same_frame():
    play = a_play()
    phone = owners_phone(play)
    card, other = phone.get(at("plays:play", play)), phone.get(at("plays:more", play))
    for part in ('"skip unseen"', '<div id="outbox"', '<main id="main"', '<footer class="foot">', 'rel="manifest"'):
        assert [its.content.decode().count(part) for its in (card, other)] == [1, 1]
    assert "Skip to the content" in text_of(card)


@pytest.mark.django_db
def test_the_page_of_a_card_says_what_the_page_before_had_to_say():
    play = a_play()
    phone = owners_phone(play)
    phone.post(at("plays:options", play), OPTIONS | {"tie_break": "hand-sum"})
    assert "Everything was rescored with these options." in text_of(phone.get(at("plays:play", play)))
    assert "Everything was rescored with these options." not in text_of(phone.get(at("plays:play", play)))


def test_names_of_six_stand_level_if_all_are_short():
    def level(*shorts):
        return level_names([{"short": each} for each in shorts])

    assert level("Anna", "Ben", "Clara", "Doro", "Emil", "Fiona") == " level"
    assert level("Anna", "Ben", "Clara", "Doro", "Emil", "Wilhelm") == ""
    assert level("Anna", "Ben", "Clara", "Doro", "Emil", "健太郎") == ""
    assert level("Anna", "Ben", "Clara", "Doro", "Emil", "Fiona", "Gero") == ""
