"""What the documents of earlier versions named."""

from tabuleiro.experiments.result import Result

__all__ = ["Result"]
