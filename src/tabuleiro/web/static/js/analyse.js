/** `/analysis/{game}`: a fresh board to analyse, then its page. */

import { newMatch } from "./api.js";
import { topBar } from "./chrome.js";
import { fill, h, one } from "./dom.js";
import { t } from "./language.js";

topBar("");
fill(one("main"), h("p", { class: "empty" }, t("loading")));
try {
  const game = location.pathname.split("/").filter(Boolean).pop() ?? "";
  const position = new URLSearchParams(location.search).get("position") ?? undefined;
  location.replace(
    await newMatch({
      game,
      position,
      analysis: true,
      seats: [{ kind: "human" }, { kind: "human" }],
    }),
  );
} catch (error) {
  fill(
    one("main"),
    h("h1", null, t("nav.analysis")),
    h("p", { class: "empty" }, error instanceof Error ? error.message : ""),
    h("a", { class: "button", href: "/" }, t("nav.play")),
  );
}
