"""Persons, roles (personas) and consent."""
