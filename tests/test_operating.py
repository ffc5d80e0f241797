"""The operator's book: what it says to type is there."""

import re

from companion.upkeep.tidying import OLD
from tests.test_readme import ROOT, code_spans

BOOK = (ROOT / "docs" / "operating.md").read_text()
TYPED = "\n".join([*re.findall(r"^```\n(.+?)^```", BOOK, re.M | re.S), *code_spans(BOOK)])


def missing(paths):
    return [path for path in paths if not (ROOT / path).exists()]


def test_every_make_target_it_names_exists():
    targets = set(re.findall(r"\bmake ([a-z]+)", TYPED))
    assert {"run", "setup", "audit", "upgrade"} <= targets
    makefile = (ROOT / "Makefile").read_text()
    assert [target for target in targets if not re.search(rf"^{target}:", makefile, re.M)] == []


def test_every_command_it_names_exists_with_its_options():
    commands = set(re.findall(r"manage\.py ([a-z_]+)", TYPED))
    assert {"dump", "load", "tidy", "rescore", "migrate", "let_in"} <= commands
    ours = ROOT / "companion" / "management" / "commands"
    assert missing(ours / f"{name}.py" for name in commands - {"migrate"}) == []
    for name, option in re.findall(r"manage\.py ([a-z_]+) (--[a-z]+)", TYPED):
        assert f'"{option}"' in (ours / f"{name}.py").read_text()


def test_every_setting_it_names_is_one():
    sources = [ROOT / "gunicorn.conf.py", *(ROOT / "companion").rglob("*.py")]
    settings = {name for source in sources for name in re.findall(r'\b[a-z_]+\("([A-Z_]+)"', source.read_text())}
    of_compose = {"SITE", "DATABASE_PASSWORD", "CARAVAN", "POSTGRES_IMAGE", "CADDY_IMAGE", "DEBIAN_IMAGE", "PACKAGES"}
    of_systemd = {"_SYSTEMD_UNIT"}
    of_uv = {"UV_PYTHON"}
    set_in_book = set(re.findall(r"\b([A-Z_]{4,})=", TYPED)) | set(re.findall(r"`([A-Z]+_[A-Z_]+)`", BOOK))
    assert {"DATABASE_URL", "PROXY", "FOUNDING", "SECRET_KEY"} <= set_in_book
    of_boto3 = {name for name in set_in_book if name.startswith("AWS_")}
    assert set_in_book - settings - of_compose - of_systemd - of_uv - of_boto3 == set()
    deployed = (ROOT / "compose.yaml").read_text() + (ROOT / "deploy" / "Caddyfile").read_text()
    assert [name for name in of_compose if f"${{{name}" not in deployed and f"{{${name}:" not in deployed] == []


def test_every_file_it_names_exists():
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)]+)\)", BOOK)]
    assert missing(ROOT / "docs" / link for link in links if link) == []
    named = re.findall(r"(?<![/\w])((?:deploy|scripts)/[\w.-]+)", TYPED)
    assert len(named) > 3
    assert missing(named) == []
    assert missing(re.findall(r"`([a-z]+\.yaml)`", BOOK)) == []


def test_every_place_in_it_that_it_points_to_is_there():
    titles = {re.sub(r"\W+", "-", title.lower()) for title in re.findall(r"^## (.+)$", BOOK, re.M)}
    assert set(re.findall(r"\]\(#([^)]+)\)", BOOK)) <= titles


def test_it_watches_what_is_answered():
    health = (ROOT / "companion" / "server" / "health.py").read_text()
    paths = set(re.findall(r"`(/[a-z]+z)`", BOOK))
    assert {"/healthz", "/readyz"} <= paths
    assert [path for path in paths if f'"{path}"' not in health] == []
    for word in re.findall(r"else 503 and the word for what is not: `([a-z]+)` or\n  `([a-z]+)`", BOOK)[0]:
        assert f'word("{word}", status=503)' in health


def test_the_days_after_which_something_empty_is_tidied_are_those_it_says():
    assert f"older than {OLD.days} days" in BOOK
