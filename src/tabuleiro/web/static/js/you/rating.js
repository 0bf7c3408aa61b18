/** A rating from one's results against levels, each of which wins three games of four against the one below. */

/** @typedef {import("./results.js").Result} Result */

/** What the lowest level is worth, and each step; three of four is a step of 191. */
const LOWEST = 800;
const STEP = 191;
/** A draw on paper against each neighbour of the middle, so that three wins make no master. */
const PRIOR = 1200;
/** From how many games on there is a rating. */
const FEWEST = 3;

/**
 * The rating at which one would expect one's results.
 * @param {Result[]} results @param {string[]} levels  from the weakest
 * @returns {{rating: number, games: number} | null}
 */
export function ratingOf(results, levels) {
  const games = results
    .filter((each) => each.bot && levels.includes(each.bot))
    .map((each) => ({ at: LOWEST + STEP * levels.indexOf(each.bot ?? ""), score: each.score }));
  if (games.length < FEWEST) return null;
  const all = [...games, { at: PRIOR, score: 0.5 }, { at: PRIOR, score: 0.5 }];
  let [low, high] = [0, 3000];
  while (high - low > 1) {
    const rating = (low + high) / 2;
    const wanted = all.reduce((sum, { at, score }) => sum + score - expected(rating - at), 0);
    if (wanted > 0) low = rating;
    else high = rating;
  }
  return { rating: Math.round(low), games: games.length };
}

/** @param {number} ahead */
function expected(ahead) {
  return 1 / (1 + 10 ** (-ahead / 400));
}
