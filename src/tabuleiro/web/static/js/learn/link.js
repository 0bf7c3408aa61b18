/** The way from a game's card to its lessons. */

import { h } from "../dom.js";
import { doneLessons } from "./progress.js";
import { l } from "./words.js";

/** @param {import("../types.js").GameFacts} facts */
export function learnLink(facts) {
  const of = facts.lessons ?? 0;
  if (!of) return null;
  const done = Math.min(doneLessons(facts.name).length, of);
  return h(
    "a",
    { class: "card-learn", href: `/learn/${facts.name}`, "data-learn": facts.name },
    done ? `${l("lessons")}: ${l("progress", { done, of })}` : l("learn_short"),
  );
}
