"""Import and export: Caravan's own files, those of other programs, tables, and photos."""
