/** A match as the page knows it: its tree of moves, where one looks, and what one may do there. */

import { keepToken, tokenOf } from "../api.js";
import { after } from "../board/board.js";
import { recall, remember } from "../memory.js";
import { Socket } from "../socket.js";

/** @typedef {import("../types.js").Match} Match */
/** @typedef {import("../types.js").Node} Node */
/** @typedef {import("../types.js").LineMove} LineMove */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Geometry} Geometry */
/** @typedef {import("../types.js").Step} Step */

/**
 * @typedef {object} Watcher
 * @property {() => void} ready  the match is known, for the first time or again
 * @property {(node: Node) => void} moved  the page looks at another node, after one move
 * @property {() => void} looked  the page looks at another node, from afar
 * @property {() => void} changed  the match has changed, but not what is looked at
 * @property {(is: boolean, why?: string) => void} online  and if not, why, if the server said so
 * @property {() => void} gone
 * @property {(what: string, player: number) => void} declined  somebody says no to an offer
 * @property {(match: string) => void} rematch
 */

export class Session {
  /** @param {string} id @param {Watcher} watcher */
  constructor(id, watcher) {
    this.id = id;
    this.watcher = watcher;
    /** @type {Match | null} */
    this.known = null;
    /** @type {Geometry} */
    this.geometry = {
      width: 1, height: 1, cells: [], lines: [], labels: [], trays: [], materials: [],
    };
    /** @type {Map<number, Node>} */
    this.nodes = new Map();
    /** @type {Map<number, Node[]>} */
    this.children = new Map();
    /** The moves of the game itself, up to a node. */
    this.played = { to: -1, ids: new Set() };
    /** @type {Map<number, View>} */
    this.views = new Map();
    /** @type {number[]} */
    this.mySeats = [];
    this.owner = false;
    this.at = 0;
    this.exploring = false;
    /** @type {Map<number, Promise<Position>>} */
    this.positions = new Map();
    const fragment = location.hash.slice(1);
    if (fragment && !tokenOf(id)) keepToken(id, fragment);
    if (fragment) history.replaceState(null, "", location.pathname); // so that a copied address gives no seat away
    this.socket = new Socket(
      `/api/matches/${id}/socket`,
      () => ({ type: "hello", token: tokenOf(id) ?? undefined }),
      {
        push: (message) => this.#receive(message),
        online: (is, why) => watcher.online(is, why),
        gone: () => watcher.gone(),
      },
    );
  }

  /** @returns {Match} */
  get match() {
    if (!this.known) throw new Error("the match is not known yet");
    return this.known;
  }

  /** @returns {Node} */
  get node() {
    return this.need(this.at);
  }

  /** @param {number} id @returns {Node} */
  need(id) {
    const node = this.nodes.get(id);
    if (!node) throw new Error(`no node ${id}`);
    return node;
  }

  /** Whether one person holds every human seat. */
  get solo() {
    return this.match.seats.every((seat) => seat.kind !== "link");
  }

  get over() {
    return this.match.result !== null;
  }

  /** Whether only bots play. */
  get watching() {
    return this.match.seats.every((seat) => seat.kind === "bot");
  }

  /** Whether analysis and hints are open now. */
  get open() {
    return this.solo ? this.mySeats.length > 0 || this.owner || this.over : this.over;
  }

  /** How a step at the node in view counts: as a move of the game, as a variation, or not at all. */
  get mode() {
    const { match, node } = this;
    if (node.outcome) return null;
    const mine = this.mySeats.includes(node.player);
    if (this.at === match.current && !this.over) {
      if (mine) return "move";
      return this.solo && this.exploring && this.owner ? "explore" : null;
    }
    if (this.over || !this.solo || match.clock) return this.open ? "explore" : null;
    if (mine && !this.exploring) return "move";
    return this.owner ? "explore" : null;
  }

  /** @param {number} id @returns {Player[]} */
  playersAt(id) {
    let node = this.need(id);
    while (!node.players && node.parent !== null) node = this.need(node.parent);
    return node.players ?? [];
  }

  /** @param {number} id @returns {View} */
  viewAt(id) {
    /** @type {Node[]} */
    const missing = [];
    let node = this.need(id);
    for (; !this.views.has(node.id); node = this.need(node.parent ?? 0)) missing.push(node);
    let view = /** @type {View} */ (this.views.get(node.id));
    for (const next of missing.reverse()) {
      view = next.steps.reduce(after, view);
      this.views.set(next.id, view);
    }
    return view;
  }

  /** The nodes from the root to one. @param {number} id @returns {Node[]} */
  pathTo(id) {
    /** @type {Node[]} */
    const path = [];
    for (
      let node = this.nodes.get(id);
      node;
      node = node.parent === null ? undefined : this.nodes.get(node.parent)
    ) {
      path.unshift(node);
    }
    return path;
  }

  /** @param {number} id @returns {Node[]} */
  childrenOf(id) {
    return this.children.get(id) ?? [];
  }

  /** The move that follows in the line in view. @param {number} id */
  nextOf(id) {
    const children = this.childrenOf(id);
    if (children.length < 2) return children[0];
    const { current } = this.match;
    if (this.played.to !== current) {
      this.played = { to: current, ids: new Set(this.pathTo(current).map((node) => node.id)) };
    }
    return (
      children.find((child) => this.played.ids.has(child.id)) ??
      children.find((child) => this.line.has(child.id)) ??
      children[0]
    );
  }

  /** @param {Node} node */
  #add(node) {
    if (!this.nodes.has(node.id) && node.parent !== null) {
      this.children.set(node.parent, [...this.childrenOf(node.parent), node]);
    }
    this.nodes.set(node.id, node);
  }

  /** The nodes last looked through, so that going forward repeats them. */
  line = new Set();

  /** Look at a node. @param {number} id */
  go(id) {
    if (id === this.at || !this.nodes.has(id)) return;
    const before = this.at;
    this.at = id;
    for (const node of this.pathTo(id)) this.line.add(node.id);
    const node = this.node;
    if (node.parent === before) this.watcher.moved(node);
    else this.watcher.looked();
  }

  /** The legal steps where one looks. @returns {Promise<Position>} */
  position() {
    const { at } = this;
    let wanted = this.positions.get(at);
    if (!wanted) {
      wanted = this.ask({ type: "look", ...this.address(at) }).then((answer) => answer.position);
      this.positions.set(at, wanted);
      wanted.catch(() => this.positions.delete(at));
    }
    return wanted;
  }

  /** @param {Record<string, any>} message @param {(message: Record<string, any>) => void} [each] */
  ask(message, each) {
    return this.socket.ask(message, each);
  }

  /**
   * Where a node is for the server, which does not know the variations of somebody who only watches.
   * @param {number} id @returns {{node: number, line?: number[][]}}
   */
  address(id) {
    /** @type {number[][]} */
    const line = [];
    let node = this.need(id);
    for (; node.id < 0; node = this.need(node.parent ?? 0)) line.unshift(node.actions);
    return line.length ? { node: node.id, line } : { node: node.id };
  }

  /** Play or explore from where one looks. @param {{actions?: number[], text?: string}} what */
  play(what) {
    return this.#make(this.mode ?? "explore", this.at, what);
  }

  /** Look at a move from a node, whether it was played there or not. @param {number} from @param {LineMove} move */
  async explore(from, move) {
    const known = this.childrenOf(from).find((child) => child.move === move.text);
    if (!known) return this.#make("explore", from, { actions: move.actions });
    this.go(known.id);
    return known.id;
  }

  /** @param {string} type @param {number} from @param {{actions?: number[], text?: string}} what @returns {Promise<number>} */
  async #make(type, from, what) {
    const { node } = await this.ask({ type, ...this.address(from), ...what });
    let id = node;
    if (typeof node !== "number") {
      const known = this.childrenOf(from).find((child) => child.move === node.move);
      id = known?.id ?? -1 - this.nodes.size;
      if (!known) this.#add({ ...node, id, parent: from });
    }
    this.go(id);
    return id;
  }

  /** @param {Record<string, any>} message */
  #receive(message) {
    if (message.type === "state") {
      const first = this.known === null;
      const old = this.known?.current;
      const current = this.at;
      this.known = message.match;
      this.geometry = message.geometry;
      this.mySeats = message.you.seats;
      this.owner = message.you.owner;
      this.positions.clear();
      this.nodes = new Map();
      this.children = new Map();
      this.played = { to: -1, ids: new Set() };
      for (const node of message.nodes) this.#add(node);
      this.views = new Map([[0, message.root]]);
      if (first || current === old || !this.nodes.has(current)) this.at = this.match.current;
      for (const node of this.pathTo(this.at)) this.line.add(node.id);
      this.watcher.ready();
    } else if (message.type === "node") {
      const following = this.at === this.match.current;
      this.known = message.match;
      this.#add(message.node);
      if (following && this.match.current === message.node.id) this.go(message.node.id);
      this.watcher.changed();
    } else if (message.type === "match") {
      const following = this.at === this.match.current;
      this.known = message.match;
      if (following) this.go(this.match.current);
      this.watcher.changed();
    } else if (message.type === "declined") {
      this.watcher.declined(message.what, message.player);
    } else if (message.type === "rematch") {
      // The secrets hold the swapped seats of the new match too.
      const [token, join] = [tokenOf(this.id), recall(`join.${this.id}`)];
      if (token) keepToken(message.match, token);
      if (join) remember(`join.${message.match}`, join);
      this.watcher.rematch(message.match);
    }
  }
}
