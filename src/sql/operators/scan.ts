/** Rows of the tables, in batches. */

import { ascending } from '../../base/ascending.ts';
import { has, members } from '../../base/bitmap.ts';
import { put } from '../../base/json.ts';
import type { Numeric } from '../../base/known.ts';
import { formatUuid, UUID_BYTES } from '../../base/uuid.ts';
import {
  allocateCodes,
  type Codes,
  type Column,
  type DictionaryColumn,
  parsedValue,
  type Value,
  type Values,
} from '../../engine/frame/column.ts';
import { ALL_EVENTS, QUARTER_HOUR_MS, type Run } from '../../engine/frame/run.ts';
import { inPhase, tracing } from '../../engine/frame/trace.ts';
import { grainTimes, moments } from '../../engine/select/expression/column.ts';
import type { Leaf } from '../../engine/select/expression/evaluate.ts';
import type { Source } from '../../engine/select/expression/number_loops.ts';
import type { Vector } from '../../engine/select/expression/vector.ts';
import { eventsAsOne } from '../../engine/select/matching.ts';
import { personsWhere } from '../../engine/select/predicate.ts';
import { rowsWithin } from '../../engine/select/rows_within.ts';
import { selectRuns } from '../../engine/select/selected_runs.ts';
import { plainColumn } from '../../engine/select/values/plain_source.ts';
import { SomeValues } from '../../engine/storage/some_values.ts';
import type { EventsRelation, Relation } from '../../model/sql/plan.ts';
import { type Batch, cut, ifMost, type Marked, Numbered, pickedFrom, remembered } from './batch.ts';
import { Chosen, ReadValues } from './chosen.ts';
import { type Execution, hold } from './execution.ts';
import { DISTINCT_TEXTS } from './grouping.ts';
import { ownerTexts } from './owner_texts.ts';

/** Large enough to amortise the cost per batch, small enough for memory. */
const BATCH_ROWS = 1 << 20;
/** For rows that are only counted by codes which exist already. */
const WIDE_ROWS = 1 << 22;
const PERSON = { kind: 'person' } as const;

type Scanned = Extract<
  Relation,
  { kind: 'events' | 'persons' | 'distinct_ids' | 'groups' | 'cohort_people' | 'numbers' }
>;

export function* scanned(relation: Scanned, execution: Execution): Iterable<Batch> {
  const { view } = execution;
  switch (relation.kind) {
    case 'events':
      yield* pickedFrom(markedEvents(relation, execution));
      break;
    case 'persons':
      yield* slices(members(view.livingPersons()), (rows) =>
        personBatch(rows, execution, () => ({ kind: 'constant', value: null })),
      );
      break;
    case 'cohort_people':
      for (const { id, where } of relation.cohorts) {
        const persons = members(personsWhere({ kind: 'cohort', where }, view));
        yield* slices(persons, (rows) => personBatch(rows, execution, () => ({ kind: 'constant', value: id })));
      }
      break;
    case 'distinct_ids': {
      const [person_of, living] = [view.distinctPersons(), view.livingPersons()];
      const known = ascending(person_of.length).filter((distinct) => has(living, person_of[distinct]!));
      yield* slices(known, (rows) => distinctBatch(rows, person_of, execution));
      break;
    }
    case 'groups':
      for (const type_index of relation.types) yield* groupBatches(type_index, execution);
      break;
    default:
      yield* slices(ascending(relation.count), numberBatch);
  }
}

function* slices(rows: Uint32Array, batchOf: (rows: Uint32Array) => Batch): Iterable<Batch> {
  tracing()?.note('scan', rows.length);
  for (let first = 0; first < rows.length; first += BATCH_ROWS) yield batchOf(rows.subarray(first, first + BATCH_ROWS));
}

// --- events

/** @param isWide whether batches need no memory of their own; gets a batch without rows */
export function* markedEvents(
  { matches, range, is_of_rows }: EventsRelation,
  execution: Execution,
  isWide: (empty: Batch) => boolean = () => false,
): Iterable<Marked> {
  const { view } = execution;
  if (matches.length === 0 || range.from_ms >= range.until_ms) return;
  // One run over all events costs one lookup instead of one per name.
  const request = { ...eventsAsOne(matches), ...range };
  const parts = is_of_rows ? view.rowParts(request) : view.parts({ ...request, actor: PERSON });
  for (const part of parts) {
    const all_selected = inPhase('select', () => selectRuns(matches, part, range, view));
    for (const { run, range } of all_selected) {
      const of: Scanning = { run, execution, is_by_person: !is_of_rows && all_selected.length === 1 };
      const bitmap = rowsWithin(run, range);
      const step = run.rows > BATCH_ROWS && isWide(eventBatch(of, new Uint32Array(0))) ? WIDE_ROWS : BATCH_ROWS;
      for (let first = 0; first < run.rows; first += step) {
        view.checkpoint();
        const until = Math.min(first + step, run.rows);
        tracing()?.note('scan', until - first);
        // Batches begin at a word of the bitmap.
        const marks = bitmap?.subarray(first >>> 5, (until + 31) >>> 5) ?? null;
        yield* ifMost({ batch: eventBatch(of, { first, until }), marks });
      }
    }
  }
}

/** Either listed rows, or all from `first` up to `until`. */
type RunRows = Uint32Array | { readonly first: number; readonly until: number };

interface Scanning {
  readonly run: Run;
  readonly execution: Execution;
  /** Whether rows ascend by person, and no other run has rows of the same persons. */
  readonly is_by_person: boolean;
}

function eventBatch(of: Scanning, rows: RunRows): Batch {
  return remembered({
    rows: rows instanceof Uint32Array ? rows.length : rows.until - rows.first,
    read: (leaf) => readEvent(leaf, of, rows),
    pick(places) {
      of.execution.view.checkpoint();
      return eventBatch(of, rowsAt(rows, places));
    },
  });
}

function rowsAt(rows: RunRows, places: Uint32Array): Uint32Array {
  if (rows instanceof Uint32Array) return numbersAt(rows, places);
  return rows.first === 0 ? places : places.map((place) => rows.first + place);
}

function readEvent(leaf: Leaf, of: Scanning, rows: RunRows): Source {
  const { run, execution } = of;
  const { view } = execution;
  if (leaf.kind === 'moment') return readMoments(leaf.grain_ms, run, rows);
  if (leaf.kind === 'field') return readField(leaf.name, of, rows);
  if (leaf.kind !== 'source') return { kind: 'constant', value: null };
  const { source } = leaf;
  if (source.of === 'metadata' && source.key === 'event' && run.event !== ALL_EVENTS)
    return { kind: 'constant', value: run.event };
  const stored = source.of === 'event' ? run.storedColumn(source.key) : null;
  if (stored?.kind === 'scaled') return { ...stored, codes: numbersAt(stored.codes, rows) };
  if (source.of === 'metadata' && source.key === 'person_id')
    return ownTexts(view.shownIds('persons'), numbersAt(view.rowOwner(run, PERSON), rows), execution);
  if (source.of === 'metadata' && source.key === 'distinct_id')
    return ownTexts(view.shownIds('distincts'), numbersAt(view.rowDistinct(run), rows), execution);
  const { column, owner } = plainColumn(source, run, view);
  return valuesAt(column, owner === null ? rows : numbersAt(owner, rows));
}

/** The run has its grains. */
function readMoments(grain_ms: number, run: Run, rows: RunRows): Vector {
  const grains = grain_ms === QUARTER_HOUR_MS ? run.grains() : null;
  if (grains?.grain_ms !== grain_ms) return moments(numbersAt(run.time_ms, rows), grain_ms);
  const { base_ms, count, of_row } = grains;
  return { kind: 'coded', codes: codesAt(of_row, rows, count), values: grainTimes(base_ms, grain_ms, count) };
}

function readField(name: string, { run, execution, is_by_person }: Scanning, rows: RunRows): Vector {
  const { view } = execution;
  if (name === 'person_number' || name === 'distinct_number') {
    const is_person = name === 'person_number';
    const codes = is_person ? view.rowOwner(run, PERSON) : view.rowDistinct(run);
    const count = is_person ? view.actorCount(PERSON) : view.distinctPersons().length;
    return {
      kind: 'coded',
      codes: numbersAt(codes, rows),
      values: new Numbered(count, is_by_person && codes === run.actor),
    };
  }
  if (name === 'person_created_at')
    return valuesAt(view.personCreatedColumn(), numbersAt(view.rowOwner(run, PERSON), rows));
  const list = Array.from(rows instanceof Uint32Array ? rows : ascending(rows.until - rows.first, rows.first));
  hold(execution, list.length, name === 'uuid' ? 1 : view.eventProperties(run).length);
  if (name === 'uuid') {
    const uuids = view.rowUuids(run, list);
    return distinctVector(list.map((_, at) => formatUuid(uuids, at * UUID_BYTES)));
  }
  return distinctVector(
    view.rowProperties(list.map((row) => ({ run, row }))).map((properties) => ({ json: JSON.stringify(properties) })),
  );
}

function distinctVector(values: readonly Value[]): Vector {
  return { kind: 'coded', codes: ascending(values.length), values };
}

function numbersAt<A extends Numeric<A>>(of: A, rows: RunRows): A {
  if (!(rows instanceof Uint32Array)) return of.subarray(rows.first, rows.until);
  const values = new (of.constructor as new (length: number) => A)(rows.length);
  for (let at = 0; at < values.length; at++) values[at] = of[rows[at]!]!;
  return values;
}

/** Values of which each is in fewer rows are read when they are needed. */
const FEW_ROWS = 2;
const on_demand = new WeakMap<SomeValues, ReadValues>();
/** Code -> value, for dictionaries that many batches read. */
const decoded = new WeakMap<object, readonly Value[]>();

/** Rows past the end of the column are missing. */
function valuesAt(column: Column, rows: RunRows): Vector {
  if (column.kind === 'number') {
    const { values } = column;
    if (!(rows instanceof Uint32Array)) return { kind: 'numbers', values: values.subarray(rows.first, rows.until) };
    const own = new Float64Array(rows.length);
    for (let at = 0; at < own.length; at++) own[at] = values[rows[at]!] ?? Number.NaN;
    return { kind: 'numbers', values: own };
  }
  const codes = codesAt(column.codes, rows, column.values.length);
  const is_long = column.values.length * FEW_ROWS > codes.length;
  const stored = is_long && column.values instanceof SomeValues ? readOnDemand(column.values) : column.values;
  if (stored.length > 2 * codes.length) return chosenOf(codes, stored);
  return { kind: 'coded', codes, values: stored === column.values ? readAtOnce(stored) : stored };
}

function readOnDemand(stored: SomeValues): ReadValues {
  const known = on_demand.get(stored) ?? new ReadValues(stored);
  if (!on_demand.has(stored) && stored.areTexts()) DISTINCT_TEXTS.set(known, 0);
  on_demand.set(stored, known);
  return known;
}

function readAtOnce(stored: Values): readonly Value[] {
  const known = decoded.get(stored);
  if (known?.length === stored.length) return known;
  const values = Array.from(stored);
  decoded.set(stored, values);
  if (values.every((value, code) => typeof value === 'string' || code === 0))
    DISTINCT_TEXTS.set(values, values.indexOf(null));
  return values;
}

/** Texts that belong to owners, such as the ids of persons: rows are coded by their owner. */
function ownTexts(column: DictionaryColumn, owner: Uint32Array, execution: Execution): Vector {
  const texts = ownerTexts(column, execution);
  return texts.length > 2 * owner.length ? chosenOf(owner, texts) : { kind: 'coded', codes: owner, values: texts };
}

/** Codes that occur, with their values. */
function chosenOf(of_rows: Codes, values: Values): Vector {
  const { codes, kept } = cut(of_rows, values.length);
  const chosen = new Chosen(values, kept);
  const missing = DISTINCT_TEXTS.get(values);
  if (missing !== undefined) DISTINCT_TEXTS.set(chosen, kept.indexOf(missing));
  return { kind: 'coded', codes, values: chosen };
}

function codesAt(codes: Uint8Array | Uint16Array | Uint32Array, rows: RunRows, distinct: number) {
  if (!(rows instanceof Uint32Array)) return codes.subarray(rows.first, rows.until);
  const own = allocateCodes(rows.length, distinct);
  for (let at = 0; at < own.length; at++) own[at] = codes[rows[at]!] ?? 0;
  return own;
}

// --- other tables

/** Rows by number. */
function indexed(rows: Uint32Array, read: (leaf: Leaf, rows: Uint32Array) => Vector): Batch {
  return remembered({
    rows: rows.length,
    read: (leaf) => read(leaf, rows),
    pick: (places) => indexed(numbersAt(rows, places), read),
  });
}

function personBatch(rows: Uint32Array, execution: Execution, cohort: () => Vector): Batch {
  const { view } = execution;
  return indexed(rows, (leaf, of) => {
    if (leaf.kind === 'source')
      return leaf.source.of === 'person'
        ? valuesAt(view.personColumn(leaf.source.key), of)
        : ownTexts(view.shownIds('persons'), of, execution);
    const name = leaf.kind === 'field' ? leaf.name : '';
    if (name === 'created_at') return valuesAt(view.personCreatedColumn(), of);
    if (name === 'cohort_id') return cohort();
    if (name !== 'properties') return ownTexts(view.shownIds('persons'), of, execution);
    return objects(of, view.ownerProperties(PERSON), (key) => view.personColumn(key), execution);
  });
}

/** All properties of a row as one object, in an order that does not depend on which was met first. */
function objects(
  rows: Uint32Array,
  names: readonly string[],
  columnOf: (name: string) => Column,
  execution: Execution,
): Vector {
  hold(execution, rows.length, names.length);
  const made = Array.from(rows, (): Record<string, unknown> => ({}));
  for (const name of names.toSorted()) {
    const vector = valuesAt(columnOf(name), rows);
    for (const [at, object] of made.entries()) {
      const value =
        vector.kind === 'numbers'
          ? vector.values[at]!
          : vector.kind === 'coded'
            ? vector.values.at(vector.codes[at]!)!
            : vector.value;
      if (value === null || Number.isNaN(value)) continue;
      put(object, name, parsedValue(value));
    }
  }
  return distinctVector(made.map((object) => ({ json: JSON.stringify(object) })));
}

function distinctBatch(rows: Uint32Array, person_of: Uint32Array, execution: Execution): Batch {
  const { view } = execution;
  return indexed(rows, (leaf, of) =>
    leaf.kind === 'field' && leaf.name === 'distinct_id'
      ? ownTexts(view.shownIds('distincts'), of, execution)
      : ownTexts(view.shownIds('persons'), numbersAt(person_of, of), execution),
  );
}

function* groupBatches(type_index: number, execution: Execution): Iterable<Batch> {
  const { view } = execution;
  const created = view.groupCreatedColumn(type_index);
  const known = ascending(view.actorCount({ kind: 'group', type_index })).filter((group) => isThere(created, group));
  yield* slices(known, (rows) =>
    indexed(rows, (leaf, of) => {
      const name = leaf.kind === 'field' ? leaf.name : '';
      if (name === 'index') return { kind: 'constant', value: type_index };
      if (name === 'created_at') return valuesAt(created, of);
      if (name === 'key')
        return distinctVector(Array.from(of, (group) => view.actorKey({ kind: 'group', type_index }, group)));
      if (leaf.kind === 'field' && leaf.key !== undefined) return valuesAt(view.groupColumn(type_index, leaf.key), of);
      const names = view.ownerProperties({ kind: 'group', type_index });
      return objects(of, names, (key) => view.groupColumn(type_index, key), execution);
    }),
  );
}

function isThere(column: Column, index: number): boolean {
  if (column.kind === 'number') return !Number.isNaN(column.values[index] ?? Number.NaN);
  return (column.codes[index] ?? 0) !== 0;
}

function numberBatch(rows: Uint32Array): Batch {
  return indexed(rows, (_, of) => ({ kind: 'numbers', values: Float64Array.from(of) }));
}
