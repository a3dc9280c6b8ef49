"""Practice at remembering lists: one person, lists that grow and shrink with what comes back."""

RULES_VERSION = 1
"""Goes up whenever an old log could lead to another state than before."""
