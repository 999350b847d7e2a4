"""Ears and voices behind the Wyoming protocol, as home servers offer them (faster-whisper, piper …)."""

from core.speech.wyoming_speech.recognizer import WyomingRecognizer
from core.speech.wyoming_speech.voice import WyomingVoice

__all__ = ["WyomingRecognizer", "WyomingVoice"]
