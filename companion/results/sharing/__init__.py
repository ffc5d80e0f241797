"""How a play ended, as a picture, and by a link that opens nothing else."""
