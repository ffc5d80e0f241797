"""The measurements of bench/ and the faults of faults/: that they still run, not how fast."""

import importlib
import json
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from bench import __main__ as bench
from bench import growth, phones, score_lines
from bench.score_lines import any_play
from bench.statistics_pages import fill, margins_measured, measured, told
from bench.tables import TABLES, against, percent, table_of
from companion.rules import GAMES
from faults import random_requests, stopped_exports
from faults.__main__ import FAULTS
from faults.broken_files import FOREIGN, broken
from faults.found import Found
from faults.rubbish import Known, a_request
from tests.builders import scored
from tests.lanes import each_third


@pytest.mark.parametrize("game", each_third(list(GAMES.values())), ids=each_third(list(GAMES)))
def test_the_plays_are_possible_whole_and_the_same_in_every_run(game):
    plays = [any_play(game, Random(number)) for number in range(20)]
    assert plays == [any_play(game, Random(number)) for number in range(20)]
    for play in plays:
        assert not scored(play).is_blocked
        assert all(set(seat["stages"]) == {stage.key for stage in game.stages} for seat in play["seats"])


@pytest.mark.long
def test_the_large_group_lies_among_copies_and_every_page_of_both_is_asked_for(tmp_path):
    small, large = tmp_path / "small", tmp_path / "large"
    growth.build(small, plays=30)
    growth.build(large, plays=40, copies=3)
    connection = sqlite3.connect(large / "caravan.sqlite3")
    plays = connection.execute("SELECT group_id, count(*), count(DISTINCT uuid) FROM companion_play GROUP BY 1")
    assert [row[1:] for row in plays] == [(42, 42)] * 3
    neighbours = connection.execute("SELECT group_id FROM companion_play ORDER BY id LIMIT 3")
    assert len(set(neighbours)) == 3
    connection.close()
    found = growth.visits(small, large, times=2)
    assert all(len(its_visits) == 2 for both in found.values() for its_visits in both)
    assert all(growth.compared(*both)["most queries"] > 0 for both in found.values())


def test_growth_is_told_by_what_95_of_100_visits_take():
    small = [{"clock": number, "processor": number, "queries": 6} for number in range(1, 101)]
    large = [{"clock": 2 * number, "processor": number, "queries": 7} for number in range(1, 101)]
    found = growth.compared(small, large)
    assert (found["times"], found["times by the processor"], found["most queries"]) == (2, 1, 7)
    assert "missed by 0.70" in table_of("growth", {"home": found})


@pytest.mark.long
def test_the_phones_hear_of_every_save_at_their_table():
    found = phones.measured(phones=6, tables_of=3, seconds=4, every=1)
    assert (found["phones"], found["tables"]) == (6, 2)
    assert found["questions"] >= 6
    assert 0 < found["seen"] <= 2 * found["saves"]
    assert 0 <= found["delay"]["median"] <= found["delay"]["p95"] <= found["delay"]["max"]


@pytest.mark.long
def test_the_pages_of_statistics_are_measured_on_a_group_that_has_played(db):
    group = fill(60)
    assert group.plays.count() == 60
    assert {seat.rank for play in group.plays.all() for seat in play.seats.all()} >= {1, 2, 3}
    assert group.plays.exclude(seats__took=[]).exists()
    figures = list(measured(group, requests=3))
    assert len(figures) == 9
    assert all(len(by_clock) == 2 and by_clock == sorted(by_clock) for _, _, by_clock, _ in figures)
    assert all(0 < by_processor[0] <= by_processor[1] for *_, by_processor in figures)


@pytest.mark.parametrize("game", each_third(list(GAMES.values())), ids=each_third(list(GAMES)))
def test_it_is_measured_how_long_it_takes_to_tell_how_close_a_win_was(game):
    assert len(margins_measured(game, plays=2)) == 2


def test_figures_are_told_as_median_and_95th_percentile():
    assert told([number / 1000 for number in range(1, 101)]) == "median 50 ms, 95th percentile 96 ms"


ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs/benchmarks.md").read_text()
RELIABILITY = (ROOT / "docs/reliability.md").read_text()


@pytest.mark.long
def test_plays_are_scored_in_each_language_and_without_reasons():
    found = list(score_lines.measured(number=1, times=1))
    assert [way for way, _, _ in found] == ["en", "de", "ja", "without reasons"]


def figures_of(*parts):
    command = [sys.executable, "-m", "bench", *parts, "--quick", "--json"]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)


@pytest.mark.long
def test_every_kind_of_request_stands_beside_the_bare_view():
    found = figures_of("speed", "start")
    kinds = found["speed"]["kinds"]
    assert set(kinds) == {"bare view", "entry page", "unchanged poll", "changed poll", "save"}
    assert kinds["bare view"]["share"] == 1
    assert all(0 < each["median"] <= each["p95"] for each in kinds.values())
    assert all(0 < each["processor"] < 1 for each in kinds.values())
    assert kinds["entry page"]["share"] == kinds["bare view"]["processor"] / kinds["entry page"]["processor"]
    for part in ("speed", "start"):
        assert "bare view" in table_of(part, found[part])


@pytest.mark.long
def test_a_photo_is_waited_for_alone_and_while_plays_come_in():
    found = figures_of("photos")["photos"]
    assert found["plays"] == 100
    for when in ("alone", "amid"):
        assert all(0 < taken < seen for taken, seen in zip(*found[when].values(), strict=True))
    assert "during an import" in table_of("photos", found)


@pytest.mark.long
@pytest.mark.needs("pooler")
def test_each_step_from_a_file_to_two_app_machines_saves():
    found = figures_of("steps")["steps"]
    assert [each["statuses"] for each in found.values()] == [[200]] * 4
    assert [each["database"] > 0 for each in found.values()] == [False, True, True, True]
    assert "two servers" in table_of("steps", found)


@pytest.mark.long
@pytest.mark.needs("browser")
def test_the_first_paint_is_measured():
    found = figures_of("first_paint")["first_paint"]
    assert found["entry page"]["bytes"] > found["bare view"]["bytes"] > [0]
    assert "first paint" in table_of("first_paint", found)


def test_a_first_paint_holds_only_where_each_visit_is_in_time():
    def told(*seconds):
        visits = {"bytes": [24_000] * len(seconds), "seconds": seconds}
        return table_of(
            "first_paint", {"entry page": visits, "bare view": visits, "most bytes": 35_000, "most seconds": 0.7}
        )

    assert "500.0 ms to 710.0 ms, median 510.0 ms" in told(0.5, 0.71, 0.51)
    assert "at most 700.0 ms: missed by 10.0 ms" in told(0.5, 0.71, 0.51)
    assert "missed" not in told(0.5, 0.7, 0.51)


@pytest.mark.long
@pytest.mark.needs("browser")
def test_taps_on_a_quick_a_usual_and_a_slow_phone_are_measured():
    found = figures_of("taps")["taps"]
    assert [len(taps) for taps in found.values()] == [4] * 12
    assert "Tuareg" in table_of("taps", found)


def test_taps_hold_only_where_each_is_seen_in_time():
    def told(*seconds):
        return table_of("taps", {"a display": seconds})

    assert "| under 16.0 ms | 56.0 ms | at most 50.0 ms: missed by 6.0 ms |" in told(0.016, 0.016, 0.056)
    assert "| 24.0 ms | 48.0 ms | at most 50.0 ms: met |" in told(0.016, 0.024, 0.048)


@pytest.mark.long
def test_two_app_machines_on_one_postgresql_show_the_same():
    found = figures_of("machines")["machines"]
    assert found["both show the same"]
    assert all(len(rates) == 2 for rates in found["rates"].values())


@pytest.mark.long
@pytest.mark.parametrize("part", ["streams_1000", "streams_two_machines"])
def test_every_stream_hears_of_every_save_also_on_the_other_machine(part):
    found = figures_of(part)[part]
    assert (found["missed"], found["processor"] > 0, found["memory"] > 0) == (0, True, True)
    assert "0 messages missed" in table_of(part, found)


@pytest.mark.long
def test_the_pages_of_statistics_are_measured_by_a_program_of_their_own():
    assert any(line.startswith("a player's page: median") for line in bench.statistics(plays=20))


def test_a_missed_target_says_by_how_much():
    assert against(0.3, 0.4, percent) == "at least 40.0 %: missed by 10.0 %"
    assert against(0.5, 0.4, percent) == "at least 40.0 %: met"
    assert against(3, 2, str, at_most=True) == "at most 2: missed by 1"


def test_every_part_has_a_table_and_a_quick_size():
    assert set(bench.FULL) == set(bench.QUICK) == set(TABLES)


def test_figures_are_written_between_the_marks_of_their_part_and_nowhere_else(tmp_path):
    page, (begin, end) = tmp_path / "page.md", (mark.format("start") for mark in (bench.BEGIN, bench.END))
    page.write_text(f"before\n{begin}\nold \\1\n{end}\nafter\n")
    bench.write_into(page, "start", "new \\1")
    assert page.read_text() == f"before\n{begin}\nnew \\1\n{end}\nafter\n"


@pytest.mark.parametrize("name", each_third(list(bench.FULL)))
def test_the_page_has_a_place_for_the_figures_of_each_part(name):
    assert PAGE.count(bench.BEGIN.format(name)) == PAGE.count(bench.END.format(name)) == 1


def test_reliability_page_lists_every_fault_with_its_promise():
    rows = re.findall(r"^\| (.+) \| (.+) \| `faults/(\w+)\.py` \|$", RELIABILITY, re.M)
    assert [name for _, _, name in rows] == list(FAULTS)
    for name in FAULTS:
        fault = importlib.import_module(f"faults.{name}")
        assert fault.PROMISE
        assert fault.__doc__


@pytest.mark.long
@pytest.mark.parametrize("name", ["killed_server", "full_disk"])
def test_a_fault_is_caused_and_told(name):
    command = [sys.executable, "-m", "faults", name, "--quick", "--json"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    [told] = json.loads(ended.stdout)
    assert (told["fault"], told["broken"], ended.returncode) == (name, [], 0)
    assert "left_out" in told or told["figures"]["saves acknowledged"]


@pytest.mark.long
def test_files_are_whole_that_were_made_while_the_server_was_stopped():
    found = stopped_exports.cause(quick=True, say=lambda text: None)
    assert found.broken == []
    assert found.figures["times stopped"]


@pytest.mark.long
def test_requests_by_lot_are_sent_and_counted():
    found = random_requests.cause(quick=True, say=lambda text: None, requests=150)
    assert found.broken == []
    assert sum(count for name, count in found.figures.items() if name.startswith("answered")) == 150


def test_requests_by_lot_are_the_same_in_every_run():
    known = Known(["a-play"], [1, 2], ["tuareg"], ["water"], [{}], {})
    requests = [
        [a_request(80, ["plays/<uuid:uuid>/live"], known, Random(number)) for number in range(50)] for _ in range(2)
    ]
    assert requests[0] == requests[1]
    assert len(set(requests[0])) == 50


def test_a_broken_file_is_never_the_whole_one():
    whole = bytes(range(100))
    files = [file for _, file in broken(whole, 10)]
    assert len(files) == 20 + len(FOREIGN)
    assert whole not in files


def test_a_promise_that_was_not_kept_is_noted():
    found = Found({"saves": 3})
    found.expect("one is lost", [])
    found.expect("none came", ["one"])
    assert found.broken == ["one is lost"]
