"""An offline voice host for party games."""

__version__ = "0.1.0"
