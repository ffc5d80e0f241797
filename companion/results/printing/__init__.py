"""Score sheets on paper, blank and filled."""
