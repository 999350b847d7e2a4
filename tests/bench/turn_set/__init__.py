"""The turn-taking set of ``tests/bench/turns.py``: its sound, what is measured on it, and the rival beside us."""
