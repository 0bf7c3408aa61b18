"""From the rules alone to a net that plays: self-play, training, and a match that decides."""
