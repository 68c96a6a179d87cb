/** What a condition finds, and which values exist: for the reasons of empty answers. */
import { has } from '../../base/bitmap.ts';
import type { PlainSource } from '../../model/question/expression.ts';
import type { EventMatch, PersonCondition } from '../../model/question/predicate.ts';
import type { TimeRange } from '../../model/question/query.ts';
import { type Column, textOf, type Value } from '../frame/column.ts';
import type { DatasetView } from '../frame/dataset.ts';
import type { Part, Run } from '../frame/run.ts';
import { eventsAsOne } from './matching.ts';
import { matchRows, personsWhere } from './predicate.ts';
import { plainColumn } from './values/plain_source.ts';

/** Whether any match finds a row in the range. */
export function findsAny(matches: readonly EventMatch[], range: TimeRange, view: DatasetView): boolean {
  for (const { part, run } of runsOf(matches, range, view)) {
    const select = matchRows(matches, run, view);
    if (select !== undefined && hasRow(run, select, part.skip, range)) return true;
  }
  return false;
}

function hasRow(
  { rows, time_ms, actor }: Run,
  select: Uint32Array | null,
  skip: Uint32Array | null,
  { from_ms, until_ms }: TimeRange,
): boolean {
  for (let row = 0; row < rows; row++) {
    if (select !== null && !has(select, row)) {
      // Skips empty words: if an answer is empty, few rows are selected, or none.
      if (select[row >>> 5] === 0) row |= 31;
      continue;
    }
    if (time_ms[row]! < from_ms || time_ms[row]! >= until_ms) continue;
    if (skip === null || !has(skip, actor[row]!)) return true;
  }
  return false;
}

/** Whether the condition holds for any person. */
export function holdsForAny(condition: PersonCondition, view: DatasetView): boolean {
  return personsWhere(condition, view).some((word) => word !== 0);
}

/** Whether some row is known to have that text without reading rows; false if that cannot be told. */
export function isText(
  source: PlainSource,
  text: string,
  matches: readonly EventMatch[],
  range: TimeRange,
  view: DatasetView,
): boolean {
  if (source.of !== 'event') return false;
  for (const { run } of runsOf(matches, range, view)) if (run.hasText(source.key, text)) return true;
  return false;
}

/** Distinct texts among the values of these rows, or of their persons or groups; at most `most`. */
export function textsOf(
  source: PlainSource,
  matches: readonly EventMatch[],
  range: TimeRange,
  view: DatasetView,
  most: number,
): string[] {
  const texts = new Set<string>();
  for (const { run } of runsOf(matches, range, view)) {
    const { column } = plainColumn(source, run, view);
    // Persons and groups have the same values in all runs.
    if (source.of === 'person' || source.of === 'group') return [...addTexts(heldValues(column), texts, most)];
    if (addTexts(valuesOf(column), texts, most).size >= most) break;
  }
  return [...texts];
}

/** Distinct texts of these events, or of all persons; at most `most`. null if `wanted` surely are among them. */
export function textsBeside(
  { of, key }: { readonly of: 'event' | 'person'; readonly key: string },
  wanted: readonly string[],
  { matches, range, view, most }: Searched,
): ReadonlySet<string> | null {
  const texts = new Set<string>();
  if (of === 'person') return addTexts(heldValues(view.personColumn(key)), texts, most);
  // Whose rows they are does not matter, and runs by actor would have to be made.
  const parts = view.rowParts({ ...eventsAsOne(matches), ...range });
  const runs = parts.flatMap((part) => part.events.flatMap((name) => part.run(name) ?? []));
  if (wanted.every((text) => runs.some((run) => run.hasText(key, text)))) return null;
  for (const run of runs) {
    view.checkpoint();
    if (texts.size < most) addTexts(valuesOf(run.column(key)), texts, most);
  }
  return texts;
}

interface Searched {
  readonly matches: readonly EventMatch[];
  readonly range: TimeRange;
  readonly view: DatasetView;
  readonly most: number;
}

function addTexts(values: Iterable<Value>, texts: Set<string>, most: number): Set<string> {
  for (const value of values) {
    if (texts.size >= most) break;
    const text = textOf(value);
    if (text !== null && text !== '') texts.add(text);
  }
  return texts;
}

/** None of a column of many distinct numbers: they have no typos to suggest. */
function valuesOf(column: Column): Iterable<Value> {
  return column.kind === 'number' ? [] : column.values;
}

/** Columns of persons and groups are changed in place, and keep the values of former holders. */
function heldValues(column: Column): Iterable<Value> {
  if (column.kind === 'number') return [];
  const { codes, values } = column;
  const is_held = new Uint8Array(values.length);
  for (let at = 0; at < codes.length; at++) is_held[codes[at]!] = 1;
  return Array.from(values).filter((_, code) => is_held[code] === 1);
}

function* runsOf(
  matches: readonly EventMatch[],
  { from_ms, until_ms }: TimeRange,
  view: DatasetView,
): IterableIterator<{ part: Part; run: Run }> {
  for (const part of view.parts({ ...eventsAsOne(matches), from_ms, until_ms, actor: { kind: 'person' } })) {
    for (const name of part.events) {
      view.checkpoint();
      const run = part.run(name);
      if (run !== undefined) yield { part, run };
    }
  }
}
