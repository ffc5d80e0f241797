"""Statistics on finished plays: pure functions over plain rows, without Django.

A history is a list of `Played`, oldest first. Players, games and plays are numbers and keys here; the callers know
their names.
"""
