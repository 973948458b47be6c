"""What client and server share: the rules as pure functions, and the protocol between them.

Nothing in here opens a socket, reads a clock, asks a random generator or draws on a screen.
"""
