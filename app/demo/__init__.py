"""The offline demo: a temporary household, a scripted family, and checks that can fail."""
