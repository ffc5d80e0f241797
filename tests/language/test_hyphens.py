"""Long words say where they may break."""

import pytest
from django.utils import translation

from companion.language.hyphens import hyphenated


@pytest.mark.parametrize(
    ("language", "word", "parts"),
    [
        ("de", "Siegpunktplättchen", "Sieg-punkt-plätt-chen"),
        ("de", "Zusatzpunkte von Stammeskarten", "Zusatz-punkte von Stam-mes-kar-ten"),
        ("en", "Merchandise", "Mer-chand-ise"),
        ("de", "Wasser", "Wasser"),
        ("ja", "ヴィクトリーポイントトークン", "ヴィクトリーポイントトークン"),
    ],
)
def test_a_long_word_may_break_where_its_language_divides_it(language, word, parts):
    with translation.override(language):
        assert hyphenated(word).replace("\u00ad", "-") == parts
