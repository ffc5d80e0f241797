"""Files of other programs, read into the same neutral records: one module a format, pure functions without Django."""
