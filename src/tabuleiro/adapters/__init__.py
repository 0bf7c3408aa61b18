"""Thin bridges to the tools of the field."""
