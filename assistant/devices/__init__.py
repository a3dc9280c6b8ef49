"""Which microphone and which loudspeaker: finding them by name, and remembering the choice."""
