"""Wording: the linter of the style guide, and what it can't see."""

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 120


@pytest.fixture(scope="module")
def prose():
    """The linter as a module."""
    loader = SourceFileLoader("prose", str(ROOT / "scripts/prose"))
    module = module_from_spec(spec_from_loader("prose", loader))
    loader.exec_module(module)
    return module


def test_linter_finds_nothing(prose, capsys):
    assert prose.main() == 0, capsys.readouterr().err


@pytest.mark.parametrize(
    ("where", "text", "found"),
    [
        ("ui", "Ask somebody.", "“somebody”: write someone, everyone, anyone"),
        ("ui", "What was typed is lost", "“What”: write the actor and a verb"),
        ("docs", "Changes can be put back.", "“put back”: write undo, restore"),
        ("docstrings", "The same for a group.", "“The same”: write what it returns"),
    ],
)
def test_linter_reports_old_wording(prose, where, text, found):
    assert list(prose.faults(where, iter([("here", text)]))) == [("here", found)]


@pytest.mark.parametrize("text", ["Who plays?", "That’s me", "There are no plays", "It is no longer there"])
def test_linter_accepts_questions_and_plain_negation(prose, text):
    assert not list(prose.faults("ui", iter([("here", text)])))


def test_ui_texts_outside_the_rules_have_at_most_120_characters(prose):
    assert [text for _place, text in prose.ui_texts() if len(text) > LONGEST] == []
