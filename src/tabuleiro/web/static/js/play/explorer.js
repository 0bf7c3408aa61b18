/** The openings tab: which turns were played where one looks, how often, and how those games ended. */

import { ask } from "../api.js";
import { complain } from "../chrome.js";
import { fill, h, one } from "../dom.js";
import { number, say, t } from "../language.js";
import { ownSecrets } from "../you/profile.js";
import { table } from "../widgets.js";
import { moveText, percent } from "./words.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../types.js").LineMove} LineMove */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {LineMove & {games: number, wins: number[], draws: number}} Played */
/** @typedef {{position: string, player: number, players: Player[], everybody: boolean, games: number,
 *   turns: Played[]}} Found */

/** Seconds that the engine looks at a position, and of how many turns it says something at least and at most. */
const SECONDS = 1.5;
const LINES = 8;
const MOST_LINES = 24;

export class Explorer {
  /** @param {Session} session @param {() => string} position  the position in view, as text */
  constructor(session, position) {
    this.session = session;
    this.position = position;
    /** What is known, by position. @type {Map<string, Found>} */
    this.found = new Map();
    /**
     * The chances of who is to move after a turn, by position; and what other turns are below, where some were not
     * looked at. @type {Map<string, {turns: Map<string, number>, rest: number | null}>}
     */
    this.values = new Map();
    this.asked = "";
  }

  draw() {
    const { session } = this;
    const box = one("#tab-openings");
    if (!session.open) {
      fill(box, h("p", { class: "muted" }, t("openings.closed")));
      return;
    }
    const here = this.position();
    const found = this.found.get(here);
    if (!here || !found) {
      fill(box, h("p", { class: "muted" }, t("loading")));
      if (here && this.asked !== here) void this.#ask(here);
      return;
    }
    fill(
      box,
      h(
        "p",
        { class: "figures" },
        t(found.everybody ? "openings.all" : "openings.own", { count: number(found.games) }),
      ),
      found.turns.length
        ? table(t("play.openings"), {
            id: "played",
            class: "openings",
            head: ["turn", "games", "results", "value"].map((name) => t(`openings.${name}`)),
            rows: found.turns.map((turn) => this.#row(here, found, turn)),
          })
        : h("p", { class: "muted" }, t("openings.none")),
    );
  }

  /** @param {string} here @param {Found} found @param {Played} turn @returns {import("../dom.js").Child[]} */
  #row(here, found, turn) {
    const { session } = this;
    return [
      h(
        "button",
        {
          type: "button",
          class: "move",
          onclick: () => void session.explore(session.at, turn).catch(complain),
        },
        moveText(turn.text),
      ),
      number(turn.games),
      results(found, turn),
      this.#value(here, turn.text),
    ];
  }

  /** @param {string} here @param {string} text */
  #value(here, text) {
    const known = this.values.get(here);
    const value = known?.turns.get(text);
    if (value !== undefined) return `${percent(value)} %`;
    return known && known.rest !== null ? `≤ ${percent(known.rest)} %` : "–";
  }

  /** @param {string} here */
  async #ask(here) {
    this.asked = here;
    const { match } = this.session;
    try {
      const body = { options: match.options, position: here, secrets: ownSecrets() };
      const found = await ask(`/api/games/${match.game}/explorer`, { body });
      this.found.set(here, found);
      this.draw();
      if (found.turns.length) await this.#judge(here, found);
    } catch (error) {
      this.asked = "";
      complain(error);
    }
  }

  /** What the engine thinks of the turns. @param {string} here @param {Found} found */
  async #judge(here, found) {
    const { session } = this;
    const lines = Math.min(MOST_LINES, Math.max(LINES, 2 * found.turns.length));
    const answer = await session.ask(
      { type: "analyse", ...session.address(session.at), lines, seconds: SECONDS },
      () => {},
    );
    const mine = (/** @type {number} */ chance) => (found.player === 0 ? chance : 1 - chance);
    /** @type {[string, number][]} */
    const seen = (answer.lines ?? []).map((/** @type {import("../types.js").Line} */ line) => [
      line.moves[0]?.text ?? "",
      mine(line.win_probability),
    ]);
    const worst = Math.min(...seen.map(([, chance]) => chance));
    this.values.set(here, { turns: new Map(seen), rest: seen.length === lines ? worst : null });
    if (this.position() === here) this.draw();
  }
}

/** How the games with a turn ended: shares of one's wins, draws and losses. @param {Found} found @param {Played} turn */
function results(found, { games, wins, draws }) {
  const shares = [wins[0], draws, wins[1]].map((count) => count / games);
  const names = [say(found.players[0].name), t("openings.draw"), say(found.players[1].name)];
  const words = names.map((name, i) => `${name} ${percent(shares[i])} %`).join(", ");
  return h(
    "span",
    { class: "shares", role: "img", "aria-label": words, title: words },
    shares.map((share, i) => {
      const part = h("i", { class: `share-${i}` }, share >= 0.25 ? percent(share) : "");
      part.style.flexGrow = String(share);
      return part;
    }),
  );
}
