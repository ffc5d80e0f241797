"""Benchmarks of Caravan's speed and growth: `make bench`. Tests never assert on elapsed time."""
