"""The rules of Nightmarium, one module for each chapter of the rulebook."""
