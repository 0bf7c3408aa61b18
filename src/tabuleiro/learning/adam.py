"""The trainer's inner loop: one pass over sparse positions with Adam, compiled by Numba."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

FLAGS: dict[str, Any] = {"nogil": True, "fastmath": True, "error_model": "numpy", "cache": True}


@njit(**FLAGS)
def adam(w, g, m, v, share, rate, c1, c2, most):  # type: ignore[no-untyped-def]
    for i in range(len(w)):
        x = g[i] * share
        m[i] = np.float32(0.9) * m[i] + np.float32(0.1) * x
        v[i] = np.float32(0.999) * v[i] + np.float32(0.001) * x * x
        w[i] -= rate * m[i] / c1 / (np.sqrt(v[i] / c2) + np.float32(1e-8))
        w[i] = min(max(w[i], -most), most)


@njit(**FLAGS)
def one_pass(  # type: ignore[no-untyped-def]
    seen, count, output, target, weight, order, chunks, per_batch, starts, flat, used, uses,
    w, o, b, mw, vw, mo, vo, mb, vb, rate, step, learn, said,
):  # fmt: skip
    """Pass over chunks (group, begin, end) of `order`, learning after every few of them.

    A group is a board: its rows are the sums of their factors, put together for each chunk. The
    last row of `w` is what all begin from. Returns the mean squared error and the steps made.
    """
    width = w.shape[1]
    factors = w.shape[0] - 1
    rows = np.zeros((starts.shape[1] - 1, width), np.float32)
    grows = np.zeros_like(rows)
    gw, go, gb = np.zeros_like(w), np.zeros_like(o), np.zeros_like(b)
    hidden = np.zeros(width, np.float32)
    g = np.zeros(width, np.float32)
    zero, one = np.float32(0), np.float32(1)
    loss, total, batch = 0.0, 0.0, 0
    for c in range(len(chunks)):
        group, begin, end = chunks[c, 0], chunks[c, 1], chunks[c, 2]
        for u in range(uses[group]):
            r = used[group, u]
            for h in range(width):
                rows[r, h] = zero
                grows[r, h] = zero
            for a in range(starts[group, r], starts[group, r + 1]):
                f = flat[group, a]
                for h in range(width):
                    rows[r, h] += w[f, h]
        for q in range(begin, end):
            i = order[q]
            for h in range(width):
                hidden[h] = w[factors, h]
            for a in range(count[i]):
                r = seen[i, a]
                for h in range(width):
                    hidden[h] += rows[r, h]
            n = output[i]
            z = np.float64(b[n])
            for h in range(width):
                z += min(max(hidden[h], zero), one) * o[n, h]
            said[i] = z
            d = np.float32(1 / (1 + np.exp(-z)) - target[i])
            loss += float(d * d * weight[i])
            total += weight[i]
            d *= weight[i]
            if learn == 0:
                continue
            gb[n] += d
            for h in range(width):
                value = min(max(hidden[h], zero), one)
                inside = one if (hidden[h] > zero) & (hidden[h] < one) else zero
                go[n, h] += d * value
                g[h] = d * o[n, h] * inside
                gw[factors, h] += g[h]
            for a in range(count[i]):
                r = seen[i, a]
                for h in range(width):
                    grows[r, h] += g[h]
        if learn == 0:
            continue
        for u in range(uses[group]):
            r = used[group, u]
            for a in range(starts[group, r], starts[group, r + 1]):
                f = flat[group, a]
                for h in range(width):
                    gw[f, h] += grows[r, h]
        batch += end - begin
        if (c + 1) % per_batch == 0 or c + 1 == len(chunks):
            step += 1
            share = one / np.float32(batch)
            c1, c2 = np.float32(1 - 0.9**step), np.float32(1 - 0.999**step)
            adam(w.reshape(-1), gw.reshape(-1), mw.reshape(-1), vw.reshape(-1),
                 share, rate, c1, c2, np.float32(1.96))  # fmt: skip
            adam(o.reshape(-1), go.reshape(-1), mo.reshape(-1), vo.reshape(-1),
                 share, rate, c1, c2, np.float32(100))  # fmt: skip
            adam(b, gb, mb, vb, share, rate, c1, c2, np.float32(100))
            gw[:] = zero
            go[:] = zero
            gb[:] = zero
            batch = 0
    return loss / max(total, 1e-9), step


@njit(**FLAGS)
def mark(seen, counts, group, there):  # type: ignore[no-untyped-def]
    """Mark the rows that occur in each group."""
    for i in range(len(seen)):
        for a in range(counts[i, 0]):
            there[group[i], seen[i, a]] = True
