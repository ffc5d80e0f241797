"""What a start prepares it does not prepare again where nothing has changed."""

import pytest
from django.core.management import call_command

from companion.management.commands import make_scripts, prepare
from companion.management.commands.prepare import digest_of_sources, make_static_files


@pytest.fixture
def when_made(settings):
    """When the static files were last made, as a number that grows."""
    return lambda: (settings.STATIC_ROOT / "staticfiles.json").stat().st_mtime_ns


@pytest.mark.long
def test_static_files_that_are_there_stay(when_made):
    call_command("prepare")
    before = when_made()
    call_command("prepare")
    assert when_made() == before


def test_after_another_version_they_are_made_anew(settings, monkeypatch, tmp_path, when_made):
    # One file of ours is enough, without referees and what packages bring: to make all of them takes ten seconds.
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    monkeypatch.setattr(make_scripts, "REFEREES", ())
    settings.STATICFILES_DIRS, settings.STATIC_ROOT, settings.DATA = [tmp_path / "ours"], tmp_path / "static", tmp_path
    (tmp_path / "ours").mkdir()
    (tmp_path / "ours" / "page.css").write_text("main { margin: 0 }")
    make_static_files()
    before, stamp = when_made(), tmp_path / "static.stamp"
    stamp.write_text("made of something else")
    make_static_files()
    again = when_made()
    assert again > before
    make_static_files()
    assert when_made() == again
    assert stamp.read_text() == digest_of_sources()


@pytest.mark.parametrize("source", ["static/js/_page.js", "companion/rules/help.py", "companion/locale/de/django.po"])
@pytest.mark.parametrize("change", ["other words", "another name", "gone"])
def test_whatever_changes_in_a_source_counts(tmp_path, monkeypatch, source, change):
    monkeypatch.setattr(prepare, "ROOT", tmp_path)
    file = tmp_path / source
    file.parent.mkdir(parents=True)
    file.write_text("some words")
    before = digest_of_sources()
    assert digest_of_sources() == before
    if change == "other words":
        file.write_text("same words")
    elif change == "another name":
        file.rename(file.with_stem("renamed"))
    else:
        file.unlink()
    assert digest_of_sources() != before
