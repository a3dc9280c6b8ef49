"""The table: prompts, listening, verdicts, and one host for each game."""
