"""Text to sound and print: the only place that touches pyttsx3, and plays through sounddevice.

Everything here imports without either of them; what is missing is told when it is needed.
"""

from assistant.speaking.earcons import Earcon
from assistant.speaking.player import Player, loudspeakers
from assistant.speaking.problems import Problem, SpeakingError, Trouble
from assistant.speaking.sound import Sound
from assistant.speaking.speaker import Delivery, Speaker, open_speaker
from assistant.speaking.voice import EngineVoice, Voice

__all__ = [
    "Delivery",
    "Earcon",
    "EngineVoice",
    "Player",
    "Problem",
    "Sound",
    "Speaker",
    "SpeakingError",
    "Trouble",
    "Voice",
    "loudspeakers",
    "open_speaker",
]
