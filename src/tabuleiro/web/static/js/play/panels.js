/** The side panel: which tab is open, and what it shows. */

import { problemText } from "../chrome.js";
import { fill, one } from "../dom.js";
import { language } from "../language.js";
import { rulesOf } from "../rules.js";
import { drawTabs, WIDE } from "./tabs.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./tabs.js").Tab} Tab */

export class Panels {
  /**
   * @param {Session} session
   * @param {{moves: () => void, analysis: () => void, openings: () => void, opened: () => void}} page
   */
  constructor(session, page) {
    this.session = session;
    this.page = page;
    /** @type {Tab} */
    this.tab = "moves";
    this.rulesIn = "";
    WIDE.addEventListener("change", () => this.draw());
    window.addEventListener("beforeprint", () => {
      if (session.known) page.moves();
    });
  }

  draw() {
    if (!this.session.known) return;
    drawTabs(this.tab, (tab) => this.open(tab));
    if (this.tab === "moves") this.page.moves();
    if (this.tab === "analysis") {
      this.page.analysis();
      if (WIDE.matches) this.page.moves();
    }
    if (this.tab === "openings") this.page.openings();
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
      fill(box, problemText(error));
    }
  }
}
