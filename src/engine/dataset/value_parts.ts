/**
 * Parts with the values of an expression as actors. Built from the parts of persons, and cached until anything changes,
 * as values may depend on current person properties.
 */
import { must } from '../../base/assert.ts';
import { has } from '../../base/bitmap.ts';
import { canonical } from '../../base/json.ts';
import type { Expression } from '../../model/question/expression.ts';
import type { DatasetView, PartsRequest } from '../frame/dataset.ts';
import type { Part } from '../frame/run.ts';
import { expressionColumn } from '../select/expression/column.ts';
import { type AssignedSlice, KeyActors, NO_OWNER } from './actors.ts';
import { Shelf } from './budget.ts';
import { wholeSlice } from './gather.ts';
import { MergedRun, type RunHome, runOf } from './merged_run.ts';
import { partOf } from './part.ts';

/** Estimated bytes per value. */
const KEY_BYTES = 100;

interface Kept {
  /** `view.version()` when it was made. */
  readonly version: number;
  readonly actors: KeyActors;
  readonly runs: ReadonlyMap<string, MergedRun>;
}

export class ValueParts {
  readonly #view: DatasetView;
  readonly #home: RunHome;
  readonly #shelf: Shelf<Kept>;
  /** Keeps actors for the life of a question, even if the cache drops its parts. */
  readonly #actors = new WeakMap<Expression, KeyActors>();

  constructor(view: DatasetView, home: RunHome) {
    this.#view = view;
    this.#home = home;
    this.#shelf = new Shelf<Kept>(home.budget, bytesOf, release);
  }

  parts(expression: Expression, request: PartsRequest): Part[] {
    const { events, from_ms, until_ms } = request;
    const key = canonical([expression, events, String(from_ms), String(until_ms)]);
    const version = this.#view.version();
    let kept = this.#shelf.get(key);
    if (kept === undefined || kept.version !== version) {
      if (kept !== undefined) release(kept);
      const actors = new KeyActors();
      kept = this.#shelf.put(key, { version, actors, runs: this.#runs(expression, request, actors) });
    }
    this.#actors.set(expression, kept.actors);
    return [partOf(null, kept.runs)];
  }

  /** How many values there are; 0 unless the expression's parts were requested. */
  count(expression: Expression): number {
    return this.#actors.get(expression)?.count() ?? 0;
  }

  /** Text of a value. Requires that the expression's parts were requested. */
  keyOf(expression: Expression, index: number): string {
    return must(this.#actors.get(expression), 'an expression whose parts are known').keyOf(index);
  }

  #runs(
    expression: Expression,
    { events, from_ms, until_ms }: PartsRequest,
    actors: KeyActors,
  ): Map<string, MergedRun> {
    const parts = this.#view.parts({ events, from_ms, until_ms, actor: { kind: 'person' } });
    const assigned = new Map<string, AssignedSlice[]>();
    for (const part of parts) {
      for (const event of part.events) {
        const slice = this.#assign(expression, part, event, actors);
        if (slice !== null) assigned.set(event, [...(assigned.get(event) ?? []), slice]);
      }
    }
    // Runs are sorted last, because sorting needs to know how many values there are in all.
    return new Map([...assigned].map(([event, slices]) => [event, runOf(event, slices, actors, this.#home)]));
  }

  /** The run's rows that have a value and whose person is not skipped, with the value as actor; null = none. */
  #assign(expression: Expression, part: Part, event: string, actors: KeyActors): AssignedSlice | null {
    const run = part.run(event);
    if (!(run instanceof MergedRun)) return null;
    const of_row = actors.groupsOf(expressionColumn(expression, run, this.#view));
    const pick = selectedRows(of_row, run.actor, part.skip);
    if (pick.length === 0) return null;
    return { slice: wholeSlice(run.picked(pick)), actor: pick.map((row) => of_row[row]!) };
  }
}

/** Rows with a value whose person is not skipped. */
function selectedRows(of_row: Uint32Array, person: Uint32Array, skip: Uint32Array | null): Uint32Array {
  const rows = new Uint32Array(of_row.length);
  let count = 0;
  for (let row = 0; row < of_row.length; row++) {
    if (of_row[row] === NO_OWNER || (skip !== null && has(skip, person[row]!))) continue;
    rows[count++] = row;
  }
  return rows.subarray(0, count);
}

function release({ runs }: Kept): void {
  for (const run of runs.values()) run.release();
}

function bytesOf({ actors, runs }: Kept): number {
  let bytes = actors.count() * KEY_BYTES;
  for (const run of runs.values()) bytes += run.bytes;
  return bytes;
}
