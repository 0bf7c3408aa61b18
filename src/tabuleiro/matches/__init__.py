"""The name of `tabuleiro.experiments` in earlier versions, for scripts that use it."""
