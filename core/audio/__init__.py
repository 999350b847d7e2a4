"""Frames in and out: devices, files and virtual audio, all at one rate inside."""
