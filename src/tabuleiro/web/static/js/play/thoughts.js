/** What two bots thought of their game: the last thought of each, and all of them as a graph. */

import { curves } from "../chart.js";
import { h } from "../dom.js";
import { say, t } from "../language.js";
import { percent, seatName } from "./words.js";

/** @typedef {import("./session.js").Session} Session */

/**
 * The last thought of a player up to where one looks; whoever made a move is the one who was to move
 * before it.
 * @param {Session} session @param {number} player
 */
export function lastThought(session, player) {
  const path = session.pathTo(session.at);
  for (let i = path.length - 1; i > 0; i--)
    if (path[i - 1].player === player && path[i].thought) return path[i].thought;
  return undefined;
}

/** Both bots' values over the game, for the first player; nothing before there are some. @param {Session} session */
export function thoughtGraph(session) {
  const path = session.pathTo(session.match.current);
  const players = session.playersAt(session.match.current);
  const series = [0, 1].map((player) => ({
    name: seatName(session, player),
    points: path.flatMap((node, i) =>
      i && node.thought && path[i - 1].player === player
        ? [{ at: i, value: node.thought.win_probability }]
        : [],
    ),
  }));
  if (series.every(({ points }) => points.length < 2)) return null;
  const last = series.map(({ name, points }) => {
    const end = points.at(-1);
    return end ? `${name} ${percent(end.value)} %` : name;
  });
  const label = t("play.values", { side: say(players[0].name) });
  return h(
    "div",
    { class: "thoughts", id: "thoughts" },
    curves({
      series: series.map(({ points }) => points),
      length: path.length,
      here: path.findIndex((node) => node.id === session.at),
      label: `${label}: ${last.join(", ")}`,
      pick: (index) => session.go(path[index].id),
    }),
    h(
      "p",
      { class: "figures" },
      label,
      ": ",
      last.map((text, player) => h("span", { class: `key key-${player}` }, text)),
    ),
  );
}
