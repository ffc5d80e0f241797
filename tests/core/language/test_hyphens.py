"""Long words say where they may break."""

import pytest
from django.utils import translation

from companion.core.language.hyphens import hyphenate


@pytest.mark.parametrize(
    ("language", "word", "parts"),
    [
        ("de", "Siegpunktplättchen", "Sieg-punkt-plätt-chen"),
        ("de", "Zusatzpunkte von Stammeskarten", "Zusatz-punkte von Stam-mes-kar-ten"),
        ("en", "Merchandise", "Mer-chand-ise"),
        ("de", "Wasser", "Wasser"),
        ("ja", "ヴィクトリーポイントトークン", "ヴィクトリーポイントトークン"),
        ("ja", "勝利点トークン", "勝利点|トークン"),
        ("ja", "バザリカードゲーム", "バザリ|カード|ゲーム"),
        ("ja", "ワンツーフィニッシュ", "ワンツー|フィニッシュ"),
        ("ja", "グランドティチュー成功", "グランド|ティチュー|成功"),
        ("ja", "シンボルの並びによる追加勝利点", "シンボルの|並びに|よる|追加勝利点"),
        ("ja", "ロバ (未使用)", "ロバ |(未使用)"),
        ("ja", "地図 (得点化する)", "地図 |(得点化|する)"),
        ("ja", "水", "水"),
        ("ja", "Siegpunktplättchen", "Sieg-punkt-plätt-chen"),
    ],
)
def test_a_long_word_may_break_where_its_language_divides_it(language, word, parts):
    with translation.override(language):
        assert hyphenate(word).replace("\u00ad", "-").replace("\u200b", "|") == parts
