"""What a learner sees of a Connect Four position, by place."""

OBSERVED = ("own stones", "the opponent's stones", "empty places")


def observe(board, s, me, out):
    for x in range(board.width):
        for y in range(board.height):
            place = board.step * x + y
            cell = (board.height - 1 - y) * board.width + x
            out[0, cell] = s.stones[me] >> place & 1
            out[1, cell] = s.stones[1 - me] >> place & 1
            out[2, cell] = 1 - out[0, cell] - out[1, cell]
