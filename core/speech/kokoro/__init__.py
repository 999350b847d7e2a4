"""Kokoro-82M, the voice that runs on the household's own processor."""
