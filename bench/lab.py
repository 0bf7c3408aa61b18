"""What the lab costs: traces in a real browser, and switches in a search that has all of them on.

    python bench/lab.py page [--runs 5]
    python bench/lab.py switches [GAME ...] [--rounds 5]

`page`: a trace of 10,000 nodes on loopback, the search compiled before: milliseconds from the click
until the page has drawn it, the search included, and the bytes that arrive. Then all nodes of one
layer (`minimax` has one alone) are unfolded and the picture is dragged: milliseconds of script for
each frame.

`switches`: the search as it is against a copy in which every switch is a constant, in rounds that
take turns, by processor time. Both must look at the same number of positions.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

ARRIVES = "/lab?game=fanorona&bot=hard,net%3Dno&depth=5"
DRAGGED = "/lab?game=fanorona&bot=minimax&depth=4"
SHOW = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const begin = performance.now();
  document.querySelector("#lab-go").click();
  while (!document.body.dataset.searched) await frame();
  await frame();
  return performance.now() - begin;
}"""
DRAG = """async (frames) => {
  const canvas = document.querySelector("canvas.lab-picture");
  const box = canvas.getBoundingClientRect();
  const send = (type, by) => canvas.dispatchEvent(new PointerEvent(type, {bubbles: true,
    pointerId: 1, clientX: box.left + 200 + by, clientY: box.top + 200 + by / 3}));
  canvas.setPointerCapture = () => {};
  const native = requestAnimationFrame.bind(window);
  let spent = 0;
  window.requestAnimationFrame = (work) => native((now) => {
    const begin = performance.now();
    work(now);
    spent += performance.now() - begin;
  });
  const costs = [];
  send("pointerdown", 0);
  for (let i = 1; i <= frames; i++) {
    const begin = performance.now();
    send("pointermove", 3 * i);
    spent = performance.now() - begin;
    await new Promise((done) => native(() => native(done)));
    costs.push(spent);
  }
  send("pointerup", 3 * frames);
  window.requestAnimationFrame = native;
  return costs;
}"""
CLOSER = "() => document.querySelectorAll('.lab-zoom button')[1].click()"
FRAMES = 60
SWITCHES = ("pruning", "remembers", "recalls", "scouts", "learns_history", "learns_killers")
"""What the compiled search asks for; the other switches cost it nothing."""
DEPTHS = {"fanorona": 11, "shobu": 6, "focus": 9, "aboyne": 10, "cifra": 12}
WORK = """
import sys
from time import process_time
import tabuleiro
from tabuleiro.bots.alphabeta import root_of
from tabuleiro.bots.weights import read_weights
from tabuleiro.kernel.searcher import Searcher

for line in sys.stdin:
    name, depth = line.split()
    game = tabuleiro.game(name, seed=None)
    best = read_weights(game, "best")
    searcher = Searcher(game.engine)
    begin = process_time()
    found = searcher.search(root_of(game.start()), [best.get(t, 0) for t in game.terms],
                            depth=int(depth))
    print(process_time() - begin, found.nodes, flush=True)
"""


def page(runs: int) -> None:
    """Traces in a browser."""
    from playwright.sync_api import sync_playwright

    from tests.web.browser.conftest import ARGUMENTS, INSTALLED, compiled
    from tests.web.serving import serving

    installed = next(filter(None, map(shutil.which, INSTALLED)), None)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "games.sqlite") as site,
        sync_playwright() as playwright,
    ):
        compiled(site)
        browser = playwright.chromium.launch(executable_path=installed, args=ARGUMENTS)
        tab = browser.new_page(viewport={"width": 1280, "height": 800})
        tab.set_default_timeout(300_000)
        tab.goto(site.url + ARRIVES)
        tab.wait_for_selector("body[data-searched]")
        times: list[float] = []
        begun = _processor(site.process.pid)
        for _ in range(runs):
            with tab.expect_response("**/trace") as told:
                times.append(tab.evaluate(SHOW))
        kept, size = told.value.json()["kept"], told.value.request.sizes()["responseBodySize"]
        plain = len(told.value.body())
        each = 1000 * (_processor(site.process.pid) - begun) / runs
        print(f"{kept:,} nodes: median {statistics.median(times):.0f} ms, worst {max(times):.0f}")
        print(
            f"  {size:,} bytes arrive, {plain:,} unpacked; {each:.0f} ms of the server's processor"
        )
        with tab.expect_response("**/trace") as told:
            tab.goto(site.url + DRAGGED)
        tab.wait_for_selector("body[data-searched]")
        tab.locator("#all-0").click()
        for zoom in ("all in view", "readable"):
            costs: list[float] = tab.evaluate(DRAG, FRAMES)
            middle, worst = statistics.median(costs), max(costs)
            kept = told.value.json()["kept"]
            print(f"dragging {kept:,} nodes, {zoom}: {middle:.2f} ms a frame, worst {worst:.2f}")
            for _ in range(25):
                tab.evaluate(CLOSER)
        browser.close()


def _processor(process: int) -> float:
    """Seconds of processor time that a process has used (Linux)."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def switches(names: list[str], rounds: int) -> None:
    """The cost of switches that are on."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "src" / "tabuleiro", Path(folder) / "tabuleiro")
        for file in ("alphabeta.py", "ordering.py"):
            path = Path(folder) / "tabuleiro" / "kernel" / file
            text = re.sub(rf"\bk\.({'|'.join(SWITCHES)})\b", "1", path.read_text())
            path.write_text(text)
        workers = [_worker(place) for place in (str(ROOT / "src"), folder)]
        for name in names:
            times: list[list[float]] = [[], []]
            for _ in range(rounds + 1):  # the first one compiles
                answers = [_ask(worker, f"{name} {DEPTHS[name]}") for worker in workers]
                if answers[0][1] != answers[1][1]:
                    sys.exit(f"{name}: {answers[0][1]:.0f} positions, not {answers[1][1]:.0f}")
                for side, (seconds, _) in enumerate(answers):
                    times[side].append(seconds)
            mine, constant = (statistics.median(each[1:]) for each in times)
            least = min(times[0][1:]) / min(times[1][1:])
            print(
                f"{name}: {answers[0][1]:,.0f} positions, {mine:.2f} s against {constant:.2f} s: "
                f"{mine / constant:.3f} of the time (best rounds {least:.3f})",
                flush=True,
            )
        for worker in workers:
            worker.kill()


def _worker(place: str) -> subprocess.Popen[str]:
    surroundings = {**os.environ, "PYTHONPATH": place}
    command = [sys.executable, "-c", WORK]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=surroundings)


def _ask(worker: subprocess.Popen[str], line: str) -> tuple[float, float]:
    assert worker.stdin is not None
    assert worker.stdout is not None
    print(line, file=worker.stdin, flush=True)
    seconds, nodes = worker.stdout.readline().split()
    return float(seconds), float(nodes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("page", "switches"))
    parser.add_argument("games", nargs="*", choices=[*DEPTHS, []], default=[])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    if given.what == "page":
        page(given.runs)
    else:
        switches(given.games or list(DEPTHS), given.rounds)


if __name__ == "__main__":
    main()
