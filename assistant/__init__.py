"""A rules reference and ruling assistant for the Laws of Duplicate Bridge."""

__version__ = "0.1.0"
