"""How well the program hears: real clips through the real recogniser and judge, and the figures."""
