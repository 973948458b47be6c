"""The rules of both variants: values in, values out."""
