"""How well the program hears, beside other programs."""
