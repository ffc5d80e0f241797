"""What follows from many plays that were finished: pure functions over plain rows, which know nothing of Django.

A history is a list of `Played`, the oldest first. Players, games and plays are numbers and keys here; whoever shows
them has their names.
"""
