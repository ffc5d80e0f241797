"""Caravan's own format: a group's plays, games and players as a file, written and read."""
