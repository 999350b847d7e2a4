"""From a file's bytes to text, in a process of its own that may take little and touch nothing.

``guard`` starts it and holds it to its limits; ``worker`` runs inside; one small module a format reads.
"""
