"""A room that exists only in software: what the loudspeaker plays there, the microphone hears.

A PulseAudio daemon of its own, with its own runtime folder, holds a null sink; ALSA, and so
PortAudio, is shown two devices: the sink ("mouth") and its monitor ("ear").
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

ALSA = Path("/usr/share/alsa/alsa.conf")

_DEVICE = """pcm.{name} {{
  type pulse
  device "{pulse}"
  hint {{ show on description "{name}" }}
}}
"""


class VirtualRoom:
    """The daemon, and the environment for a program that is to use it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._daemon: subprocess.Popen[bytes] | None = None
        socket = folder / "native"
        configuration = folder / "asound.conf"
        configuration.write_text(
            f"<{ALSA}>\n"
            + _DEVICE.format(name="mouth", pulse="room")
            + _DEVICE.format(name="ear", pulse="room.monitor")
        )
        self.environment = {
            **os.environ,
            "ALSA_CONFIG_PATH": str(configuration),
            "HOME": str(folder),
            "PULSE_SERVER": f"unix:{socket}",
            "XDG_RUNTIME_DIR": str(folder),
        }
        self._command = [
            *("pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no"),
            *("-L", "module-null-sink sink_name=room rate=48000 channels=2"),
            *("-L", f"module-native-protocol-unix auth-anonymous=1 socket={socket}"),
        ]
        self._socket = socket

    def start(self) -> None:
        """Starts the daemon; returns when it can be used."""
        with (self._folder / "daemon.log").open("ab") as log:
            self._daemon = subprocess.Popen(
                self._command, env=self.environment, stdout=log, stderr=log
            )
        for _ in range(200):
            if self._socket.exists():
                return
            assert self._daemon.poll() is None, (self._folder / "daemon.log").read_text()
            time.sleep(0.05)
        raise AssertionError("PulseAudio did not start")

    def stop(self) -> None:
        """Ends the daemon: for programs in the room, all devices are pulled out."""
        if self._daemon is not None:
            self._daemon.terminate()
            self._daemon.wait(timeout=10)
            self._socket.unlink(missing_ok=True)


def room_or_skip(folder: Path) -> VirtualRoom:
    """A room not yet started, where one can be made."""
    if shutil.which("pulseaudio") is None:
        pytest.skip("needs PulseAudio: sudo apt install pulseaudio")
    plugins = Path("/usr/lib").glob("*/alsa-lib/libasound_module_pcm_pulse.so")
    if not ALSA.exists() or not any(plugins):
        pytest.skip("needs ALSA's way to PulseAudio: sudo apt install libasound2-plugins")
    return VirtualRoom(folder)
