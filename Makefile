# What Caravan is and needs stands in README.md. Variables go along: make run PORT=9000

.PHONY: run test setup lint messages bench faults lock upgrade audit

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

bench:
	@scripts/setup test
	@CHROME_PATH=$$(scripts/browser fetch) .venv/bin/python -m bench $(ARGS)

faults:
	@scripts/setup test
	@.venv/bin/python -m faults $(ARGS)

lock:
	@exec scripts/lock

upgrade:
	@exec scripts/lock --upgrade

audit:
	@exec scripts/audit $(ARGS)
