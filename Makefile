# What Caravan is and needs stands in README.md. Variables go along: make run PORT=9000

.PHONY: run test setup lint messages bench lock upgrade audit

run:
	@exec scripts/run

test:
	@exec scripts/test $(ARGS)

setup:
	@exec scripts/setup

lint:
	@exec scripts/lint

messages:
	@exec scripts/messages

bench: setup
	@.venv/bin/python bench/score_lines.py
	@.venv/bin/python bench/history.py $(ARGS)
	@.venv/bin/python bench/phones.py
	@.venv/bin/python bench/statistics_pages.py

lock:
	@exec scripts/lock

upgrade:
	@exec scripts/lock --upgrade

audit:
	@exec scripts/audit $(ARGS)
