"""What is counted for Prometheus: by all workers of a machine together, and told to nobody without the token."""

import asyncio
import json
import re
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from bench.phone import Phone, sit_down
from bench.site import site
from companion.core.configuration import Environment
from tests.urls import every_url

ROOT = Path(__file__).resolve().parent.parent.parent
TOKEN = "a-token-that-nobody-guesses"
OF_VIEWS = re.compile(r'\bview=~?\\?"([a-z_|]+)')
OF_CARAVAN = re.compile(r"\bcaravan_[a-z_]+")


def asked(its, path="/metrics", **headers):
    """The status and text of an answer."""
    request = urllib.request.Request(f"http://127.0.0.1:{its.port}{path}", headers=headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def figures(text) -> dict:
    """{name with labels: figure}."""
    lines = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return {name: float(figure) for name, _, figure in lines}


async def an_evening(port):
    """Four cards that are done, one that two phones change at once, and some looks at the start."""
    seated = await sit_down(port, 4)
    phone = seated.phones[0]
    for water in (2, 3):
        body = f"revision=1&save_id=save{water}&water={water}"
        await phone.answer(phone.request("POST", seated.cards[0], body.encode()))
    for _ in range(20):
        await Phone(port).get("/")


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """What three askers are told of an evening: without a token, with a wrong one, with the right one."""
    with site(METRICS_TOKEN=TOKEN) as its:
        asyncio.run(an_evening(its.port))
        its.manage("dump", tmp_path_factory.mktemp("backup") / "caravan.dump")
        yield asked(its), asked(its, Authorization="Bearer x"), asked(its, Authorization=f"Bearer {TOKEN}")


def test_without_the_token_there_is_no_such_page(told):
    nothing, wrong, _ = told
    assert (nothing[0], wrong[0]) == (404, 404)
    assert "caravan_" not in nothing[1] + wrong[1]


def test_all_workers_count_together(told):
    found = figures(told[2][1])
    assert found['caravan_requests_total{method="GET",status="200",view="home"}'] == 20
    assert found['caravan_request_seconds_count{view="home"}'] == 20


def test_saves_are_counted_by_what_became_of_them(told):
    found = figures(told[2][1])
    assert found['caravan_saves_total{fate="counted"}'] == 5
    assert found['caravan_saves_total{fate="clash"}'] == 1


def test_the_database_is_told_of(told):
    found = figures(told[2][1])
    assert found["caravan_database_up"] == 1
    assert found["caravan_database_questions_total"] > 50
    assert found["caravan_database_failures_total"] == 0
    assert found["caravan_imports_under_way"] == 0
    assert found["caravan_tasks_waiting"] == 0


def test_backup_disk_and_failed_tasks_are_told_of(told):
    found = figures(told[2][1])
    assert found["caravan_disk_free_bytes"] > 0
    assert found["caravan_tasks_failed"] == 0
    assert found["caravan_backup_timestamp_seconds"] > 1.7e9


def test_no_figure_is_that_of_one_process_which_would_stay_when_another_knows_better(told):
    text = told[2][1]
    assert "pid=" not in text
    described = re.findall(r"^# HELP (\w+)", text, re.M)
    assert len(described) == len(set(described))


def test_no_address_and_no_name_is_in_it(told):
    text = told[2][1]
    assert "/plays" not in text
    assert not re.search(r"[0-9a-f]{8}-[0-9a-f]{4}", text)
    assert "Anna" not in text


def test_the_dashboard_and_the_alerts_ask_for_what_is_told(told):
    names = {name.split("{")[0] for name in figures(told[2][1])}
    dashboard = json.loads((ROOT / "deploy" / "grafana.json").read_text())
    expressions = " ".join(target["expr"] for panel in dashboard["panels"] for target in panel["targets"])
    alerts = (ROOT / "deploy" / "alerts.yml").read_text()
    for text in (expressions, alerts):
        assert len(set(OF_CARAVAN.findall(text)) & names) >= 3
        assert set(OF_CARAVAN.findall(text)) - names == set()


def test_the_dashboard_and_the_alerts_name_views_that_there_are():
    views = {url.name.partition(":")[2] for url in every_url()}
    for name in ("grafana.json", "alerts.yml"):
        text = (ROOT / "deploy" / name).read_text()
        named = {view for found in OF_VIEWS.findall(text) for view in found.split("|")}
        assert "result_picture" in named
        assert named - views == set()


def test_no_two_views_have_the_same_label():
    labels = [url.name.partition(":")[2] for url in every_url()]
    assert len(labels) == len(set(labels))


def test_a_token_that_is_easy_to_guess_is_a_problem():
    env = Environment({"METRICS_TOKEN": "short"})
    assert env.token("METRICS_TOKEN") == ""
    assert env.problems[0].startswith("METRICS_TOKEN is too easy to guess")
