/** `/puzzles/{game}/{id}`: one turn to be found; `/puzzles`: one of every game for today. */

import { ask, games } from "../api.js";
import { Board } from "../board/board.js";
import { copy, problemText } from "../chrome.js";
import { fill, h, one } from "../dom.js";
import { inEveryLanguage, say } from "../language.js";
import { recall, remember } from "../memory.js";
import { answerWith, drawButtons, frame } from "./around.js";
import { Desk } from "./desk.js";
import { daySolved, dayStreak, puzzleOver, row, solvedPuzzles } from "./progress.js";
import { l, levelName } from "./words.js";

const [, game, wanted] = location.pathname.split("/").filter(Boolean);
const TODAY = today();

/** @typedef {{title: import("../types.js").Text, today: string | null,
 *   puzzles: {id: string, level: number}[]}} Shelf */
/** @type {Shelf | null} */
let shelf = null;
/** @type {Record<string, any> | null} */
let puzzle = null;
/** Whether a try was wrong, or a hint was asked for. */
let helped = false;
let grade = 0;

export async function showPuzzles() {
  try {
    if (!game) {
      await showAll();
      return;
    }
    shelf = /** @type {Shelf} */ (await ask(`/api/games/${game}/puzzles?day=${TODAY}`));
    if (!shelf.today) {
      fill(one("main"), h("h1", null, say(shelf.title)), h("p", { class: "empty" }, l("no_puzzles")));
      return;
    }
    inEveryLanguage(() => {
      if (puzzle) draw();
    });
    addEventListener("popstate", () => {
      const id = location.pathname.split("/").filter(Boolean)[2];
      if (id) void show(id);
    });
    await show(wanted ?? shelf.today);
    history.replaceState(null, "", `/puzzles/${game}/${puzzle?.id}`);
  } catch (error) {
    fill(one("main"), problemText(error));
  }
}

/** The day where the person is. */
function today() {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** A card for each game that has puzzles. */
async function showAll() {
  const all = await games();
  const shelves = await Promise.all(
    all.map((facts) => ask(`/api/games/${facts.name}/puzzles?day=${TODAY}`)),
  );
  const found = shelves.filter((each) => each.today);
  const days = await Promise.all(
    found.map((each) => ask(`/api/games/${each.game}/puzzles/${each.today}`)),
  );
  inEveryLanguage(() => {
    document.title = `${l("puzzles")} · Tabuleiro`;
    fill(
      one("main"),
      h("h1", null, l("puzzle_day")),
      streakLine(),
      found.length ? null : h("p", { class: "empty" }, l("no_puzzles")),
      h(
        "div",
        { class: "cards" },
        found.map((each, index) => card(each, days[index])),
      ),
    );
  });
}

/** @param {Record<string, any>} each @param {Record<string, any>} day */
function card(each, day) {
  const host = h("div", { class: "mini" });
  const board = new Board(host, {
    game: day.game,
    geometry: day.geometry,
    players: day.position.players,
    small: true,
    label: say(each.title),
  });
  void board.show(day.position.view);
  const solved = solvedPuzzles(each.game).length;
  return h(
    "a",
    { class: "card", href: `/puzzles/${each.game}/${each.today}`, "data-game-card": each.game },
    host,
    h(
      "span",
      { class: "card-text" },
      h("span", { class: "card-title" }, say(each.title)),
      h("span", { class: "card-summary" }, `${say(day.task)} ${l("level", { level: say(day.level_text) })}.`),
      h("span", { class: "state" }, l("solved", { done: solved, of: each.puzzles.length })),
    ),
  );
}

function streakLine() {
  const days = dayStreak(TODAY);
  const inRow = row();
  const words = [
    days > 1 ? l("days", { count: days }) : days ? l("day") : "",
    inRow > 1 ? l("streak", { count: inRow }) : "",
  ].filter(Boolean);
  return h("p", { class: "figures", id: "streak" }, words.join(" · "));
}

/** @param {string} id */
async function show(id) {
  puzzle = await ask(`/api/games/${game}/puzzles/${id}`);
  helped = false;
  grade = 0;
  draw();
}

function draw() {
  if (!puzzle || !shelf) return;
  const facts = puzzle;
  document.title = `${l("puzzle", { id: facts.id })} · ${say(facts.title)} · Tabuleiro`;
  const parts = frame(one("main"));
  document.body.dataset.puzzle = facts.id;
  delete document.body.dataset.done;
  fill(
    parts.words,
    h(
      "h1",
      null,
      `${say(facts.title)} · ${facts.id === shelf.today ? l("puzzle_day") : l("puzzle", { id: facts.id })}`,
    ),
    h("h2", { id: "task", tabindex: "-1" }, say(facts.task)),
    h("p", { class: "figures" }, l("level", { level: say(facts.level_text) })),
    streakLine(),
  );
  const desk = new Desk(parts.board, /** @type {any} */ (facts), {
    made: (actions) => judge(desk, parts, actions),
    refused: (text) => answerWith(parts.answer, "bad", text),
    changed: () => drawButtons(parts.buttons, desk),
  });
  drawMore(parts.more, desk, parts);
}

/** @param {Desk} desk @param {ReturnType<typeof frame>} parts @param {number[]} actions */
async function judge(desk, parts, actions) {
  if (!puzzle) return;
  const { id } = puzzle;
  const answer = await ask(`/api/games/${game}/puzzles/${id}`, { body: { actions } });
  desk.mark();
  if (!answer.right) {
    helped = true;
    puzzleOver(game, id, false);
    answerWith(
      parts.answer,
      "bad",
      l("wrong"),
      h(
        "button",
        {
          type: "button",
          id: "again",
          onclick: () => {
            answerWith(parts.answer, "info", "");
            void desk.again();
          },
        },
        l("again"),
      ),
    );
    one("#again").focus();
    return;
  }
  puzzleOver(game, id, !helped);
  if (!helped && id === shelf?.today) daySolved(TODAY);
  finished(parts, `${l("right")} ${answer.line.length ? l("shown") : ""}`);
  await desk.play(answer.line);
}

/** @param {ReturnType<typeof frame>} parts @param {string} text */
function finished(parts, text) {
  document.body.dataset.done = puzzle?.id;
  answerWith(
    parts.answer,
    "good",
    text,
    h("button", { type: "button", class: "primary", id: "next", onclick: () => void another() }, l("any_puzzle")),
  );
  const line = document.getElementById("streak");
  line?.replaceWith(streakLine());
  one("#next").focus();
}

/** A puzzle of the chosen level that is not solved yet, if there is one. */
async function another() {
  if (!shelf) return;
  const level = Number(recall("puzzle-level") ?? 0);
  const solved = solvedPuzzles(game);
  const right = shelf.puzzles.filter(
    (each) => (!level || each.level === level) && each.id !== puzzle?.id,
  );
  const fresh = right.filter((each) => !solved.includes(each.id));
  const pool = fresh.length ? fresh : right.length ? right : shelf.puzzles;
  const { id } = pool[Math.floor(Math.random() * pool.length)];
  await show(id);
  history.pushState(null, "", `/puzzles/${game}/${id}`);
  one("#task").focus();
}

/** @param {HTMLElement} host @param {Desk} desk @param {ReturnType<typeof frame>} parts */
function drawMore(host, desk, parts) {
  if (!shelf || !puzzle) return;
  const facts = puzzle;
  const chosen = recall("puzzle-level") ?? "0";
  fill(
    host,
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", id: "hint", onclick: () => void hint(desk, parts) }, l("hint")),
      h("button", { type: "button", id: "another", onclick: () => void another() }, l("any_puzzle")),
      h("button", { type: "button", onclick: () => void copy(location.href) }, l("copy_link")),
      h(
        "a",
        {
          class: "button",
          href: `/analysis/${game}?position=${encodeURIComponent(facts.position.text)}`,
        },
        l("analyse"),
      ),
    ),
    h(
      "div",
      { class: "row" },
      h("label", { for: "level" }, l("choose_level")),
      h(
        "select",
        {
          id: "level",
          onchange: (/** @type {Event} */ event) =>
            remember("puzzle-level", /** @type {HTMLSelectElement} */ (event.target).value),
        },
        h("option", { value: "0", selected: chosen === "0" }, l("all_levels")),
        [...new Set(shelf.puzzles.map((each) => each.level))].map((level) =>
          h("option", { value: String(level), selected: chosen === String(level) }, levelName(level)),
        ),
      ),
    ),
    h(
      "p",
      { class: "figures" },
      l("solved", { done: solvedPuzzles(game).length, of: shelf.puzzles.length }),
    ),
  );
}

/** More with every click; the third time, the answer. @param {Desk} desk @param {ReturnType<typeof frame>} parts */
async function hint(desk, parts) {
  if (!puzzle || desk.over) return;
  helped = true;
  grade = Math.min(grade + 1, 3);
  if (desk.half.length) await desk.again();
  const found = await ask(`/api/games/${game}/puzzles/${puzzle.id}/hint?grade=${grade}`);
  if (grade === 3) {
    puzzleOver(game, puzzle.id, false);
    finished(parts, `${say(found.text)} ${l("shown")}`);
    await desk.play(found.line, puzzle.position.view);
    return;
  }
  desk.hints = found.cells;
  desk.arrows = found.direction ? [{ from: found.cells[0], way: found.direction }] : [];
  desk.mark();
  answerWith(
    parts.answer,
    "info",
    say(found.text),
    h(
      "button",
      { type: "button", id: "more-hint", onclick: () => void hint(desk, parts) },
      l(grade === 2 ? "answer" : "more_hint"),
    ),
  );
}
