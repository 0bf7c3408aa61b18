/**
 * What is known for certain of a position or of a step, for the player who acts.
 * @typedef {{value: "win" | "draw" | "loss", turns: number | null, proven: boolean, sign: string,
 *   words: Text}} Known
 * @typedef {Known & {action: number}} KnownStep
 */
/**
 * What the server sends, as types. docs/web-protocol.md describes it in words.
 *
 * @typedef {{en: string, pt: string}} Text
 * @typedef {{name: string, x: number, y: number, shape: string, tint: string, owner?: number | null}} Cell
 * @typedef {{text: string, x: number, y: number}} Label
 * @typedef {{kind: string, player: number, x: number, y: number}} Tray
 * @typedef {{width: number, height: number, cells: Cell[], lines: [number, number][],
 *   labels: Label[], trays: Tray[], materials: string[]}} Geometry
 * @typedef {{cell: number, owners: number[], mark: string, label: string}} Piece
 * @typedef {{pieces: Piece[], reserve: number[], captured: number[], note: Text | null}} View
 * @typedef {{name: Text, letter: string, colour: string}} Player
 * @typedef {{winner: number | null, result: string, reason: string, why?: Text | null, text: Text}} Outcome
 *
 * @typedef {{cells: number[], slides: [number, number, number][], takes: [number, number][],
 *   changes: [number, Piece | null][], reserve: number[], captured: number[],
 *   players?: Player[]}} Effect
 * @typedef {Effect & {action: number, text: string, ends: boolean, stop: boolean, tells: number[],
 *   words: Text}} Step
 * @typedef {{text: string, ply: number, player: number, players: Player[], view: View,
 *   outcome: Outcome | null, actions: number[], over: boolean, coach?: Text | null,
 *   steps: Step[]}} Position
 * @typedef {{id: number, parent: number | null, ply: number, player: number, move: string | null,
 *   actions: number[], said: Text | null, steps: Effect[], players: Player[] | null,
 *   outcome: Outcome | null, seconds: number, thought?: Thought}} Node
 * @typedef {{win_probability: number, points: number | null, win_in: number | null,
 *   decided: "win" | "draw" | "loss" | null, depth: number, nodes: number, line: string[]}} Thought
 * @typedef {{kind: string, name: string, title: Text | null, bot: string | null, connected: boolean}} Seat
 * @typedef {{id: string, game: string, title: Text, options: Record<string, string>,
 *   created: string, analysis: boolean, seats: Seat[], current: number, result: Outcome | null,
 *   clock: {seconds: number[], increment: number, running: number | null} | null,
 *   thinking: number | null, waiting: boolean, compiling: boolean, paused: boolean, speed: number,
 *   trouble: Text | null, offers: {draw: number | null, takeback: number | null}, watching: number,
 *   next: string | null}} Match
 * @typedef {{text: string, actions: number[], cells: number[], steps?: number[][]}} LineMove
 * @typedef {{win_probability: number, win_in: number | null, if_in_time: number | null,
 *   decided: "win" | "draw" | "loss" | null, points: number,
 *   moves: LineMove[]}} Line
 * @typedef {{node: number, running: boolean, depth: number, nodes: number,
 *   nodes_per_second: number, seconds: number, player: number, win_probability: number,
 *   why: Text | null, voice: string, lines: Line[]}} Analysis
 * @typedef {{value: "win" | "draw" | "loss", turns: number | null, proven: boolean}} KnownEnd
 * @typedef {{node: number, win_probability: number, known?: KnownEnd | null, best: LineMove | null,
 *   loss: number, mark: string, why?: Text | null}} Verdict
 *
 * @typedef {{name: string, title: Text, type: "check" | "whole" | "choice" | "text" | "number", default: any,
 *   min: number | null, max: number | null, step: number | null, choices: any[] | null, choice_titles: Text[],
 *   help: Text, accepts: Text}} Option
 * @typedef {{name: string, title: Text, text: Text, group: string,
 *   algorithm: string | null, settings: Record<string, any>}} Bot
 * @typedef {Option & {algorithms: string[], limit: boolean, slider: [number, number, number] | null}} Setting
 * @typedef {{name: string, title: Text, summary: Text, geometry: Geometry, position: Position,
 *   players: Player[], options: Option[], fresh: Record<string, any>, bots: Bot[],
 *   groups: Record<string, Text>, settings: Setting[], terms: string[], term_titles: Record<string, Text>,
 *   weights: Record<string, Record<string, number>>, opponent: string, state: string, solved: boolean,
 *   lessons?: number, puzzles?: number, own: boolean}} GameFacts
 * @typedef {{id: string, game: string, title: Text,
 *   seats: {kind: string, name: string, title: Text | null, bot: string | null}[], result: string, plies: number, created: string, updated: string, analysis: boolean}} Summary
 *
 * @typedef {{id: string, title: string, game: string, bots: string[], names: Record<string, string>,
 *   titles: Record<string, Text>, game_title: Text, state: string, error: string | null,
 *   problem: Text | null,
 *   done: number, of: number, created: number, seconds_left: number | null, notes: string[],
 *   standings: {bot: string, games: number, wins: number, draws: number, losses: number,
 *     score: number, elo: number | null, low: number | null, high: number | null}[],
 *   table: {first: string, second: string, wins: number, draws: number, losses: number}[],
 *   charts: {title: Text, svg: string}[],
 *   games: {number: number, first: string, second: string, result: string, plies: number}[]}} Run
 */

export {};
