"""What happened: one file for each game, to resume it, to undo in it, and to tell it again.

Each game is a SQLite database of its own. A damaged file then costs one game and no other, a game
in play locks only itself, and a game can be copied or sent as a single file.
"""
