"""Being called: wake words heard in the sound, and the companion's name found in what a recogniser read."""

from core.speech.wake.names import addressed
from core.speech.wake.ports import Called, WakeWord

__all__ = ["Called", "WakeWord", "addressed"]
