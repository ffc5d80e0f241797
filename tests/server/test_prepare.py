"""What a start prepares it does not prepare again where nothing has changed."""

import pytest
from django.core.management import call_command

from companion.management.commands import make_scripts, prepare
from companion.management.commands.prepare import compile_templates, digest_of_sources, make_static_files
from companion.server.compiled import Spoken, in_language, kept_templates


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


class TestTemplates:
    """What `prepare` has compiled, no process that serves compiles again."""

    @pytest.fixture
    def compiled_now(self, monkeypatch):
        """How many templates a new process compiles itself where it needs them all in a language."""

        def compiled(language):
            found = []
            monkeypatch.setattr(Spoken, "visit", lambda _self, source: found.append(source) or source)
            # What belongs to a process alone it has not yet.
            its = in_language.__wrapped__(language)
            for name in its.list_templates():
                its.get_template(name)
            return len(found)

        return compiled

    @pytest.mark.parametrize("language", ["en", "de", "ja"])
    def test_are_there_in_each_language(self, compiled_now, language):
        assert compiled_now(language) == 0

    @pytest.mark.long
    def test_are_compiled_anew_for_other_code_or_words_and_what_was_before_is_gone(self, settings, tmp_path):
        settings.DATA = tmp_path
        stamp = tmp_path / "static.stamp"
        stamp.write_text("of the last release")
        compile_templates()
        before = kept_templates()
        stamp.write_text("of this release")
        compile_templates()
        assert kept_templates() != before
        assert [folder.name for folder in kept_templates().parent.iterdir()] == [kept_templates().name]
        assert {folder.name for folder in kept_templates().iterdir()} == {"en", "de", "ja"}

    @pytest.mark.long
    def test_are_not_missed_by_who_serves_while_another_release_is_prepared(self, settings, tmp_path):
        settings.DATA = tmp_path
        (tmp_path / "static.stamp").write_text("of the last release")
        compile_templates()
        serving = in_language.__wrapped__("en")
        (tmp_path / "static.stamp").write_text("of this release")
        compile_templates()
        assert serving.get_template("frame.html")
        assert not list(tmp_path.glob("compiled/of the last*"))

    @pytest.mark.long
    def test_are_compiled_by_each_process_while_they_are_written_and_before_anything_was_prepared(
        self, settings, tmp_path, compiled_now
    ):
        settings.DEBUG = True
        assert compiled_now("en") > 0
        settings.DEBUG, settings.DATA = False, tmp_path
        assert compiled_now("en") > 0


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
