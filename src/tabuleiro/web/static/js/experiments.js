/** Experiments: bots against bots, many games, and what follows from them. */

import { ask, games } from "./api.js";
import { announce, complain, topBar } from "./chrome.js";
import { fill, h, one } from "./dom.js";
import { RunForm } from "./experiments/form.js";
import { drawnRun, runTitle } from "./experiments/run.js";
import { runList } from "./experiments/runs.js";
import { inEveryLanguage, language, t } from "./language.js";

/** @typedef {import("./types.js").Run} Run */

const EVERY = 1000;

class Experiments {
  /** @type {RunForm | null} */
  form = null;
  /** @type {Run[]} */
  runs = [];
  /** @type {Run | null} */
  open = null;
  missing = false;
  loaded = false;

  async load() {
    try {
      const known = await games();
      const { fields } = await ask("/api/arenas/form");
      this.form = new RunForm(known, fields, (id) => this.#begin(id));
      await this.#refresh();
      this.#finish();
      const wanted = location.pathname.split("/")[2] ?? "";
      if (wanted) await this.look(wanted);
    } catch {
      this.missing = this.form === null;
      this.#finish();
    }
  }

  #finish() {
    this.loaded = true;
    this.draw();
  }

  async #refresh() {
    this.runs = (await ask("/api/arenas")).arenas;
  }

  /** @param {string} id */
  #begin(id) {
    this.open = null;
    void this.look(id);
  }

  /** Follow a run while it goes on. @param {string} id */
  async look(id) {
    history.replaceState(null, "", `/experiments/${id}`);
    do {
      try {
        const found = await ask(`/api/arenas/${id}?language=${language()}`);
        if (this.open && this.open.id !== id) return;
        this.open = found;
      } catch (error) {
        this.open = null;
        complain(error);
      }
      this.drawRun();
      if (this.open?.state !== "running") break;
      await new Promise((resolve) => setTimeout(resolve, EVERY));
    } while (this.open?.id === id);
    await this.#refresh();
    this.#drawRuns();
    if (this.open) announce(`${runTitle(this.open)}: ${t(`experiments.${this.open.state}`)}`);
  }

  draw() {
    const { missing, form } = this;
    document.title = `${t("experiments.title")} · Tabuleiro`;
    form?.draw();
    fill(
      one("#experiments"),
      h("h1", null, t("experiments.title")),
      h("p", { class: "muted" }, t("experiments.intro")),
      missing ? h("p", { class: "empty" }, t("experiments.missing")) : null,
      missing ? null : (form?.box ?? h("p", { class: "muted" }, t("loading"))),
      h("section", { id: "run" }),
      h("section", { class: "panel-box", id: "runs", hidden: missing }),
    );
    this.drawRun();
    this.#drawRuns();
  }

  /** In another language; the notes and charts of a run are in words too. */
  say() {
    this.draw();
    if (this.open && this.open.state !== "running") void this.look(this.open.id);
  }

  drawRun() {
    const { open: run } = this;
    const box = document.getElementById("run");
    const verbs = { stop: () => void this.#remove(run), resume: () => void this.#resume(run) };
    if (box) fill(box, run ? drawnRun(run, verbs) : null);
  }

  #drawRuns() {
    const box = document.getElementById("runs");
    if (!box) return;
    fill(
      box,
      h("h2", null, t("experiments.runs")),
      this.runs.length
        ? runList(this.runs, {
            look: (run) => this.#begin(run.id),
            remove: (run) => void this.#remove(run),
          })
        : h("p", { class: "muted" }, t(this.loaded ? "experiments.none" : "loading")),
    );
  }

  /** @param {Run | null} run */
  async #remove(run) {
    if (!run) return;
    try {
      await ask(`/api/arenas/${run.id}`, { method: "DELETE" });
      if (run.state !== "running" && this.open?.id === run.id) this.open = null;
      await this.#refresh();
    } catch (error) {
      complain(error);
    }
    this.drawRun();
    this.#drawRuns();
  }

  /** @param {Run | null} run */
  async #resume(run) {
    if (!run) return;
    try {
      await ask(`/api/arenas/${run.id}/resume`, { method: "POST" });
      this.#begin(run.id);
    } catch (error) {
      complain(error);
    }
  }
}

const page = new Experiments();
topBar("experiments");
inEveryLanguage(() => page.say());
document.addEventListener("themechange", () => page.drawRun());
void page.load();
