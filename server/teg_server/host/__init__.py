"""What a host starts: the command line, the settings, and everything put together."""
