"""Entry point of the command ``onirium`` and of ``python -m onirium``."""

import sys


def main() -> None:
    """Run the command line; Ctrl+C ends it with status 130, even while its modules load."""
    try:
        from onirium.cli.main import main as run_command  # noqa: PLC0415 - see above

        run_command()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
