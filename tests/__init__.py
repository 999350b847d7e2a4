"""The suites: unit mirrors the tree, contract runs the ports, e2e starts processes, bench and eval measure."""
