"""Import and export: Caravan's own files, those of other programs, tables, and photos.

An uploaded file is read (`uploads`, `readers`), its names are matched with the group's (`matches`), its plays are
planned and converted (`plans`, `conversion`), an owner reviews that (`preview`), and it is imported (`imports`,
`staging`) or undone (`updates`). `exports` makes files (`export_records`, `writers`). Our own format is in `caravan`.
"""
