"""Speech-to-speech models behind the OpenAI Realtime protocol: sound in, sound and words out.

Their turn detection is off: who decides when a turn is over is the turn engine, and only then does
sound leave this machine.
"""

from core.brain.realtime.model import Overheard, RealtimeModel, Sound, SoundOver, Words

__all__ = ["Overheard", "RealtimeModel", "Sound", "SoundOver", "Words"]
