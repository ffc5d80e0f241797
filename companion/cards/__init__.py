"""What a seat holds: the scorepad, saving, changes, results."""
