"""Speech-to-speech models behind the OpenAI Realtime protocol: sound in, sound and words out.

Their turn detection is off: who decides when a turn is over is the turn engine, and only then does
sound leave this machine.
"""

from core.brain.realtime.model import Dropped, RealtimeModel
from core.brain.realtime.parts import Overheard, Part, Sound, SoundOver, Words

__all__ = ["Dropped", "Overheard", "Part", "RealtimeModel", "Sound", "SoundOver", "Words"]
