/**
 * Predicate + run -> bitmap of rows that pass. AND, OR and NOT work on whole words.
 * Conditions on persons (cohort, behaviour, …) become a bitmap of persons once per question; rows look their person up.
 * `personsWhere` gives that bitmap, `select` rows.
 */
import { assert, unreachable } from '../../base/assert.ts';
import { allocate, and, andNot, members, not, or, set } from '../../base/bitmap.ts';
import { numbersIn } from '../../base/json.ts';
import {
  type EventMatch,
  either,
  every,
  type PersonCondition,
  type Predicate,
  type ValueSource,
} from '../../model/question/predicate.ts';
import type { DatasetView } from '../frame/dataset.ts';
import type { NamedConditions, OwnCondition, Run } from '../frame/run.ts';
import { tracing } from '../frame/trace.ts';
import { behavedPersons } from './behaviour.ts';
import { passingOwners, selectActors, selectColumn, selectMembers } from './column_select.ts';
import { isOfProperties } from './expression/column.ts';
import { nameOf } from './named.ts';
import { sampledPersons } from './sample.ts';
import { sourceColumn } from './source.ts';

/** Bitmap of rows that pass, owned by the caller; null = all rows. */
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
    case 'value': {
      const own = ownCondition(predicate, run);
      return own === null ? selectValue(predicate, run, view) : run.passing([own], view);
    }
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

/** Conditions on rows' own values are tested together. */
function selectAll(of: readonly Predicate[], run: Run, view: DatasetView): Uint32Array | null {
  const own = of.map((term) => ownCondition(term, run));
  const conditions = own.filter((condition) => condition !== null);
  let found = conditions.length === 0 ? null : run.passing(conditions, view);
  for (const [at, term] of of.entries()) {
    if (own[at] !== null) continue;
    const rows = select(term, run, view);
    if (rows !== null) found = found === null ? rows : and(found, rows);
  }
  return found;
}

/** Condition on the rows' own values; null for other kinds. */
function ownCondition(predicate: Predicate, run: Run): OwnCondition | null {
  const is_not = predicate.kind === 'not';
  const asked = is_not ? predicate.of : predicate;
  if (asked.kind !== 'value') return null;
  const { source, test } = asked;
  if (source.of === 'event') return { of: source.key, test, is_not };
  if (source.of !== 'expression' || !isOfProperties(source.expression) || !run.computesStored()) return null;
  return { of: source.expression, test, is_not };
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

type ValuePredicate = Extract<Predicate, { kind: 'value' }>;

function selectValue(predicate: ValuePredicate, run: Run, view: DatasetView): Uint32Array | null {
  const { source, test } = predicate;
  const { column, owner } = sourceColumn(source, run, view);
  if (owner === null) {
    tracing()?.note('selected', run.rows);
    return selectColumn(test, column, run.rows, view);
  }
  return selectOwned(passingOwners(predicate, test, column, view), owner, run);
}

/** Rows whose owner is in the set. */
function selectOwned(members: Uint32Array, owner: Uint32Array, run: Run): Uint32Array {
  tracing()?.note('selected by owner', run.rows);
  if (owner === run.actor) return selectActors(members, run.ranges, run.rows);
  return selectMembers(members, owner, run.rows);
}

/** A condition split in two: what rows alone decide, and what depends on current persons or groups. */
interface Halves {
  readonly of_rows: readonly Predicate[];
  /** Names of `of_rows`; null if it is empty. */
  readonly named: NamedConditions | null;
  readonly others: Predicate;
}

/** Cached per predicate, as one question asks the same of many runs. */
const split = new WeakMap<Predicate, Halves>();

function halvesOf(where: Predicate): Halves {
  let halves = split.get(where);
  if (halves === undefined) {
    const of = termsOf(where);
    const of_rows = of.filter(isOfRows);
    const each = of_rows.map(nameOf);
    halves = {
      of_rows,
      named: each.length === 0 ? null : { name: each.toSorted().join(' '), each },
      others: every(of.filter((term) => !isOfRows(term))),
    };
    split.set(where, halves);
  }
  return halves;
}

/** Predicates that must all hold. */
function termsOf(where: Predicate): Predicate[] {
  if (where.kind === 'and') return where.of.flatMap(termsOf);
  return where.kind === 'all' ? [] : [where];
}

/**
 * Like `select`, but the result must not be written to. The row-only half is cached with the run: a dashboard's questions
 * share filters, a project's internal-user filter is in all of them, and a follow-up question often adds one filter.
 */
function keptRows({ of_rows, named, others }: Halves, run: Run, view: DatasetView): Uint32Array | null {
  const make = (left: readonly number[]) => select(every(left.map((number) => of_rows[number]!)), run, view);
  const kept = named === null ? null : run.selection(named, make);
  const found = select(others, run, view);
  if (kept === null) return found;
  return found === null ? kept : and(found, kept);
}

/** Depends on event columns only. */
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

/** The source reads event columns only. */
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

/** Condition under which any match finds a row of the run; undefined = none does. */
function whereOf(matches: readonly EventMatch[], run: Run): Predicate | undefined {
  const of_run = matches.filter(({ event }) => event === null || event === run.event);
  return of_run.length === 0 ? undefined : either(of_run.map(({ where }) => where));
}

/** Bitmap of rows that any match finds: null = all, undefined = none. Do not write. */
export function matchRows(matches: readonly EventMatch[], run: Run, view: DatasetView): Uint32Array | null | undefined {
  const where = whereOf(matches, run);
  return where === undefined ? undefined : keptRows(halvesOf(where), run, view);
}

/** Rows of a run. */
export interface Matched {
  readonly run: Run;
  /** Bitmap over its rows; null = all. Do not write. */
  readonly select: Uint32Array | null;
}

/** Like `matchRows`, but in a filtered run if there is one. For callers that do not need the run's other rows. */
export function matchRun(matches: readonly EventMatch[], run: Run, view: DatasetView): Matched | undefined {
  const where = whereOf(matches, run);
  if (where === undefined) return undefined;
  const halves = halvesOf(where);
  const filtered = halves.named === null ? null : run.filtered(halves.named.name);
  if (filtered === null) return { run, select: keptRows(halves, run, view) };
  return filtered.rows === 0 ? undefined : { run: filtered, select: select(halves.others, filtered, view) };
}

/** Bitmap of the living persons for whom the predicate holds; do not write. */
export function personsWhere(predicate: Predicate, view: DatasetView): Uint32Array {
  view.checkpoint();
  switch (predicate.kind) {
    case 'all':
      return view.livingPersons();
    case 'none':
      return allocatePersons(view);
    case 'and':
      return predicate.of.reduce<Uint32Array>(
        (all, term) => and(all, personsWhere(term, view)),
        view.livingPersons().slice(),
      );
    case 'or':
      return predicate.of.reduce((all, term) => or(all, personsWhere(term, view)), allocatePersons(view));
    case 'not':
      return andNot(view.livingPersons().slice(), personsWhere(predicate.of, view));
    case 'value':
      assert(predicate.source.of === 'person', 'a predicate about persons');
      return living(passingOwners(predicate, predicate.test, view.personColumn(predicate.source.key), view), view);
    default:
      return view.ownerSet(null, nameOf(predicate), () => living(findPersons(predicate, view), view));
  }
}

function findPersons(condition: PersonCondition, view: DatasetView): Uint32Array {
  switch (condition.kind) {
    case 'cohort':
      return personsWhere(condition.where, view);
    case 'members':
      return personsOf(numbersIn(condition.distincts), view);
    case 'any_distinct_id':
      // Named by the test: the condition names the set of persons.
      return personsOf(members(passingOwners(condition.test, condition.test, view.distinctColumn(), view)), view);
    case 'behaviour':
      return behavedPersons(condition.behaviour, view, matchRows);
    case 'sampled':
      return sampledPersons(condition.share, view);
    default:
      return unreachable(condition);
  }
}

/** Properties and distinct ids may be kept of persons who are gone. */
function living(persons: Uint32Array, view: DatasetView): Uint32Array {
  return and(view.livingPersons().slice(), persons);
}

function allocatePersons(view: DatasetView): Uint32Array {
  return allocate(view.actorCount({ kind: 'person' }));
}

/** Persons of distinct ids. */
function personsOf(distincts: Iterable<number>, view: DatasetView): Uint32Array {
  const persons = allocatePersons(view);
  const person_of = view.distinctPersons();
  for (const distinct of distincts) if (distinct < person_of.length) set(persons, person_of[distinct]!);
  return persons;
}
