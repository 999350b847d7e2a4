"""Ears and voices behind the OpenAI-compatible speech API: local servers and clouds alike."""

from core.speech.openai_speech.recognizer import OpenAIRecognizer
from core.speech.openai_speech.voice import OpenAIVoice

__all__ = ["OpenAIRecognizer", "OpenAIVoice"]
