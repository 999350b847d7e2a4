"""The desktop app: its window, what stands before the door, and its pages."""
