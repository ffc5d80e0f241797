"""What a seat holds: the scorepad, entering, saving, undo and the changes of a card."""
