"""How fast Caravan is and how it grows, measured by hand and never timed in tests: `make bench`."""
