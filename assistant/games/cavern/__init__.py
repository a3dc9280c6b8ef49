"""The cavern: a memory game of treasures, alarms and one Ali Baba (rulings ALI-1 to ALI-41)."""
