"""A page's scripts share one scope: what one of them uses, another of the same page declares."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.server.static_files import JOINED

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ROOT / "static" / "js"
# The fields that are asked for alone.
FIELDS = [f"js/cards/fields/{path.name}" for path in sorted((SCRIPTS / "cards" / "fields").glob("*.js"))]
# What a referee says with stands within the referee's own script.
WITHIN_ANOTHER = {"js/help/texts.js"}
TEMPLATES = ROOT / "templates"
PAGES = {
    str(path.relative_to(TEMPLATES)): path.read_text()
    for path in sorted(TEMPLATES.rglob("*.html"))
    if path.name == "base.html" or "{% extends" in path.read_text()
}
# The frame of all pages.
PAGES["base.html"] = PAGES["frame.html"] = (TEMPLATES / "compiled" / "frame.html").read_text()


def named_in(text):
    return re.findall(r"{[%{] static[ (]'(js/[^']+)'\)? [%}]}", text)


def scripts_of(page):
    """The files whose scripts a page loads, in no order that matters: `js/page.js`, …"""
    text = PAGES[page]
    base = re.search(r'{% extends "([^"]+)" %}', text)
    named = named_in(text)
    if "in pads %}" in text:
        named += FIELDS
    if base and "block page_script" in text:
        inherited = [name for name in named_in(PAGES[base[1]]) if name != "js/every_page.js"]
    else:
        inherited = named_in(PAGES[base[1]]) if base else []
    for name in {*inherited, *named}:
        yield from (f"js/{part}.js" for part in each_of(JOINED[name])) if name in JOINED else [name]


def each_of(parts):
    """The parts of a script that is joined, those of a group among them."""
    for part in parts:
        yield from each_of(part) if isinstance(part, tuple) else [part]


def complaints(folder):
    """What oxlint says of names that nobody declares, or that two declare."""
    command = [Path(sys.executable).with_name("oxlint"), "--config", ROOT / ".oxlintrc.json", "--format", "unix"]
    rules = ["-A", "all", "-D", "no-undef", "-D", "no-redeclare"]
    return subprocess.run([*command, *rules, folder], capture_output=True, text=True).stdout


def test_no_page_uses_a_name_that_it_does_not_bring(tmp_path):
    for number, page in enumerate(PAGES):
        scripts = [(ROOT / "static" / name).read_text() for name in scripts_of(page)]
        (tmp_path / f"{number}-{Path(page).stem}.js").write_text("\n".join(scripts))
    said = complaints(tmp_path)
    assert "on 0 files" not in said
    assert said.strip().splitlines() == []


def test_every_script_is_on_some_page():
    loaded = {name for page in PAGES for name in scripts_of(page)}
    scripts = {f"js/{path.relative_to(SCRIPTS)}" for path in SCRIPTS.rglob("*.js")} - WITHIN_ANOTHER
    assert sorted(scripts) == sorted(loaded)


@pytest.mark.parametrize("fault", ["nobody_declares_this();", "const byId = 1;", "const = 1;"])
def test_a_fault_is_seen(tmp_path, fault):
    (tmp_path / "page.js").write_text((SCRIPTS / "page.js").read_text() + fault)
    assert "page.js" in complaints(tmp_path)


def test_the_script_that_works_without_a_network_can_be_read(client, tmp_path):
    (tmp_path / "service-worker.js").write_bytes(client.get("/service-worker.js").content)
    assert "Error" not in complaints(tmp_path)
