# docs/reference/commands.md explains these targets. Variables go on the same line: make run PORT=9000

.PHONY: run quick test test-all setup lint messages bench faults cluster lock upgrade audit release

run:
	@exec scripts/run

quick:
	@exec scripts/quick

test:
	@exec scripts/test $(ARGS)

test-all:
	@exec scripts/test all

setup:
	@exec scripts/setup

lint:
	@exec scripts/lint

messages:
	@exec scripts/messages

bench:
	@scripts/setup test
	@CHROME_PATH=$$(scripts/browser fetch) .venv/bin/python -m bench $(ARGS)

cluster:
	@scripts/setup test
	@.venv/bin/python deploy/cluster/here.py

faults:
	@scripts/setup test
	@.venv/bin/python -m faults $(ARGS)

lock:
	@exec scripts/lock

upgrade:
	@exec scripts/lock --upgrade

audit:
	@exec scripts/audit $(ARGS)

release:
	@scripts/release
	@scripts/test_wheel dist/*.whl
