"""A scripted life, spoken: told, corrected, forgotten and asked for again; every source is opened."""
