"""``python -m assistant`` is the ``alibaba`` command."""

from assistant.cli.main import main

__all__ = ["main"]

if __name__ == "__main__":
    main()
