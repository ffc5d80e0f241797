"""What the operator does: dump, load, tidy, rescore, demo."""
