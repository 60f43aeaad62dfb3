"""Runs the command line: ``python -m onirium``."""

from onirium.cli.main import main

if __name__ == "__main__":
    main()
