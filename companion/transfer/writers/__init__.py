"""What other programs read, written from neutral records: pure functions that know nothing of Django."""
