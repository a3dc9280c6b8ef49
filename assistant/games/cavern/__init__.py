"""The cavern: a memory game of treasures, alarms and one Ali Baba (rulings ALI-1 to ALI-41)."""

RULES_VERSION = 1
"""Goes up whenever a journal of this game could lead to another state than it did before."""
