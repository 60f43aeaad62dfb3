"""Texts for boards, actions and results, shared by all user interfaces."""
