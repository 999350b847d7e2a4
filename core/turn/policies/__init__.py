"""Evidence about who has the floor, each a pure function of values, and the rules that weigh it."""
