/** The two seats above and below the board: name, state, clock, lost and reserve pieces. */

import { fill, h, one } from "../dom.js";
import { number, say, t } from "../language.js";
import { lastThought } from "./thoughts.js";
import { clockText, percent, seatName } from "./words.js";

/** @typedef {import("./session.js").Session} Session */

const SHOWN = 12;
const LOW = 20;

/**
 * @param {Session} session
 * @param {{bottom: number, reserve: number[], captured: number[], canDrop: boolean, dropping: boolean,
 *   drop: (event: MouseEvent) => void}} shown
 */
export function drawSeats(session, shown) {
  drawSeat(session, one("#seat-top"), 1 - shown.bottom, shown);
  drawSeat(session, one("#seat-bottom"), shown.bottom, shown);
}

/**
 * @param {Session} session @param {HTMLElement} box @param {number} player
 * @param {Parameters<typeof drawSeats>[1]} shown
 */
function drawSeat(session, box, player, shown) {
  const { match } = session;
  const side = session.playersAt(session.at)[player];
  const seat = match.seats[player];
  const turn =
    !match.result &&
    session.need(match.current).player === player &&
    !session.need(match.current).outcome;
  const name = seatName(session, player);
  const sideName = say(side.name);
  box.classList.toggle("active", turn);
  box.dataset.player = String(player);
  const thinking = match.thinking === player;
  const wins = match.result?.winner === player;
  const away = seat.kind === "link" && !seat.connected && !match.result;
  fill(
    box,
    h("span", { class: `chip ${side.colour} owner-${player}`, "data-game": match.game }),
    h(
      "span",
      { class: "seat-who" },
      h("span", { class: "seat-name" }, name),
      name === sideName ? null : h("span", { class: "seat-side" }, sideName),
    ),
    h(
      "span",
      { class: `seat-state ${wins ? "wins" : ""}` },
      thinking
        ? [
            h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
            t(match.waiting ? "seat.waiting" : "seat.thinking"),
          ]
        : away
          ? t("seat.away")
          : wins
            ? t("seat.wins")
            : "",
    ),
    thoughtOf(session, player),
    h(
      "span",
      { class: "seat-right" },
      tray(session, player, shown),
      shown.captured[player] ? lost(session, player, shown.captured[player]) : null,
      match.clock
        ? h(
            "span",
            {
              class: `clock ${match.clock.running === player ? "running" : ""} ${match.clock.seconds[player] < LOW ? "low" : ""}`,
              "data-clock": player,
              role: "timer",
            },
            clockText(match.clock.seconds[player]),
          )
        : null,
    ),
  );
}

/** What a bot thought of its last move up to where one looks. @param {Session} session @param {number} player */
function thoughtOf(session, player) {
  const thought = lastThought(session, player);
  if (!thought) return null;
  const chance = player === 0 ? thought.win_probability : 1 - thought.win_probability;
  const turns = thought.win_in === null ? null : thought.win_in * (player === 0 ? 1 : -1);
  const value =
    turns === null
      ? `${percent(chance)} %`
      : t(turns > 0 ? "seat.sees_win" : "seat.sees_loss", { turns: Math.abs(turns) });
  const nodes = number(thought.nodes, { notation: "compact", maximumFractionDigits: 1 });
  return h(
    "span",
    { class: "seat-thought", title: thought.line.join(" ") },
    h("strong", null, value),
    ` ${t("seat.thought", { depth: thought.depth, nodes })} `,
    h("span", { class: "seat-line" }, thought.line.join(" ")),
  );
}

/** @param {Session} session @param {number} player @param {Parameters<typeof drawSeats>[1]} shown */
function tray(session, player, shown) {
  const trays = session.geometry.trays.some((each) => each.kind === "reserve");
  if (!trays && !shown.reserve.some(Boolean)) return null;
  const count = shown.reserve[player];
  const mine = shown.canDrop && session.node.player === player;
  const content = [chips(session, player, count), h("span", null, t("seat.reserve", { count }))];
  return mine
    ? h(
        "button",
        {
          class: "tray can",
          type: "button",
          "data-reserve": player,
          "aria-pressed": String(shown.dropping),
          title: t("seat.drop", { count }),
          onclick: shown.drop,
        },
        content,
      )
    : h("span", { class: "tray", "data-reserve": player }, content);
}

/** @param {Session} session @param {number} player @param {number} count */
function lost(session, player, count) {
  return h(
    "span",
    { class: "tray" },
    chips(session, player, count),
    h("span", null, t("seat.lost", { count })),
  );
}

/** @param {Session} session @param {number} player @param {number} count */
function chips(session, player, count) {
  const { colour } = session.playersAt(session.at)[player];
  return h(
    "span",
    { class: "chips", "aria-hidden": "true", "data-game": session.match.game },
    Array.from({ length: Math.min(count, SHOWN) }, () =>
      h("span", { class: `chip ${colour} owner-${player}` }),
    ),
  );
}

/** Let the running clock run on between the server's words. @param {Session} session */
export function runClock(session) {
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    const { known } = session;
    if (known?.clock && known.clock.running !== null) {
      const player = known.clock.running;
      known.clock.seconds[player] = Math.max(0, known.clock.seconds[player] - (now - last) / 1000);
      const shown = document.querySelector(`[data-clock="${player}"]`);
      if (shown) {
        shown.textContent = clockText(known.clock.seconds[player]);
        shown.classList.toggle("low", known.clock.seconds[player] < LOW);
      }
    }
    last = now;
  }, 200);
}
