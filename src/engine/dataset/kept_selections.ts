/**
 * Which rows of a run meet which conditions, kept while memory allows. A question that adds a condition to those of an
 * earlier one narrows that selection instead of testing all conditions again.
 */
import { and } from '../../base/bitmap.ts';
import type { NamedConditions } from '../frame/run.ts';
import { tracing } from '../frame/trace.ts';
import { type Room, Shelf } from './budget.ts';

/** A selection is dropped unless a question asks for it again within this many questions. */
const UNWANTED_QUESTIONS = 128;

interface Selection {
  /** Bitmap; null = all. */
  readonly rows: Uint32Array | null;
  /** Names of the conditions that rows meet. */
  readonly each: readonly string[];
  /** Number of the question that first asked for it. */
  readonly question: number;
  /** Whether a later question asked for it, too. */
  is_wanted: boolean;
}

export class KeptSelections {
  readonly #selections: Shelf<Selection>;

  constructor(budget: Room) {
    this.#selections = new Shelf<Selection>(budget, ({ rows }) => rows?.byteLength ?? 0);
  }

  /** Rows that meet all conditions, null = all rows. `make` tests conditions, by index, that no kept selection has. */
  rows(
    { name, each }: NamedConditions,
    question: number,
    make: (left: readonly number[]) => Uint32Array | null,
  ): Uint32Array | null {
    const kept = this.#selections.get(name);
    if (kept !== undefined) {
      tracing()?.note('kept selection');
      kept.is_wanted ||= kept.question !== question;
      return kept.rows;
    }
    this.#selections.clear((one) => one.is_wanted || one.question + UNWANTED_QUESTIONS > question);
    const wider = this.#wider(each);
    if (wider !== null) {
      tracing()?.note('kept selection narrowed');
      wider.is_wanted ||= wider.question !== question;
    }
    const left = [...each.keys()].filter((number) => wider?.each.includes(each[number]!) !== true);
    const rows = bothOf(make(left), wider?.rows ?? null);
    return this.#selections.put(name, { rows, each, question, is_wanted: false }).rows;
  }

  /** The bitmap of that name, null = all rows; undefined unless an earlier question made it. */
  earlier(name: string, question: number): Uint32Array | null | undefined {
    const selection = this.#selections.get(name);
    if (selection === undefined || selection.question === question) return undefined;
    selection.is_wanted = true;
    return selection.rows;
  }

  clear(): void {
    this.#selections.clear();
  }

  /** The selection for most of these conditions and for no other; null if there is none. */
  #wider(each: readonly string[]): Selection | null {
    let widest: Selection | null = null;
    for (const one of this.#selections.values()) {
      const is_wider = one.each.length < each.length && one.each.every((name) => each.includes(name));
      if (is_wider && one.each.length > (widest?.each.length ?? 0)) widest = one;
    }
    return widest;
  }
}

/** Rows of both selections, null = all; overwrites the first. */
function bothOf(found: Uint32Array | null, kept: Uint32Array | null): Uint32Array | null {
  if (found === null || kept === null) return found ?? kept;
  return and(found, kept);
}
