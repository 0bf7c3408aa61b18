/** `/learn/{game}/{lesson}`: small tasks, one after the other. */

import { ask } from "../api.js";
import { problemText } from "../chrome.js";
import { fill, h, one } from "../dom.js";
import { inEveryLanguage, say } from "../language.js";
import { answerWith, drawButtons, frame } from "./around.js";
import { Desk } from "./desk.js";
import { doneLessons, lessonDone } from "./progress.js";
import { l } from "./words.js";

const [, game = "", wanted] = location.pathname.split("/").filter(Boolean);

/** @typedef {import("../types.js").Text} Text */
/** @type {{title: Text, lessons: {name: string, title: Text}[]}} */
let course = { title: { en: "", pt: "" }, lessons: [] };
/** @type {Record<string, any> | null} */
let lesson = null;

export async function showLessons() {
  inEveryLanguage(() => {
    if (lesson) draw();
  });
  addEventListener("popstate", () => {
    const name = location.pathname.split("/").filter(Boolean)[2];
    if (name) void show(name);
  });
  try {
    course = await ask(`/api/games/${game}/lessons`);
    if (!course.lessons.length) {
      fill(one("main"), h("h1", null, say(course.title)), h("p", { class: "empty" }, l("no_lessons")));
      return;
    }
    const done = doneLessons(game);
    const first = course.lessons.find((each) => !done.includes(each.name)) ?? course.lessons[0];
    await open(wanted ?? first.name, true);
  } catch (error) {
    fill(one("main"), problemText(error));
  }
}

/** @param {string} name @param {boolean} [first] */
async function open(name, first = false) {
  await show(name);
  const path = `/learn/${game}/${name}`;
  if (first) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  one("#task").focus();
}

/** @param {string} name */
async function show(name) {
  lesson = await ask(`/api/games/${game}/lessons/${name}`);
  draw();
}

function draw() {
  if (!lesson) return;
  const facts = lesson;
  const index = course.lessons.findIndex((each) => each.name === facts.name);
  document.title = `${say(facts.lesson)} · ${say(course.title)} · Tabuleiro`;
  const parts = frame(one("main"));
  document.body.dataset.lesson = facts.name;
  fill(
    parts.words,
    h("h1", null, l("learn", { game: say(course.title) })),
    h("p", { class: "figures" }, l("lesson", { number: index + 1, of: course.lessons.length })),
    h("h2", { id: "task", tabindex: "-1" }, say(facts.lesson)),
    h("p", { class: "task" }, say(facts.task)),
  );
  const desk = new Desk(parts.board, /** @type {any} */ (facts), {
    made: (actions) => judge(desk, parts, actions),
    refused: (text) => answerWith(parts.answer, "bad", text),
    changed: () => drawButtons(parts.buttons, desk),
  });
  desk.goals = facts.show;
  desk.mark();
  drawCourse(parts.more);
}

/** @param {Desk} desk @param {ReturnType<typeof frame>} parts @param {number[]} actions */
async function judge(desk, parts, actions) {
  if (!lesson) return;
  const { name } = lesson;
  const answer = await ask(`/api/games/${game}/lessons/${name}`, { body: { actions } });
  desk.mark();
  if (!answer.done) {
    answerWith(
      parts.answer,
      "bad",
      say(answer.text),
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
  lessonDone(game, name);
  document.body.dataset.done = name;
  const index = course.lessons.findIndex((each) => each.name === name);
  const next = course.lessons[index + 1];
  answerWith(
    parts.answer,
    "good",
    `${l("well_done")} ${say(answer.text)}${next ? "" : ` ${l("all_done")}`}`,
    next
      ? h(
          "a",
          {
            class: "button primary",
            id: "next",
            href: `/learn/${game}/${next.name}`,
            onclick: (/** @type {Event} */ event) => {
              event.preventDefault();
              void open(next.name);
            },
          },
          l("next"),
        )
      : h("a", { class: "button primary", id: "next", href: `/?game=${game}&first=yes` }, l("play_now")),
  );
  drawCourse(parts.more);
  one("#next").focus();
}

/** All lessons, with what is done. @param {HTMLElement} host */
function drawCourse(host) {
  const done = doneLessons(game);
  fill(
    host,
    h(
      "p",
      { class: "figures" },
      l("progress", {
        done: course.lessons.filter((each) => done.includes(each.name)).length,
        of: course.lessons.length,
      }),
    ),
    h(
      "ol",
      { class: "course" },
      course.lessons.map((each) =>
        h(
          "li",
          { class: done.includes(each.name) ? "done" : "" },
          h(
            "a",
            {
              href: `/learn/${game}/${each.name}`,
              "aria-current": each.name === lesson?.name ? "step" : null,
            },
            say(each.title),
            done.includes(each.name)
              ? h("span", { class: "visually-hidden" }, ` (${l("done_mark")})`)
              : null,
          ),
        ),
      ),
    ),
  );
}
