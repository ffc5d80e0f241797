"""Write neutral records in the formats of other programs, with pure functions that don't use Django."""
