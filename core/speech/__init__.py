"""Hearing and speaking: voice activity, end of turn, recognisers, voices and their models."""
