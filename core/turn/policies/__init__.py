"""Sources of evidence and the rules that weigh them, each a function of values."""
