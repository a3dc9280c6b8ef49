"""Heard or typed words turned into what the rules understand."""
