"""Where room is scarce, a line breaks between words and not within one."""

import pytest

from companion.rules import GAMES
from tests.browser.table import start_play

# The words that stand on more than one line.
BROKEN = """(all) => all.flatMap((each) => {
    const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT), broken = [], range = document.createRange();
    while (texts.nextNode())
        for (const { 0: word, index } of texts.currentNode.data.matchAll(/\\S+/g)) {
            range.setStart(texts.currentNode, index);
            range.setEnd(texts.currentNode, index + word.length);
            if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
        }
    return broken;
})"""


@pytest.mark.parametrize("locale", ["de", pytest.param("en", marks=pytest.mark.long)])
@pytest.mark.parametrize("game", GAMES)
def test_the_rows_of_a_sheet_are_whole_words(phone, locale, game):
    page = phone(locale=locale, width=390)
    start_play(page, ["Anna", "Ben", "Chris", "Dora", "Emil"][: GAMES[game].seats[-1]], game=game)
    words = page.locator("#sheet .word")
    assert words.first.inner_text()
    # Compounds are hyphenated; whatever is shorter stays whole.
    assert [word for word in words.evaluate_all(BROKEN) if len(word) < 10] == []


@pytest.mark.parametrize("locale", ["de", pytest.param("en", marks=pytest.mark.long)])
def test_the_keys_of_what_a_special_card_costs_are_whole_words(phone, locale):
    page = phone(locale=locale, width=390)
    page.goto("/games/tuareg/referee/buying/")
    keys = page.locator(".looks-keys button")
    assert keys.first.inner_text()
    assert keys.evaluate_all(BROKEN) == []
