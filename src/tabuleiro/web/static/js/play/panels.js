/** The side panel: which tab is open, and what it shows. */

import { fill, h, one } from "../dom.js";
import { language } from "../language.js";
import { rulesOf } from "../rules.js";
import { drawTabs } from "./tabs.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./tabs.js").Tab} Tab */

export class Panels {
  /**
   * @param {Session} session
   * @param {{moves: () => void, analysis: () => void, opened: () => void}} page
   */
  constructor(session, page) {
    this.session = session;
    this.page = page;
    /** @type {Tab} */
    this.tab = "moves";
    this.rulesIn = "";
  }

  draw() {
    if (!this.session.known) return;
    drawTabs(this.tab, (tab) => this.open(tab));
    if (this.tab === "moves") this.page.moves();
    if (this.tab === "analysis") this.page.analysis();
    if (this.tab === "rules") void this.#drawRules();
  }

  /** @param {Tab} tab */
  open(tab) {
    this.tab = tab;
    this.session.exploring = tab === "analysis" && this.session.solo;
    document.body.classList.add("sheet-open");
    this.draw();
    this.page.opened();
  }

  async #drawRules() {
    const { game } = this.session.match;
    const key = `${game} ${language()}`;
    if (this.rulesIn === key) return;
    this.rulesIn = key;
    const box = one("#tab-rules");
    try {
      fill(box, await rulesOf(game));
      box.scrollTop = 0;
    } catch (error) {
      this.rulesIn = "";
      fill(box, h("p", { class: "problem" }, error instanceof Error ? error.message : ""));
    }
  }
}
