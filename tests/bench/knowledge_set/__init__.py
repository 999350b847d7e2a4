"""What ``tests.bench.knowledge`` is made of: how right answers are by channel, and what finding them costs."""
