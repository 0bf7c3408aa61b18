/** The box that says whose turn it is and what can be done about it. */

import { fill, h, one } from "../dom.js";
import { say, t } from "../language.js";
import { joinLink, reachNote } from "./menu.js";
import { resultWords, seatName } from "./words.js";

/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../board/turn.js").Turn} Turn */

/**
 * @typedef {object} Doing  what the box can start
 * @property {(message: Record<string, any>) => void} send
 * @property {(step: Step) => void} take
 * @property {(step: Step | null) => void} preview
 * @property {() => void} moreHint
 * @property {() => void} rematch
 * @property {() => void} review
 * @property {() => void} better
 */

/**
 * @param {Session} session
 * @param {Turn} turn
 * @param {{grade: number, text: string} | null} hint
 * @param {Doing} doing
 * @param {import("./better.js").Better} better
 */
export function drawStatus(session, turn, hint, doing, better) {
  const { match } = session;
  const exercise = better.draw();
  if (exercise) {
    fill(one("#status"), exercise);
    return;
  }
  const looking = session.at !== match.current;
  const [headline, detail] = sentence(session, turn);
  const choices = [...turn.offers, ...turn.choices.filter((step) => !step.tells.length)];
  const box = one("#status");
  fill(
    box,
    h("p", { class: "headline" }, headline),
    detail ? h("p", { class: "detail" }, detail) : null,
    choices.length ? offers(choices, doing) : null,
    looking && !match.analysis
      ? h(
          "div",
          { class: "row" },
          h(
            "button",
            { type: "button", onclick: () => session.go(match.current) },
            t("play.back_to_game"),
          ),
        )
      : null,
    hint
      ? h(
          "div",
          { class: hint.grade ? "hint-text" : "hint-text waits" },
          hint.text,
          " ",
          hint.grade > 0 && hint.grade < 3
            ? h(
                "button",
                { type: "button", class: "quiet", onclick: doing.moreHint },
                t("play.more_hint"),
              )
            : null,
        )
      : null,
    proposals(session, doing),
    invitation(session),
    session.watching && session.owner && !match.result ? watchControls(session, doing) : null,
    match.paused && !session.watching && session.owner && !match.result ? goOn(doing) : null,
    match.result && !looking
      ? h(
          "div",
          { class: "row" },
          session.mySeats.length && !match.analysis
            ? h(
                "button",
                { type: "button", class: "primary", id: "rematch", onclick: doing.rematch },
                t("play.rematch"),
              )
            : null,
          better.mistakes.length
            ? h(
                "button",
                { type: "button", class: "primary", id: "find-better", onclick: doing.better },
                t("better.find"),
              )
            : h("button", { type: "button", onclick: doing.review }, t("play.review")),
          h("a", { class: "button", href: `/?game=${match.game}` }, t("play.new_game")),
        )
      : null,
  );
}

/** What is going on. @param {Session} session @param {Turn} turn @returns {[string, string]} */
function sentence(session, turn) {
  const { match, node } = session;
  const looking = session.at !== match.current;
  const toMove = t("play.their_turn", {
    side: say(session.playersAt(session.at)[node.player].name),
  });
  if (turn.choices.length && turn.choices.every((step) => step.tells.length))
    return [t("play.your_turn"), t("play.choose_capture")];
  const note = say(turn.position?.coach) || say(session.viewAt(session.at).note);
  if (turn.offers.length) return [t("play.your_turn"), note || t("play.choose_side")];
  if (looking && !match.analysis) {
    const past = session.pathTo(match.current).some((each) => each.id === session.at);
    return [
      t(past ? "play.past" : "play.exploring"),
      node.outcome ? say(node.outcome.text) : toMove,
    ];
  }
  if (looking && node.outcome) return [say(node.outcome.text), ""];
  if (match.result && !looking)
    return [resultWords(session), say(session.viewAt(session.at).note)];
  if (match.compiling) return [t("play.compiling", { game: say(match.title) }), ""];
  if (match.trouble)
    return [t("play.trouble", { name: seatName(session, node.player) }), say(match.trouble)];
  if (match.thinking !== null) {
    const name = seatName(session, match.thinking);
    return match.waiting
      ? [t("play.waiting", { name }), t("play.crowded")]
      : [t("play.thinking", { name }), note];
  }
  if (session.mode === "move")
    return [session.mySeats.length === 2 ? toMove : t("play.your_turn"), note];
  return [toMove, session.mySeats.length ? note : t("play.watching")];
}

/** Steps that are chosen by their words, such as a side and a colour. @param {Step[]} steps @param {Doing} doing */
function offers(steps, doing) {
  return h(
    "div",
    { class: "offer-grid" },
    steps.map((step) =>
      h(
        "button",
        {
          type: "button",
          "data-action": step.action,
          onmouseenter: () => doing.preview(step),
          onmouseleave: () => doing.preview(null),
          onfocus: () => doing.preview(step),
          onblur: () => doing.preview(null),
          onclick: () => doing.take(step),
        },
        say(step.words) || step.text,
      ),
    ),
  );
}

/** Draws and takebacks that somebody has asked for. @param {Session} session @param {Doing} doing */
function proposals(session, doing) {
  const { match, mySeats } = session;
  return /** @type {const} */ (["draw", "takeback"]).map((kind) => {
    const by = match.offers[kind];
    if (by === null || match.result || !mySeats.length) return null;
    if (mySeats.length === 1 && mySeats[0] === by)
      return h("p", { class: "detail" }, t(`play.${kind}_sent`));
    return h(
      "div",
      { class: "row" },
      t(`play.${kind}_offered`, { name: seatName(session, by) }),
      h(
        "button",
        { type: "button", class: "primary", onclick: () => doing.send({ type: kind }) },
        t("play.accept"),
      ),
      h(
        "button",
        { type: "button", onclick: () => doing.send({ type: "decline" }) },
        t("play.decline"),
      ),
    );
  });
}

/** The link for a friend who is not here yet. @param {Session} session */
function invitation(session) {
  const { match, mySeats } = session;
  const friend = match.seats.findIndex((seat) => seat.kind === "link");
  if (
    friend < 0 ||
    !mySeats.length ||
    mySeats.includes(friend) ||
    match.seats[friend].connected ||
    match.result
  )
    return null;
  const link = joinLink(session);
  return link ? [h("p", { class: "detail" }, t("play.waiting_friend")), link, reachNote()] : null;
}

/** A bot that has failed may try again. @param {Doing} doing */
function goOn(doing) {
  const again = () => doing.send({ type: "resume" });
  return h(
    "div",
    { class: "row" },
    h("button", { type: "button", id: "try-again", onclick: again }, t("play.try_again")),
  );
}

/** @param {Session} session @param {Doing} doing */
function watchControls(session, doing) {
  const { match } = session;
  return h(
    "div",
    { class: "watch" },
    h(
      "button",
      {
        type: "button",
        id: "pause",
        onclick: () => doing.send({ type: match.paused ? "resume" : "pause" }),
      },
      t(match.paused ? "play.resume" : "play.pause"),
    ),
    h(
      "button",
      { type: "button", id: "step", onclick: () => doing.send({ type: "step" }) },
      t("play.step"),
    ),
    h("label", { for: "speed" }, t("play.speed")),
    h("input", {
      id: "speed",
      type: "range",
      min: 0,
      max: 3,
      step: 0.25,
      value: String(3 - Math.min(3, match.speed)),
      onchange: (/** @type {Event} */ event) =>
        doing.send({
          type: "speed",
          seconds: 3 - Number(/** @type {HTMLInputElement} */ (event.target).value),
        }),
    }),
  );
}
