"""The docs for hosts, the benchmarks and the reliability page agree with the code, and their links work."""

import ast
import re
from pathlib import Path

import pytest

from companion.access import rate_limits
from companion.core import configuration, requests
from companion.core.configuration import Environment
from companion.core.streams import hub
from companion.management.tidying import OLD
from companion.transfer.readers.files import MEGABYTE, MOST_BYTES
from companion.transfer.readers.records import MOST_PLAYS

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
# Directories of other readers have tests of their own for all but links.
HOST_PAGES = [*sorted((DOCS / "host").glob("*.md")), DOCS / "benchmarks.md", DOCS / "reliability.md"]
TEXT = "\n".join(page.read_text() for page in HOST_PAGES)
TYPED = "\n".join(
    [*re.findall(r"^ *```\w*\n(.+?)^ *```", TEXT, re.M | re.S), *re.findall(r"`([^`\n]+)`", TEXT)],
)
CONFIGURATION = (DOCS / "host" / "configuration.md").read_text()
# name → (default, description), of every table of the configuration page.
SETTINGS = {
    name: (default.strip("`"), text)
    for name, default, text in re.findall(r"^\| `([A-Z_0-9]+)` \| (.+?) \| (.+) \|$", CONFIGURATION, re.M)
}
COMPOSE_SETTINGS = {
    *("SITE", "DATABASE_PASSWORD", "CARAVAN", "PACKAGES"),
    *("DEBIAN_IMAGE", "POSTGRES_IMAGE", "CADDY_IMAGE"),
}
# Read by boto3, which documents them.
AWS_SETTINGS = {name for name in SETTINGS if name.startswith("AWS_")}
READERS = {
    *("text", "flag", "whole_number", "one_of", "web_address", "hosts", "groups_a_day", "shared_key", "former_keys"),
    *("folder", "database", "photo_store", "beside", "token", "site_address", "header", "networks"),
}
# Caravan refuses to start with these, and the pages say what to do.
REMOVED = {"BY_GROUP"}
# Part of the interface of programs that Caravan is used with, and no settings of Caravan.
OF_OTHERS = {"_SYSTEMD_UNIT", "UV_PYTHON", "XDG_DATA_HOME"}


def calls_of_readers():
    """Yield (reader, variable, call) for each setting that the code reads."""
    sources = [ROOT / "gunicorn.conf.py", *(ROOT / "companion").rglob("*.py")]
    for source in sources:
        if not re.search(r'\("[A-Z][A-Z_]+"', text := source.read_text()):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in READERS and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant) and re.fullmatch("[A-Z_]+", str(first.value)):
                    yield node.func.attr, first.value, node


CALLS = list(calls_of_readers())


def default_in_code(reader, call) -> str | None:
    """Return the default that a call names, as the page writes it; None if it names none."""
    named = {each.arg: each.value.value for each in call.keywords if isinstance(each.value, ast.Constant)}
    if reader in ("flag", "whole_number"):
        return str(int(named["default"]))
    if reader in ("text", "one_of") and len(call.args) > 1:
        return call.args[1].value
    return None


def anchors(page) -> set:
    """Return the anchors of a page's headings, as links name them."""
    titles = re.findall(r"^#+ (.+)$", page.read_text(), re.M)
    return {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}


def missing(paths):
    return [path for path in paths if not (ROOT / path).exists()]


def test_configuration_page_lists_every_setting_and_no_other():
    assert {name for _, name, _ in CALLS} == set(SETTINGS) - COMPOSE_SETTINGS - AWS_SETTINGS


def test_configuration_page_has_the_defaults_of_the_code():
    wrong = {}
    for reader, name, call in CALLS:
        default = default_in_code(reader, call)
        if default is not None and SETTINGS[name][0] != default:
            wrong[name] = SETTINGS[name][0], default
    assert wrong == {}


def test_configuration_page_has_no_default_where_the_code_has_none():
    with_default = {name for reader, name, call in CALLS if default_in_code(reader, call) is not None}
    listed = {name for name, (default, _) in SETTINGS.items() if default != "none"}
    # These two are tested below.
    assert listed - COMPOSE_SETTINGS - AWS_SETTINGS - with_default == {"CARAVAN_DATA", "FOUNDING"}


def test_configuration_page_has_the_default_of_founding():
    written = {"FOUNDING": SETTINGS["FOUNDING"][0]}
    assert Environment(written).groups_a_day("FOUNDING") == Environment({}).groups_a_day("FOUNDING")


def test_configuration_page_has_the_default_of_the_data_folder():
    code = (ROOT / "companion" / "settings.py").read_text()
    assert f'if IS_INSTALLED else ROOT / "{SETTINGS["CARAVAN_DATA"][0]}"' in code


def test_configuration_page_has_the_ranges_of_the_code():
    for reader, name, call in CALLS:
        if reader == "whole_number":
            bounds = {each.arg: each.value.value for each in call.keywords}
            assert f"{bounds['least']:,} to {bounds['most']:,}" in SETTINGS[name][1], name


def test_configuration_page_has_the_shortest_key_and_token():
    assert f"at least {configuration.SHORTEST_KEY} random characters" in SETTINGS["SECRET_KEY"][1]
    assert f"at least {configuration.SHORTEST_TOKEN} letters and digits" in SETTINGS["METRICS_TOKEN"][1]


def test_configuration_page_has_the_defaults_of_compose_and_caddy():
    deployed = (ROOT / "compose.yaml").read_text() + (ROOT / "deploy" / "Caddyfile").read_text()
    for name in COMPOSE_SETTINGS:
        default = SETTINGS[name][0]
        assert (
            f"${{{name}:?" in deployed
            if default == "none"
            else re.search(rf"\$\{{{name}:-{re.escape(default)}\}}|\{{\${name}:{re.escape(default)}\}}", deployed)
        ), name


def test_pages_set_only_settings_that_exist():
    known = set(SETTINGS) | OF_OTHERS | REMOVED
    named = set(re.findall(r"(?<![\w-])([A-Z_]{4,})=", TYPED)) - {"NAME"} | set(re.findall(r"`([A-Z]+_[A-Z_]+)`", TEXT))
    assert {"DATABASE_URL", "PROXY", "FOUNDING", "SECRET_KEY"} <= named
    assert named - known == set()


def test_every_make_target_exists():
    targets = set(re.findall(r"\bmake ([a-z-]+)", TYPED))
    assert {"run", "setup", "audit", "bench", "faults", "cluster"} <= targets
    makefile = (ROOT / "Makefile").read_text()
    assert [target for target in targets if not re.search(rf"^{target}:", makefile, re.M)] == []


def test_every_command_exists_with_its_options():
    commands = set(re.findall(r"manage\.py ([a-z_]+)", TYPED))
    assert {"dump", "load", "tidy", "rescore", "migrate", "let_in"} <= commands
    ours = ROOT / "companion" / "management" / "commands"
    assert missing(ours / f"{name}.py" for name in commands - {"check", "migrate"}) == []
    for name, options in re.findall(r"manage\.py ([a-z_]+)((?: --[a-z]+)+)", TYPED):
        for option in options.split():
            assert f'"{option}"' in (ours / f"{name}.py").read_text()


def test_every_file_named_exists():
    named = re.findall(r"(?<![/\w.-])((?:deploy|scripts|faults|tests|bench)/[\w./-]*\w)", TYPED)
    assert len(named) > 30
    assert missing(named) == []


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda page: str(page.relative_to(DOCS)))
def test_every_link_between_docs_leads_to_a_file_and_a_heading(page):
    wrong = []
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text()):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if "://" in link:
            continue
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
            wrong.append(link)
    assert wrong == []


def test_index_lists_every_page_for_hosts():
    index = DOCS / "host" / "README.md"
    linked = set(re.findall(r"^\| \[.+?\]\(([\w-]+\.md)\) \| [^|]+\. \|$", index.read_text(), re.M))
    assert linked == {page.name for page in (DOCS / "host").glob("*.md")} - {"README.md"}


@pytest.mark.parametrize("page", HOST_PAGES, ids=lambda page: page.stem)
def test_page_begins_with_its_readers_and_their_result(page):
    _, _, first = page.read_text().partition("\n\n")
    opening = " ".join(first.split("\n\n")[0].split())
    assert re.match(r"For \w+.*\. At the end,? ", opening)


def test_monitoring_page_has_the_health_checks_of_the_code():
    page, health = (DOCS / "host" / "monitoring.md").read_text(), (ROOT / "companion/core/health.py").read_text()
    assert set(re.findall(r"^\| `(/[a-z]+z)` \|", page, re.M)) == set(re.findall(r'"(/[a-z]+z)"', health))
    [row] = re.findall(r"^\| `/readyz` \|.+$", page, re.M)
    assert {*re.findall(r'text_response\("(\w+)"', health), "migrating"} == set(re.findall(r"`([a-z]+)`", row))


def test_monitoring_page_has_every_metric():
    code = "".join((ROOT / "companion" / path).read_text() for path in ("core/metrics.py", "core/entry_point.py"))
    made = set(re.findall(r'(Counter|Histogram|Gauge|GaugeMetricFamily)\(\s*"(caravan_\w+)"', code))
    names = {f"{name}_total" if kind == "Counter" else name for kind, name in made}
    assert len(names) > 10
    assert set(re.findall(r"`(caravan_\w+)`", (DOCS / "host" / "monitoring.md").read_text())) >= names


def test_monitoring_page_has_every_alert_with_its_severity():
    rules = (ROOT / "deploy" / "alerts.yml").read_text()
    alerts = re.findall(r"- alert: (\w+)$.+?severity: (\w+)$", rules, re.M | re.S)
    page = (DOCS / "host" / "monitoring.md").read_text()
    assert re.findall(r"^\| (Caravan\w+) \| (\w+) \|", page, re.M) == alerts


def test_backup_page_has_the_days_after_which_empty_groups_are_deleted():
    assert f"older than {OLD.days} days" in (DOCS / "host" / "backup-and-restore.md").read_text()


def test_troubleshooting_page_quotes_messages_that_exist():
    page = (DOCS / "host" / "troubleshooting.md").read_text()
    section = page.split("## Caravan doesn't start")[1].split("\n## ")[0]
    quoted = re.findall(r"^\| `(.+?)` \|", section, re.M)
    places = [ROOT / "gunicorn.conf.py", ROOT / "scripts" / "setup", *(ROOT / "companion").rglob("*.py")]
    code = "\n".join(place.read_text() for place in places)
    patterns = {words: re.escape(words).replace("8000", ".+").replace("…", ".+") for words in quoted}
    assert len(quoted) > 6
    assert [words for words, pattern in patterns.items() if not re.search(pattern, code)] == []


def test_configuration_page_has_the_fixed_limits_of_the_code():
    section = CONFIGURATION.split("## Limits you can't change")[1].split("\n## ")[0]
    assert f"{MOST_BYTES // MEGABYTE} MB and {MOST_PLAYS:,} plays" in section
    assert f"{rate_limits.FILES_A_DAY}, and {rate_limits.FILES_FROM_ONE_CLIENT} from one address" in section
    assert f"{rate_limits.PHOTOS_A_DAY}, and {rate_limits.PHOTOS_FROM_ONE_CLIENT} from one address" in section


def test_proxy_page_has_the_timeouts_of_the_server():
    page = (DOCS / "host" / "reverse-proxy.md").read_text()
    [seconds] = re.findall(r"read_header (\d+)s", (ROOT / "deploy" / "Caddyfile").read_text())
    for directive in (
        "client_header_timeout {}s;",
        "timeout http-request {}s",
        "| limit the time for request headers | {} s |",
    ):
        assert directive.format(seconds) in page
    assert f"client_body_timeout {requests.SECONDS_FOR_A_FORM}s;" in page
    assert f"| keep quiet streams open | more than {hub.BEAT_SECONDS} s |" in page
    longest = hub.LONGEST_SECONDS // 60
    assert f"Caravan renews streams after {longest * 3 // 4} to {longest} minutes." in page


def test_proxy_page_has_the_body_limit_of_the_caddyfile():
    [megabytes] = re.findall(r"max_size (\d+)MiB", (ROOT / "deploy" / "Caddyfile").read_text())
    page = (DOCS / "host" / "reverse-proxy.md").read_text()
    assert f"client_max_body_size {megabytes}m;" in page
    assert f"-m int gt {int(megabytes) * 2**20} }}" in page
    assert f"| limit request bodies | {megabytes} MB |" in page
