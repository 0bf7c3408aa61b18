/** Lessons and puzzles: which of them, the address says. */

import { topBar } from "./chrome.js";
import { showLessons } from "./learn/lessons.js";
import { showPuzzles } from "./learn/puzzles.js";

const puzzles = location.pathname.startsWith("/puzzles");
topBar(puzzles ? "puzzles" : "");
void (puzzles ? showPuzzles() : showLessons());
