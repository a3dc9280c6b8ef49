"""Making the bundled English model: from public parts to a folder that Vosk loads."""
