"""Whisper on CTranslate2, driven directly: short windows, both languages, guarded against its inventions."""

from core.speech.whisper.recognizer import WhisperRecognizer

__all__ = ["WhisperRecognizer"]
