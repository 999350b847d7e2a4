"""A household's room for endurance runs: who speaks in it, who listens, and what is watched meanwhile."""
