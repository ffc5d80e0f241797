"""Past plays, their statistics, and proposals for what to play next."""
