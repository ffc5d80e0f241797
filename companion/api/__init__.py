"""What a program of somebody's own may read of theirs, as JSON; `docs/openapi.json` describes it."""
