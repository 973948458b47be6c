"""The boxes of the sidebar, each a function from what is known to lines."""
