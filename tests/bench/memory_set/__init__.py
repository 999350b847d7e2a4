"""The parts of the benchmark of memories."""
