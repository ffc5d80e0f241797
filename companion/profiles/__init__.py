"""What the pages of a player and of a game show within a group, made of statistics, names and pictures."""
