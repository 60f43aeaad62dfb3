"""The rules of Onirim, one module for each chapter of the rulebook."""
