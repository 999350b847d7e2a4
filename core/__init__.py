"""The product itself. Imports no Qt, reads no environment, opens nothing when imported."""
