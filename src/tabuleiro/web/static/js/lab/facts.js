/**
 * What the server tells of a search.
 *
 * @typedef {import("../types.js").Text} Text
 * @typedef {{format: string, game: string, options: Record<string, any>, position: string,
 *   bot: string, scale: number, seen: number, kept: number, purposes: string[], endings: string[],
 *   layers: {row: number, depth: number, kind: string}[], columns: Record<string, number[]>,
 *   exploration?: number, growth?: Record<string, number[]>,
 *   title: Text, bot_title: Text | null, geometry: import("../types.js").Geometry,
 *   players: import("../types.js").Player[], view: import("../types.js").View,
 *   texts: string[], step: number[], win: number, proven: number}} TraceFacts
 */

export {};
