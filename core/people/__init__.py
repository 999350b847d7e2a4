"""Persons, roles (personas) and consent."""

from core.people.schema import MIGRATIONS

__all__ = ["MIGRATIONS"]
