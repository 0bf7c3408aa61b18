"""The compiled halves of plain operations: bits of integers, and whole records at once.

Importing this module teaches Numba `int.bit_count`, `int.bit_length`, what `words` does with
records, what `atomics` does with entries of arrays and what `addresses` finds in files.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils, config
from numba.core.datamodel import models
from numba.extending import (
    intrinsic,
    overload,
    overload_method,
    register_jitable,
    register_model,
)

from tabuleiro.kernel import addresses, atomics, nets, words

WORD, INT = ir.IntType(64), ir.IntType(32)
UNROLLED = 64
"""Words up to which a record is copied one by one, which is quicker for a few of them."""

CHECKED = bool(config.BOUNDSCHECK)
"""Whether every index is looked at before it is used."""


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
        if size > UNROLLED:
            cgutils.raw_memcpy(b, to, origin, ir.Constant(WORD, size), 8)
            return context.get_dummy_value()
        loaded = [
            b.load_atomic(b.gep(origin, [ir.Constant(WORD, i)]), "unordered", 8)
            for i in range(size)
        ]
        for i, value in enumerate(loaded):
            b.store(value, b.gep(to, [ir.Constant(WORD, i)]))
        return context.get_dummy_value()

    return types.void(target, source), generate


def _hash(without):
    """An intrinsic that hashes the words of a record, all or all but a field's."""

    @intrinsic
    def hash_from(typing, record):
        if not isinstance(record, types.Record):
            return None
        size = record.size // 8
        left_out = record.offset(without) // 8 if without else -1

        def generate(context, b, sig, args):
            origin = b.bitcast(args[0], WORD.as_pointer())
            half = ir.Constant(WORD, 32)
            total = ir.Constant(WORD, 0)
            for i in range(size):
                if i == left_out:
                    continue
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


_hash_all, _hash_board = _hash(None), _hash("player")


@overload(words.key_of)
def _key_of(record):
    return lambda record: _hash_all(record)


@overload(words.board_key)
def _board_key(record):
    return lambda record: _hash_board(record)


@overload(words.copy_record)
def _copy_record(target, source):
    return lambda target, source: _copy(target, source)


@intrinsic
def _word(typing, record, i):
    def generate(context, b, sig, args):
        return b.load(b.gep(b.bitcast(args[0], WORD.as_pointer()), [args[1]]))

    return types.int64(record, types.int64), generate


@intrinsic
def _put_word(typing, record, i, value):
    def generate(context, b, sig, args):
        b.store(args[2], b.gep(b.bitcast(args[0], WORD.as_pointer()), [args[1]]))
        return context.get_dummy_value()

    return types.void(record, types.int64, types.int64), generate


@overload(words.word_at)
def _word_at(record, i):
    return lambda record, i: _word(record, i)


@overload(words.bits_at)
def _bits_at(record, i):
    return lambda record, i: _word(record, i)


@overload(words.put_word)
def _set_word_at(record, i, value):
    return lambda record, i, value: _put_word(record, i, value)


@intrinsic
def _put_at(typing, place, i, value):
    def generate(context, b, sig, args):
        origin = b.inttoptr(args[0], WORD.as_pointer())
        b.store(args[2], b.gep(origin, [args[1]]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), generate


@overload(words.put_at)
def _set_at(place, i, value):
    return lambda place, i, value: _put_at(place, i, value)


@intrinsic
def _prefetch(typing, rows, i):
    def generate(context, b, sig, args):
        array = context.make_array(rows)(context, b, args[0])
        zero = ir.Constant(WORD, 0)
        place = cgutils.get_item_pointer(context, b, rows, array, [args[1], zero])
        byte = ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [byte] + [INT] * 3)
        call = cgutils.get_or_insert_function(b.module, kind, "llvm.prefetch.p0i8")
        to_read, keep_near, data = (ir.Constant(INT, number) for number in (0, 3, 1))
        b.call(call, [b.bitcast(place, byte), to_read, keep_near, data])
        return context.get_dummy_value()

    return types.void(rows, types.int64), generate


@overload(words.prefetch)
def _read_ahead(rows, i):
    return lambda rows, i: _prefetch(rows, i)


def _entry(context, b, sig, args):
    """The address of an array's entry, and its size in bytes."""
    array = context.make_array(sig.args[0])(context, b, args[0])
    place = cgutils.get_item_pointer(context, b, sig.args[0], array, [args[1]])
    return place, context.get_abi_sizeof(context.get_data_type(sig.args[0].dtype))


@intrinsic
def _borrowed(typing, array):
    def generate(context, b, sig, args):
        make = context.make_array(array)
        source, target = make(context, b, args[0]), make(context, b)
        for part in ("data", "shape", "strides", "itemsize", "nitems"):
            setattr(target, part, getattr(source, part))
        for part in ("meminfo", "parent"):
            setattr(target, part, cgutils.get_null_value(getattr(source, part).type))
        return target._getvalue()

    return array(array), generate


@intrinsic
def _load(typing, array, i):
    def generate(context, b, sig, args):
        place, size = _entry(context, b, sig, args)
        return b.load_atomic(place, "acquire", size)

    return array.dtype(array, types.int64), generate


@intrinsic
def _publish(typing, array, i, value):
    def generate(context, b, sig, args):
        place, size = _entry(context, b, sig, args)
        b.store_atomic(args[2], place, "release", size)
        return context.get_dummy_value()

    return types.void(array, types.int64, array.dtype), generate


@intrinsic
def _add_to(typing, array, i, amount):
    def generate(context, b, sig, args):
        place, _ = _entry(context, b, sig, args)
        return b.atomic_rmw("add", place, args[2], "seq_cst")

    return array.dtype(array, types.int64, array.dtype), generate


@intrinsic
def _swap_if(typing, array, i, expected, value):
    def generate(context, b, sig, args):
        place, _ = _entry(context, b, sig, args)
        done = b.cmpxchg(place, args[2], args[3], "seq_cst", "seq_cst")
        return b.extract_value(done, 1)

    return types.boolean(array, types.int64, array.dtype, array.dtype), generate


@overload(atomics.borrowed)
def _without_count(array):
    return lambda array: _borrowed(array)


@overload(atomics.load)
def _atomic_load(array, i):
    return lambda array, i: _load(array, i)


@overload(atomics.publish)
def _atomic_publish(array, i, value):
    return lambda array, i, value: _publish(array, i, value)


@overload(atomics.add_to)
def _atomic_add(array, i, amount):
    return lambda array, i, amount: _add_to(array, i, amount)


@overload(atomics.swap_if)
def _atomic_swap(array, i, expected, value):
    return lambda array, i, expected, value: _swap_if(array, i, expected, value)


def _number_at(bits):
    """An intrinsic that reads the i-th number of so many bits from an address on."""

    @intrinsic
    def number_at(typing, address, i):
        def generate(context, b, sig, args):
            kind = ir.IntType(bits)
            place = b.gep(b.inttoptr(args[0], kind.as_pointer()), [args[1]])
            value = b.load(place, align=1)
            return value if bits == 64 else b.zext(value, WORD)

        return types.int64(types.int64, types.int64), generate

    return number_at


_byte, _half, _int, _long = (_number_at(bits) for bits in (8, 16, 32, 64))


@overload(addresses.byte_at)
def _byte_at(address, i):
    return lambda address, i: _byte(address, i)


@overload(addresses.half_at)
def _half_at(address, i):
    return lambda address, i: _half(address, i)


@overload(addresses.int_at)
def _int_at(address, i):
    return lambda address, i: _int(address, i)


@overload(addresses.long_at)
def _long_at(address, i):
    return lambda address, i: _long(address, i)


@overload(words.number_at)
def _get_at(place, i):
    return lambda place, i: _long(place, i)


SHORT = ir.IntType(16)


class Hidden(types.Type):
    """The hidden numbers of a net: one vector, which the compiler keeps in registers."""

    def __init__(self, width):
        super().__init__(name=f"Hidden({width})")
        self.width = width
        self.vector = ir.VectorType(SHORT, width)


@register_model(Hidden)
class HiddenModel(models.PrimitiveModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, kind.vector)


def _net_row(b, hidden, k, offset, row):
    """A row of the net whose address is in the memory."""
    place = b.gep(b.bitcast(k, ir.IntType(8).as_pointer()), [ir.Constant(WORD, offset)])
    address = b.load(b.bitcast(place, WORD.as_pointer()))
    rows = b.inttoptr(address, SHORT.as_pointer())
    at = b.mul(row, ir.Constant(WORD, hidden.width))
    return b.load(b.bitcast(b.gep(rows, [at]), hidden.vector.as_pointer()), align=2)


def _beginning(width):
    """An intrinsic that reads the first row of a net that is so wide."""
    hidden = Hidden(width)

    @intrinsic
    def begin(typing, k):
        offset = k.offset("net_at")

        def generate(context, b, sig, args):
            return _net_row(b, hidden, args[0], offset, ir.Constant(WORD, 0))

        return hidden(k), generate

    return begin


_beginnings = {width: _beginning(width) for width in nets.WIDTHS}


@intrinsic
def _row(typing, seen, k, row):
    offset = k.offset("net_at")

    def generate(context, b, sig, args):
        return _net_row(b, seen, args[1], offset, b.add(args[2], ir.Constant(WORD, 1)))

    return seen(seen, k, types.int64), generate


@intrinsic
def _sum(typing, seen, other):
    def generate(context, b, sig, args):
        kind = ir.FunctionType(seen.vector, [seen.vector] * 2)
        name = f"llvm.sadd.sat.v{seen.width}i16"
        return b.call(cgutils.get_or_insert_function(b.module, kind, name), args)

    return seen(seen, other), generate


@intrinsic
def _finish(typing, seen, k, row):
    offset = k.offset("net_at")

    def generate(context, b, sig, args):
        values, wide = args[0], ir.VectorType(INT, seen.width)
        for sign, bound in ((">", 0), ("<", nets.ONE)):
            limit = ir.Constant(seen.vector, [bound] * seen.width)
            values = b.select(b.icmp_signed(sign, values, limit), values, limit)
        weights = _net_row(b, seen, args[1], offset, args[2])
        products = b.mul(b.sext(values, wide), b.sext(weights, wide))
        kind = ir.FunctionType(INT, [wide])
        name = f"llvm.vector.reduce.add.v{seen.width}i32"
        total = b.call(cgutils.get_or_insert_function(b.module, kind, name), [products])
        return b.sext(total, WORD)

    return types.int64(seen, k, types.int64), generate


@register_jitable
def _feature(seen, k, row):
    if CHECKED and (row < 0 or row >= k.net_rows):
        raise IndexError("a net has no such row")
    return _row(seen, k, row)


@overload(nets.begin, prefer_literal=True)
def _net_begin(k, width):
    begin = _beginnings[width.literal_value]
    return lambda k, width: begin(k)


@overload(nets.see)
def _net_see(seen, k, row):
    if not isinstance(seen, Hidden):

        def listed(seen, k, row):
            k.net_seen[seen] = row
            return seen + 1

        return listed
    return lambda seen, k, row: _sum(seen, _feature(seen, k, row))


@overload(nets.see_both)
def _net_see_both(seen, k, row, other):
    if not isinstance(seen, Hidden):
        return lambda seen, k, row, other: nets.see(nets.see(seen, k, row), k, other)
    return lambda seen, k, row, other: _sum(
        seen, _sum(_feature(seen, k, row), _feature(seen, k, other))
    )


@overload(nets.empty_planes)
def _net_empty_planes(planes, cells):
    return lambda planes, cells: np.zeros((planes, cells), np.int8)


@overload(nets.finish)
def _net_finish(seen, k, output):
    return lambda seen, k, output: _finish(seen, k, k.net_rows + 1 + output)
