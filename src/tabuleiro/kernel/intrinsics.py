"""The compiled halves of plain operations: bits of integers, and whole records at once.

Importing this module teaches Numba `int.bit_count`, `int.bit_length` and `copy_record`.
"""

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload, overload_method

from tabuleiro.kernel import words

WORD = ir.IntType(64)


@intrinsic
def _population(typing, x):
    return types.int64(types.int64), lambda context, b, sig, args: b.ctpop(args[0])


@intrinsic
def _leading_zeros(typing, x):
    return types.int64(types.int64), lambda context, b, sig, args: b.ctlz(
        args[0], cgutils.false_bit
    )


@overload_method(types.Integer, "bit_count")
def _bit_count(x):
    return lambda x: _population(types.int64(x))


@overload_method(types.Integer, "bit_length")
def _bit_length(x):
    return lambda x: 64 - _leading_zeros(types.int64(x))


@intrinsic
def _copy(typing, target, source):
    if not (isinstance(target, types.Record) and target == source):
        return None
    size = target.size // 8

    def generate(context, b, sig, args):
        to, origin = (b.bitcast(a, WORD.as_pointer()) for a in args)
        loaded = [
            b.load_atomic(b.gep(origin, [ir.Constant(WORD, i)]), "unordered", 8)
            for i in range(size)
        ]
        for i, value in enumerate(loaded):
            b.store(value, b.gep(to, [ir.Constant(WORD, i)]))
        return context.get_dummy_value()

    return types.void(target, source), generate


def _hash(first):
    """An intrinsic that hashes the words of a record from the first given one on."""

    @intrinsic
    def hash_from(typing, record):
        if not isinstance(record, types.Record):
            return None
        size = record.size // 8

        def generate(context, b, sig, args):
            origin = b.bitcast(args[0], WORD.as_pointer())
            half = ir.Constant(WORD, 32)
            total = ir.Constant(WORD, 0)
            for i in range(first, size):
                word = b.load(b.gep(origin, [ir.Constant(WORD, i)]))
                folded = b.xor(word, b.lshr(word, half))
                product = b.mul(folded, ir.Constant(WORD, words.MULTIPLIERS[i]))
                total = b.add(total, product)
            total = b.mul(
                b.xor(total, b.lshr(total, half)), ir.Constant(WORD, words.MULTIPLIERS[0])
            )
            return b.xor(total, b.lshr(total, ir.Constant(WORD, 29)))

        return types.int64(record), generate

    return hash_from


_hash_all, _hash_board = _hash(0), _hash(1)


@overload(words.key_of)
def _key_of(record):
    return lambda record: _hash_all(record)


@overload(words.board_key)
def _board_key(record):
    return lambda record: _hash_board(record)


@overload(words.copy_record)
def _copy_record(target, source):
    return lambda target, source: _copy(target, source)
