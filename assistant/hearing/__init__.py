"""Sound to heard words: microphone and recordings, the Vosk recogniser, models on disk.

Only this package touches vosk, sounddevice and soundfile, and it imports them lazily: every module
here can be imported on a machine without PortAudio and without a model.
"""
