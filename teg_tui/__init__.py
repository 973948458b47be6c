"""The terminal client: screens and what feeds them. It must never import the server."""
