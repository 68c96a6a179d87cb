/**
 * Correlation: what actors who completed a funnel did between its steps more or less often than those who did not, or
 * which properties they have more or less often.
 */
import { ascending } from '../../../base/ascending.ts';
import { assert, unreachable } from '../../../base/assert.ts';
import { LIMIT } from '../../../model/limit.ts';
import type { CorrelationNumbers, CorrelationQuery, CorrelationRow } from '../../../model/question/correlation.ts';
import { ELEMENT_MARK, KEY_MARK } from '../../../model/question/mark.ts';
import type { Missed } from '../../../model/question/people.ts';
import type { Dimension } from '../../../model/question/query.ts';
import { type Codes, textOf } from '../../frame/column.ts';
import type { DatasetView } from '../../frame/dataset.ts';
import type { Part, Run } from '../../frame/run.ts';
import { inPhase, tracing } from '../../frame/trace.ts';
import { countSides, FAILURE, rowsBetween, type Sides, SUCCESS } from '../../kernels/funnel/correlation.ts';
import { type FunnelOutcomes, stepTimeMs } from '../../kernels/funnel/outcomes.ts';
import { groupKeys, groupRows, newGroups } from '../../select/breakdown.ts';
import { encodeNumbers } from '../../select/expression/vector.ts';
import { runsOf } from '../../select/matching.ts';
import { rowsIn } from '../../select/skipped.ts';
import { funnelOutcomes } from './outcomes.ts';

const AUTOCAPTURE = '$autocapture';
/** Public name of the element chain as a property. */
const ELEMENTS = 'elements_chain';
/** Its name in stored events; it is not a property of its own. */
const ELEMENTS_PROPERTY = '$elements_chain';
const EVENT_TYPE = '$event_type';
/** Values shared by no more actors than this say nothing. */
const FEW_ACTORS = 2;

export function computeCorrelation(query: CorrelationQuery, view: DatasetView): CorrelationNumbers {
  const sides = sidesOf(query, funnelOutcomes(query.funnel, view));
  const success = countOf(sides, SUCCESS);
  const failure = countOf(sides, FAILURE);
  // With nobody on one side there is nothing to compare.
  return { success, failure, rows: success === 0 || failure === 0 ? [] : countRows(query, sides, view) };
}

interface Correlates {
  readonly outcomes: FunnelOutcomes;
  readonly members: ReadonlySet<number>;
  readonly missed: Missed | null;
}

/** Actors behind one side of one row. `key`: the parts of the row's key, joined. */
export function correlated(query: CorrelationQuery, key: string, is_success: boolean, view: DatasetView): Correlates {
  const outcomes = funnelOutcomes(query.funnel, view);
  const sides = sidesOf(query, outcomes);
  const found = new Members(sides, is_success ? SUCCESS : FAILURE, key);
  findRows(query, sides, view, found);
  const missed = found.actors.size > 0 ? null : missedRow(query, key, sides, view);
  return { outcomes, members: found.actors, missed };
}

/** Whether any row has this key, whichever its side. */
function missedRow(query: CorrelationQuery, key: string, sides: Sides, view: DatasetView): Missed | null {
  const found = new Counts(sides);
  findRows(query, sides, view, found);
  const names = found.rows().map((row) => row.key.join(KEY_MARK));
  if (names.includes(key)) return null;
  return { key: [key], known: names.slice(0, LIMIT.values_compared).map((name) => [name]) };
}

function countRows(query: CorrelationQuery, sides: Sides, view: DatasetView): CorrelationRow[] {
  const found = new Counts(sides);
  inPhase('kernels', () => findRows(query, sides, view, found));
  if (query.type !== 'event_with_properties') return found.rows();
  return found.rows().filter(({ success, failure }) => success + failure > FEW_ACTORS);
}

function findRows(query: CorrelationQuery, sides: Sides, view: DatasetView, found: Found): void {
  switch (query.type) {
    case 'events':
      findEvents(query, sides, view, found);
      break;
    case 'properties':
      findProperties(query, sides, view, found);
      break;
    case 'event_with_properties':
      findEventProperties(query, sides, view, found);
      break;
    default:
      unreachable(query.type);
  }
}

function sidesOf({ funnel }: CorrelationQuery, outcomes: FunnelOutcomes): Sides {
  const actors = outcomes.level.length;
  const side = new Uint8Array(actors);
  const after_ms = new Float64Array(actors);
  const before_ms = new Float64Array(actors);
  const last = funnel.steps.length - 1;
  for (let actor = 0; actor < actors; actor++) {
    const level = outcomes.level[actor]!;
    if (level === 0) continue;
    const is_through = level > last;
    side[actor] = is_through ? SUCCESS : FAILURE;
    after_ms[actor] = stepTimeMs(outcomes, actor, 0);
    before_ms[actor] = is_through ? stepTimeMs(outcomes, actor, last) : after_ms[actor]! + funnel.window_ms;
  }
  return { side, after_ms, before_ms };
}

function countOf({ side }: Sides, wanted: number): number {
  let count = 0;
  for (let actor = 0; actor < side.length; actor++) if (side[actor] === wanted) count++;
  return count;
}

/** What codes stand for. */
interface Keys {
  /** Codes are below this. */
  readonly count: number;
  /** Key of a code that some row has; null = none. */
  of(code: number): readonly string[] | null;
}

/** Receives rows, each with a code that has a key. */
interface Found {
  take(rows: Uint32Array, actor: Uint32Array, codes: Codes, keys: Keys): void;
}

/** Counts by key across runs and parts. */
class Counts implements Found {
  readonly #side: Uint8Array;
  readonly #rows = new Map<string, { key: readonly string[]; success: number; failure: number }>();

  constructor({ side }: Sides) {
    this.#side = side;
  }

  take(rows: Uint32Array, actor: Uint32Array, codes: Codes, keys: Keys): void {
    const counts = countSides(rows, actor, this.#side, codes, keys.count);
    for (let code = 0; code < keys.count; code++) {
      const [success, failure] = [counts[code * 2]!, counts[code * 2 + 1]!];
      const key = success + failure === 0 ? null : keys.of(code);
      if (key !== null) this.#add(key, success, failure);
    }
  }

  #add(key: readonly string[], success: number, failure: number): void {
    const name = nameOfKey(key);
    const row = this.#rows.get(name);
    if (row === undefined) this.#rows.set(name, { key, success, failure });
    else {
      row.success += success;
      row.failure += failure;
    }
  }

  rows(): CorrelationRow[] {
    return [...this.#rows.values()];
  }
}

/** Different for different keys. Takes a third of the time of JSON. */
function nameOfKey(key: readonly string[]): string {
  let name = '';
  for (const part of key) name += `${part.length}:${part}`;
  return name;
}

/** Collects the actors who are on one side and have one key. */
class Members implements Found {
  readonly actors = new Set<number>();
  readonly #side: Uint8Array;
  readonly #wanted: number;
  readonly #key: string;

  constructor({ side }: Sides, wanted: number, key: string) {
    this.#side = side;
    this.#wanted = wanted;
    this.#key = key;
  }

  take(rows: Uint32Array, actor: Uint32Array, codes: Codes, keys: Keys): void {
    /** code -> whether it belongs to the key, of those met. */
    const meant: boolean[] = [];
    for (const row of rows) {
      const who = actor[row]!;
      if (this.#side[who] !== this.#wanted) continue;
      const code = codes[row]!;
      meant[code] ??= keys.of(code)?.join(KEY_MARK) === this.#key;
      if (meant[code]) this.actors.add(who);
    }
  }
}

interface RowsBetween {
  readonly run: Run;
  readonly part: Part;
  readonly rows: Uint32Array;
}

/** Runs, with their rows that lie between the steps of the funnel's actors. */
function* runsBetween(
  { funnel, excluded_events }: CorrelationQuery,
  asked: readonly string[] | null,
  sides: Sides,
  view: DatasetView,
): Iterable<RowsBetween> {
  const events = asked?.filter((event) => !excluded_events.includes(event)) ?? null;
  for (const part of view.parts({ events, ...funnel.range, actor: funnel.actor })) {
    for (const run of runsOf(part, events)) {
      if (excluded_events.includes(run.event)) continue;
      view.checkpoint();
      tracing()?.note('rows', rowsIn(run, null, part.skip));
      const rows = rowsBetween(run, sides, funnel.range, part.skip);
      if (rows.length > 0) yield { run, part, rows };
    }
  }
}

function findEvents(query: CorrelationQuery, sides: Sides, view: DatasetView, found: Found): void {
  for (const { run, rows } of runsBetween(query, null, sides, view)) {
    found.take(rows, run.actor, new Uint8Array(run.rows), { count: 1, of: () => [run.event] });
  }
}

function findEventProperties(query: CorrelationQuery, sides: Sides, view: DatasetView, found: Found): void {
  for (const { run, part, rows } of runsBetween(query, query.events, sides, view)) {
    if (run.event === AUTOCAPTURE) addElements(query, view, { run, part, rows }, found);
    else addProperties(query, view, run, rows, found);
  }
}

/** Text values only: numbers rarely repeat. */
function addProperties(query: CorrelationQuery, view: DatasetView, run: Run, rows: Uint32Array, found: Found): void {
  for (const property of view.eventProperties(run)) {
    view.checkpoint();
    if (property === ELEMENTS_PROPERTY || query.excluded_event_properties.includes(property)) continue;
    view.checkpoint();
    const column = run.column(property);
    if (column.kind === 'number') continue;
    const { codes, values } = column;
    const textAt = (code: number): readonly string[] | null => {
      const value = values.at(code);
      return typeof value === 'string' ? [run.event, property, value] : null;
    };
    found.take(rows, run.actor, codes, { count: values.length, of: textAt });
  }
}

const CAPTURED: readonly Dimension[] = [EVENT_TYPE, ELEMENTS_PROPERTY].map((key) => ({
  source: { of: 'event', key },
  normalize_url: false,
  bins: null,
}));

/** Autocaptured events are told apart by element and event type. */
function addElements(
  { funnel, excluded_event_properties }: CorrelationQuery,
  view: DatasetView,
  { run, part, rows }: RowsBetween,
  found: Found,
): void {
  if (excluded_event_properties.includes(ELEMENTS)) return;
  const groups = newGroups(CAPTURED);
  const group = groupRows(groups, run, view, { select: null, skip: part.skip, ...funnel.range });
  if (group === null) return;
  const keys = groupKeys(groups).map(([type, chain]) => {
    const value = `${type ?? ''}${ELEMENT_MARK}${chain ?? ''}`;
    return [run.event, ELEMENTS, value];
  });
  found.take(rows, run.actor, group, { count: keys.length, of: (code) => keys[code]! });
}

/** If properties are named, a missing one counts as an empty value; otherwise only existing values count. */
function findProperties(query: CorrelationQuery, { side }: Sides, view: DatasetView, found: Found): void {
  const { actor } = query.funnel;
  assert(actor.kind !== 'expression', 'people or groups, as others have no properties');
  const names = query.properties ?? view.ownerProperties(actor);
  // One row per actor.
  const actors = ascending(side.length);
  const members = actors.filter((index) => side[index] !== 0);
  for (const name of new Set(names)) {
    view.checkpoint();
    if (query.excluded_properties.includes(name)) continue;
    view.checkpoint();
    const column = actor.kind === 'person' ? view.personColumn(name) : view.groupColumn(actor.type_index, name);
    const { codes, values } = column.kind === 'dictionary' ? column : encodeNumbers(column.values);
    const keyAt = (code: number): readonly string[] | null => {
      const text = textOf(values.at(code) ?? null);
      return text === null && query.properties === null ? null : [name, text ?? ''];
    };
    found.take(members, actors, codes, { count: values.length, of: keyAt });
  }
}
