"""What was played, what follows from it, and what to play next."""
