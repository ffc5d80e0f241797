"""A group's shelf: games taken from the library, sheets of one's own and how they are made, totals alone."""
