/** How pointing becomes steps: picks, targets, choices and previews, for any game. */

/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./marks.js").Marks} Marks */

export const RESERVE = -1;

/** The most places that are marked before anything is picked. */
const SHOWN = 23;

/**
 * @typedef {object} Turning
 * @property {(step: Step) => void} take  a step was chosen
 * @property {(cells: number[]) => void} refuse  these picks make no step
 * @property {() => void} changed  what is picked has changed
 * @property {() => void} back  the last step of the half-made turn is taken back
 * @property {() => void} abandon  the half-made turn is given up
 * @property {(again: () => void, cell: number, byHand: boolean) => void} early  a cell was picked
 *   before it was known what can be done
 */

export class Turn {
  /** @param {Board} board @param {Turning} turning */
  constructor(board, turning) {
    this.board = board;
    this.turning = turning;
    /** @type {Position | null} */
    this.position = null;
    /** @type {number | null} */
    this.picked = null;
    /** @type {Step[]} */
    this.choices = [];
    board.handlers = {
      pick: (cell, event) => this.pick(cell, event),
      hover: (cell) => this.hover(cell),
      lift: (cell) => this.#choose(cell),
      drop: (from, to) => this.#drop(from, to),
      canDrag: (cell) => this.sources.includes(cell),
      cancel: () => this.leave(),
    };
  }

  /** Begin or go on with a turn; null while there is nothing to play. @param {Position | null} position */
  set(position) {
    this.position = position;
    this.choices = [];
    this.picked = this.#onlySource();
    this.board.preview(null);
    this.turning.changed();
  }

  /** The steps that are made by pointing at cells. */
  get steps() {
    return (this.position?.steps ?? []).filter((step) => !step.stop && step.cells.length > 1);
  }

  /** The steps that are made by pointing at one cell: a stone is placed there, or taken. */
  get placements() {
    return this.#single().filter(
      (step, _, all) => all.filter((s) => s.cells[0] === step.cells[0]).length === 1,
    );
  }

  /** The steps that are offered in words, such as the choice of a side: pointing does not tell them apart. */
  get offers() {
    return this.#single().filter(
      (step, _, all) => all.filter((s) => s.cells[0] === step.cells[0]).length > 1,
    );
  }

  #single() {
    return (this.position?.steps ?? []).filter((step) => !step.stop && step.cells.length === 1);
  }

  /** Ending the turn early, or passing. */
  get finish() {
    return this.position?.steps.find((step) => step.stop) ?? null;
  }

  /** What can be picked first. @returns {number[]} */
  get sources() {
    return [...new Set(this.steps.map((step) => step.cells[0]))];
  }

  /** Whether a piece of the reserve can be dropped. */
  get canDrop() {
    return this.sources.includes(RESERVE);
  }

  /** The steps of what is picked. @returns {Step[]} */
  get reach() {
    return this.steps.filter((step) => step.cells[0] === this.picked);
  }

  /** What the board should show of the turn. @returns {Marks} */
  marks() {
    if (this.choices.length) {
      return { picked: this.picked, groups: this.choices.map((step) => step.tells) };
    }
    if (this.picked !== null) {
      /** @type {Map<number, import("./marks.js").Target>} */
      const targets = new Map();
      for (const step of this.reach) {
        const cell = step.cells[1];
        const takes = step.takes.some(([taken]) => taken === cell);
        targets.set(cell, {
          cell,
          takes,
          ...(this.#stacked() ? { count: this.#moved(step) } : {}),
        });
      }
      const takes = [...new Set(this.reach.flatMap((step) => step.takes.map(([cell]) => cell)))];
      return {
        picked: this.picked,
        targets: [...targets.values()],
        takes: takes.filter((cell) => !targets.has(cell)),
      };
    }
    // Where a stone may be placed is shown unless it may be placed almost anywhere.
    const { placements } = this;
    if (placements.length && placements.length <= SHOWN)
      return {
        targets: placements.map(({ cells: [cell], changes }) => ({
          cell,
          takes: changes.some(([at, piece]) => at === cell && piece === null),
        })),
      };
    // In the middle of a turn the pieces that may go on light up by themselves.
    return this.position?.actions.length ? { sources: this.sources } : {};
  }

  /** @param {number} cell @param {PointerEvent | KeyboardEvent} [event] */
  pick(cell, event) {
    if (!this.position) {
      this.turning.early(() => this.pick(cell, event), cell, !(event instanceof KeyboardEvent));
      return;
    }
    if (this.choices.length) {
      const chosen = this.choices.filter((step) => step.tells.includes(cell));
      if (chosen.length === 1) this.#take(chosen[0]);
      else this.cancel();
      return;
    }
    const placements = this.placements;
    const placed = placements.find((step) => step.cells[0] === cell);
    if (placed) {
      this.#take(placed);
      return;
    }
    if (this.picked !== null && this.reach.some((step) => step.cells[1] === cell)) {
      this.#target(cell);
    } else if (cell === this.picked) {
      this.#pickAgain(event);
    } else if (this.sources.includes(cell)) {
      this.#choose(cell);
    } else {
      const tried = this.picked === null ? [cell] : [this.picked, cell];
      const empty = this.picked === null && !this.board.pieceAt(cell) && !placements.length;
      if (!empty) {
        this.turning.refuse(tried);
        this.cancel();
      } else this.leave();
    }
  }

  /**
   * What is picked is picked once more: it is put back where it was, in mid-turn by a step; the
   * Enter key alone ends the turn there. The second click of a double click is not meant.
   * @param {PointerEvent | KeyboardEvent} [event]
   */
  #pickAgain(event) {
    if (this.#onlySource() === null) this.cancel();
    else if (event instanceof KeyboardEvent && event.key === "Enter" && this.finish)
      this.#take(this.finish);
    else if (!event || event.detail < 2) this.turning.back();
  }

  /** Pick the reserve, to drop a piece. */
  pickReserve() {
    if (this.picked === RESERVE) this.cancel();
    else if (this.canDrop) this.#choose(RESERVE);
  }

  /** Give up what is picked; true if there was something. */
  cancel() {
    const had =
      this.choices.length > 0 || (this.picked !== null && this.picked !== this.#onlySource());
    this.choices = [];
    this.picked = this.#onlySource();
    this.board.preview(null);
    this.turning.changed();
    return had;
  }

  /** A click elsewhere: give up what is picked, or else the half-made turn. */
  leave() {
    if (!this.cancel() && this.position?.actions.length) this.turning.abandon();
  }

  /** @param {number | null} cell */
  hover(cell) {
    const from = cell !== null && this.picked === null && !this.choices.length ? cell : null;
    this.board.tint(
      this.steps.filter((step) => step.cells[0] === from).map((step) => step.cells[1]),
    );
    if (!this.position) return;
    let step = null;
    if (cell !== null && this.choices.length) {
      step = this.choices.find((choice) => choice.tells.includes(cell)) ?? null;
    } else if (cell !== null && this.picked !== null) {
      const found = this.reach.filter((choice) => choice.cells[1] === cell);
      step = found.length === 1 ? found[0] : null;
    } else if (cell !== null) {
      step = this.placements.find((each) => each.cells[0] === cell) ?? this.#singleFrom(cell);
    }
    this.board.preview(step);
  }

  /** @param {number} from @param {number | null} to */
  #drop(from, to) {
    if (to === from) return;
    if (to !== null && this.reach.some((step) => step.cells[1] === to)) this.#target(to);
    else {
      if (to !== null && this.picked !== null) this.turning.refuse([this.picked, to]);
      this.cancel();
    }
  }

  /** @param {number} cell */
  #choose(cell) {
    this.picked = cell;
    this.choices = [];
    this.board.tint([]);
    this.board.preview(null);
    this.turning.changed();
    if (cell >= 0) {
      const single = this.#singleFrom(cell);
      if (single) this.board.preview(single);
    }
  }

  /** @param {number} cell */
  #target(cell) {
    const found = this.reach.filter((step) => step.cells[1] === cell);
    if (found.length === 1) {
      this.#take(found[0]);
      return;
    }
    this.choices = found;
    this.board.preview(null);
    this.turning.changed();
  }

  /** @param {Step} step */
  #take(step) {
    this.position = null;
    this.picked = null;
    this.choices = [];
    this.board.tint([]);
    this.board.preview(null);
    this.turning.take(step);
  }

  /** In the middle of a turn, the one step that a piece has left. @param {number} cell */
  #singleFrom(cell) {
    if (!this.position?.actions.length || this.#onlySource() !== null) return null;
    const found = this.steps.filter((step) => step.cells[0] === cell);
    return found.length === 1 ? found[0] : null;
  }

  /** In the middle of a turn, the one piece that may go on. */
  #onlySource() {
    if (!this.position?.actions.length) return null;
    return this.sources.length === 1 ? this.sources[0] : null;
  }

  /** @param {Step} step */
  #moved(step) {
    return step.slides[0]?.[2] ?? 1;
  }

  #stacked() {
    const piece = this.picked === null ? undefined : this.board.pieceAt(this.picked);
    return (piece?.owners.length ?? 0) > 1;
  }
}
