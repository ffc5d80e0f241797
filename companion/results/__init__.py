"""How a play ended: ranking, score grid, ties, corrections, and its result to share and to print."""
