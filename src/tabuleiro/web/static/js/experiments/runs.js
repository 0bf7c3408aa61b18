/** The list of all runs. */

import { h } from "../dom.js";
import { date, t } from "../language.js";
import { button, figure, table } from "../widgets.js";
import { runTitle } from "./run.js";

/** @typedef {import("../types.js").Run} Run */

/** @param {Run[]} runs @param {{look: (run: Run) => void, remove: (run: Run) => void}} verbs */
export function runList(runs, { look, remove }) {
  return table(t("experiments.runs"), {
    rows: runs.map((run) => [
      button(runTitle(run), () => look(run), { class: "quiet" }),
      h("span", { class: `tag ${run.state}` }, t(`experiments.${run.state}`)),
      figure(t("experiments.progress", { done: run.done, of: run.of })),
      date(new Date(1000 * run.created).toISOString()),
      h(
        "td",
        { class: "row-actions" },
        button(
          t(run.state === "running" ? "experiments.stop" : "experiments.remove"),
          () => remove(run),
          { class: "quiet danger" },
        ),
      ),
    ]),
  });
}
