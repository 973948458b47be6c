"""Processes in which bots think, beside the event loop."""
