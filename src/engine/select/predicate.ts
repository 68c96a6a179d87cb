/**
 * Predicate + run -> the rows that pass, as bits. AND, OR and NOT work on whole words. Conditions on persons (a cohort,
 * a behaviour) become a set of persons once per question, and rows then look their person up.
 *
 * For breakdowns by cohort: `personsWhere({ kind: 'cohort', where }, view)` is the set of its members as bits over persons
 * (`resolve/cohorts.ts` makes the predicate of a cohort's number); `select` with the same predicate gives rows.
 */
import { assert, unreachable } from '../../base/assert.ts';
import { allocate, and, fromFlags, has, not, or, set } from '../../base/bitmap.ts';
import {
  type EventMatch,
  either,
  every,
  type PersonCondition,
  type Predicate,
  type ValueSource,
  type ValueTest,
} from '../../model/predicate.ts';
import type { DatasetView } from '../frame/dataset.ts';
import type { OwnCondition, Run } from '../frame/run.ts';
import { behavedPersons } from './behaviour.ts';
import { passingIndices, selectActors, selectColumn, selectMembers } from './column_select.ts';
import { sampledPersons } from './sample.ts';
import { sourceColumn } from './source.ts';

/**
 * Rows of the run that pass: null = every row, else a bit set of run.rows bits that belongs to the caller.
 */
export function select(predicate: Predicate, run: Run, view: DatasetView): Uint32Array | null {
  view.checkpoint();
  switch (predicate.kind) {
    case 'all':
      return null;
    case 'none':
      return allocate(run.rows);
    case 'and':
      return selectAll(predicate.of, run, view);
    case 'or':
      return selectAny(predicate.of, run, view);
    case 'not': {
      const found = select(predicate.of, run, view);
      return found === null ? allocate(run.rows) : not(found, run.rows);
    }
    case 'value':
      return selectValue(predicate.source, predicate.test, run, view);
    case 'cohort':
    case 'members':
    case 'any_distinct_id':
    case 'behaviour':
    case 'sampled':
      return selectOwned(personsWhere(predicate, view), view.rowOwner(run, { kind: 'person' }), run);
    default:
      return unreachable(predicate);
  }
}

/** What rows came with is asked at once. */
function selectAll(of: readonly Predicate[], run: Run, view: DatasetView): Uint32Array | null {
  const own = of.map(ownCondition);
  const conditions = own.filter((condition) => condition !== null);
  let found = conditions.length === 0 ? null : run.passing(conditions, view);
  for (const [at, term] of of.entries()) {
    if (own[at] !== null) continue;
    const rows = select(term, run, view);
    if (rows !== null) found = found === null ? rows : and(found, rows);
  }
  return found;
}

/** null where it is another kind of condition. */
function ownCondition(predicate: Predicate): OwnCondition | null {
  const is_not = predicate.kind === 'not';
  const asked = is_not ? predicate.of : predicate;
  if (asked.kind !== 'value' || asked.source.of !== 'event') return null;
  return { property: asked.source.key, test: asked.test, is_not };
}

function selectAny(of: readonly Predicate[], run: Run, view: DatasetView): Uint32Array | null {
  let found: Uint32Array | null = null;
  for (const term of of) {
    const rows = select(term, run, view);
    if (rows === null) return null;
    found = found === null ? rows : or(found, rows);
  }
  return found ?? allocate(run.rows);
}

function selectValue(source: ValueSource, test: ValueTest, run: Run, view: DatasetView): Uint32Array | null {
  if (source.of === 'event') return run.passing([{ property: source.key, test, is_not: false }], view);
  const { column, owner } = sourceColumn(source, run, view);
  if (owner === null) return selectColumn(test, column, run.rows, view);
  return selectOwned(fromFlags(passingIndices(test, column, view)), owner, run);
}

/** Rows whose owner is in the set. */
function selectOwned(members: Uint32Array, owner: Uint32Array, run: Run): Uint32Array {
  if (owner === run.actor) return selectActors(members, run.ranges, run.rows);
  return selectMembers(members, owner, run.rows);
}

/** A condition in two: what the rows alone decide, and what somebody's properties of today have a say in. */
interface Halves {
  readonly of_rows: Predicate;
  readonly others: Predicate;
}

function halvesOf(where: Predicate): Halves {
  const of = where.kind === 'and' ? where.of : [where];
  return { of_rows: every(of.filter(isOfRows)), others: every(of.filter((term) => !isOfRows(term))) };
}

/**
 * As `select`, not to be written to. What depends on the rows alone is remembered with the run: questions of a dashboard
 * share their filters, and a project's filter of its own people is part of every question.
 */
function keptRows({ of_rows, others }: Halves, run: Run, view: DatasetView): Uint32Array | null {
  const kept = of_rows.kind === 'all' ? null : run.selection(nameOf(of_rows), () => select(of_rows, run, view));
  const found = select(others, run, view);
  if (kept === null) return found;
  return found === null ? kept : and(found, kept);
}

/** Whether nobody's identity, and nobody's today's properties, have a say in it. */
export function isOfRows(predicate: Predicate): boolean {
  switch (predicate.kind) {
    case 'all':
    case 'none':
      return true;
    case 'and':
    case 'or':
      return predicate.of.every(isOfRows);
    case 'not':
      return isOfRows(predicate.of);
    default:
      return predicate.kind === 'value' && isSourceOfRows(predicate.source);
  }
}

/** Likewise of a value: the row itself has all that it is made of. */
export function isSourceOfRows(source: ValueSource): boolean {
  switch (source.of) {
    case 'event':
      return true;
    case 'metadata':
      return source.key === 'timestamp' || source.key === 'event';
    case 'expression':
      return source.expression.nodes.every((node) => node.kind !== 'source' || isSourceOfRows(node.source));
    default:
      return false;
  }
}

/** Equal for equal conditions only: JSON has no word for an open end. */
function nameOf(predicate: Predicate): string {
  return JSON.stringify(predicate, (_key, value: unknown) => (typeof value === 'number' ? String(value) : value));
}

/** What a row of the run has to pass so that any of the matches finds it; undefined where none does. */
function whereOf(matches: readonly EventMatch[], run: Run): Predicate | undefined {
  const of_run = matches.filter(({ event }) => event === null || event === run.event);
  return of_run.length === 0 ? undefined : either(of_run.map(({ where }) => where));
}

/** Rows that any of the matches finds, as bits: null = all of them, undefined = none. Not to be written to. */
export function matchRows(matches: readonly EventMatch[], run: Run, view: DatasetView): Uint32Array | null | undefined {
  const where = whereOf(matches, run);
  return where === undefined ? undefined : keptRows(halvesOf(where), run, view);
}

/** Rows of a run. */
export interface Matched {
  readonly run: Run;
  /** Bits over its rows, null = all of them. Not to be written to. */
  readonly select: Uint32Array | null;
}

/** The same rows, of a smaller run where there is one: for whoever does not mind where else in a run a row is. */
export function matchRun(matches: readonly EventMatch[], run: Run, view: DatasetView): Matched | undefined {
  const where = whereOf(matches, run);
  if (where === undefined) return undefined;
  const halves = halvesOf(where);
  const filtered = halves.of_rows.kind === 'all' ? null : run.filtered(nameOf(halves.of_rows));
  if (filtered === null) return { run, select: keptRows(halves, run, view) };
  return filtered.rows === 0 ? undefined : { run: filtered, select: select(halves.others, filtered, view) };
}

interface Known {
  readonly view: DatasetView;
  readonly version: number;
  readonly persons: Uint32Array;
}

/** What was found for a condition, as long as it lives: one question asks the same of many runs. */
const found = new WeakMap<PersonCondition, Known>();

/** Persons for whom a predicate about persons holds, as bits over persons; not to be written to. */
export function personsWhere(predicate: Predicate, view: DatasetView): Uint32Array {
  view.checkpoint();
  switch (predicate.kind) {
    case 'all':
      return not(allocatePersons(view), view.actorCount({ kind: 'person' }));
    case 'none':
      return allocatePersons(view);
    case 'and':
      return predicate.of.reduce(
        (all, term) => and(all, personsWhere(term, view)),
        personsWhere({ kind: 'all' }, view),
      );
    case 'or':
      return predicate.of.reduce((all, term) => or(all, personsWhere(term, view)), allocatePersons(view));
    case 'not':
      return not(personsWhere(predicate.of, view).slice(), view.actorCount({ kind: 'person' }));
    case 'value':
      assert(predicate.source.of === 'person', 'a predicate about persons');
      return fromFlags(passingIndices(predicate.test, view.personColumn(predicate.source.key), view));
    default:
      return knownPersons(predicate, view);
  }
}

function knownPersons(condition: PersonCondition, view: DatasetView): Uint32Array {
  const known = found.get(condition);
  const version = view.version();
  if (known !== undefined && known.view === view && known.version === version) return known.persons;
  const persons = findPersons(condition, view);
  found.set(condition, { view, version, persons });
  return persons;
}

function findPersons(condition: PersonCondition, view: DatasetView): Uint32Array {
  switch (condition.kind) {
    case 'cohort':
      return personsWhere(condition.where, view);
    case 'members':
      return personsOf(condition.distincts, view);
    case 'any_distinct_id':
      return personsOf(indicesOf(passingIndices(condition.test, view.distinctColumn(), view)), view);
    case 'behaviour':
      return behavedPersons(condition.behaviour, view, matchRows);
    case 'sampled':
      return sampledPersons(condition.share, view);
    default:
      return unreachable(condition);
  }
}

function allocatePersons(view: DatasetView): Uint32Array {
  return allocate(view.actorCount({ kind: 'person' }));
}

/** The persons of distinct ids. */
function personsOf(distincts: readonly number[], view: DatasetView): Uint32Array {
  const persons = allocatePersons(view);
  const person_of = view.distinctPersons();
  for (const distinct of distincts) if (distinct < person_of.length) set(persons, person_of[distinct]!);
  return persons;
}

function indicesOf(flags: Uint8Array): number[] {
  const indices: number[] = [];
  for (let index = 0; index < flags.length; index++) if (flags[index] === 1) indices.push(index);
  return indices;
}

/** Persons there are: those that some distinct id leads to. Others were merged away. */
export function livingPersons(view: DatasetView): Uint32Array {
  const living = allocatePersons(view);
  for (const person of view.distinctPersons()) if (!has(living, person)) set(living, person);
  return living;
}
