"""Whole screens, and what the keys on them mean."""
