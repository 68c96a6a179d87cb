/**
 * Repairs what a flip or a block of other bytes has damaged. Passes if the new file is whole, has all events but those that
 * are said to be gone, each as it was but for values said to be gone, and answers all questions: the same where
 * nothing is gone.
 */
import { closeSync, copyFileSync, openSync, rmSync, writeSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { seeded } from '../../src/base/random.ts';
import { ServiceError } from '../../src/model/error.ts';
import type { Repaired } from '../../src/service/operator/losses.ts';
import { repairFile } from '../../src/service/operator/repair.ts';
import { storedEvents, storedSpans } from '../../src/service/operator/stored_lines.ts';
import { openStore } from '../../src/store/store.ts';
import type { Store } from '../../src/store/types/store.ts';
import { answersOf, flip, QUESTIONS, type Whole } from './flips.ts';

/** `refused`: it said that it cannot. */
export type Outcome = 'whole' | 'kept' | 'lost' | 'refused' | 'wrong';

export interface RepairTrial {
  readonly outcome: Outcome;
  /** What is gone, or wrong. */
  readonly about: string;
}

const BLOCK_BYTES = 64;

type Properties = Record<string, unknown>;

/** With names and ids as texts. */
interface KeptEvent {
  readonly fixed: string;
  readonly properties: Properties;
}

/** uuid -> the event. */
type Events = ReadonlyMap<string, KeptEvent>;

type People = ReadonlyMap<string, unknown>;

function eventsOf(path: string): Events {
  const store = openStore(path);
  try {
    return new Map(store.projects.list().flatMap(({ id }) => [...eventsIn(store, id)]));
  } finally {
    store.close();
  }
}

function* eventsIn(store: Store, project_id: number): Generator<[string, KeptEvent]> {
  const names = new Map(store.definitions.events(project_id).map(({ ord, name }) => [ord, name]));
  const ids = Array.from(store.people.distinctTextsFrom(project_id, 0));
  const person_of = store.people.personOf(project_id, 0);
  for (const span of storedSpans(store, project_id)) {
    const eventAt = storedEvents(span);
    for (let row = 0; row < span.rows; row++) {
      const { uuid, event, distinct, time_ms, properties } = eventAt(row);
      const fixed = [project_id, names.get(event), ids[distinct], person_of[distinct], time_ms].join('\n');
      yield [uuid, { fixed, properties: JSON.parse(properties) }];
    }
  }
}

/** Project and number of the person -> its distinct ids (numbers) and properties, of all that live. */
function peopleOf(path: string): People {
  const store = openStore(path);
  try {
    return new Map(store.projects.list().flatMap(({ id }) => [...peopleIn(store, id)]));
  } finally {
    store.close();
  }
}

function* peopleIn({ people }: Store, project_id: number): Generator<[string, unknown]> {
  const ids = Map.groupBy(people.personOf(project_id, 0).entries(), ([, person]) => person);
  for (const { ord, first_distinct, ...person } of people.changedSince(project_id, -1)) {
    yield [`${project_id} ${ord}`, { ...person, first_distinct, ids: ids.get(ord)?.map(([id]) => id) }];
  }
}

function changedPeople(before: People, after: People): number {
  const all = new Set([...before.keys(), ...after.keys()]);
  return [...all].filter((who) => !isDeepStrictEqual(before.get(who), after.get(who))).length;
}

/** A file, and what is in it. */
export interface Known extends Whole {
  readonly events: Events;
  readonly people: People;
}

export function known(whole: Whole): Known {
  const read = `${whole.path}.read`;
  copyFileSync(whole.path, read);
  return { ...whole, events: eventsOf(read), people: peopleOf(read) };
}

/** Flips a bit, or writes a block of random bytes where it is. */
export async function repairOne(whole: Known, bit: number, kind: 'bit' | 'block', path: string): Promise<RepairTrial> {
  const repaired = `${path}.new`;
  copyFileSync(whole.path, path);
  if (kind === 'bit') flip(path, bit);
  else overwrite(path, bit);
  try {
    const made = repairFile(path, repaired);
    if (made === null) return { outcome: 'whole', about: '' };
    const wrong = await wrongIn(whole, made, repaired);
    if (wrong !== null) return { outcome: 'wrong', about: [wrong, ...made.gone].join('\n') };
    return { outcome: made.gone.length === 0 ? 'kept' : 'lost', about: made.gone.join('\n') };
  } catch (error) {
    if (error instanceof ServiceError) return { outcome: 'refused', about: error.message };
    return { outcome: 'wrong', about: error instanceof Error ? (error.stack ?? '') : String(error) };
  } finally {
    for (const file of [path, repaired]) {
      for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true });
    }
  }
}

function overwrite(path: string, bit: number): void {
  const random = seeded(bit);
  const file = openSync(path, 'r+');
  const bytes = Uint8Array.from({ length: BLOCK_BYTES }, () => random.below(256));
  writeSync(file, bytes, 0, BLOCK_BYTES, Math.floor(bit / 8));
  closeSync(file);
}

/** A property that is not what it was and not said to be gone; null = none. */
function changedIn(before: Properties, after: Properties, said: string): string | null {
  for (const name of Object.keys({ ...before, ...after })) {
    if (isDeepStrictEqual(before[name], after[name])) continue;
    if (after[name] !== undefined || !said.includes(`values of ${JSON.stringify(name)} of up to`)) return name;
  }
  return null;
}

/** null = all is well. */
async function wrongIn(
  whole: Known,
  { verified, gone, events_gone }: Repaired,
  repaired: string,
): Promise<string | null> {
  const events = eventsOf(repaired);
  if (whole.events.size - events.size !== events_gone || verified.events !== events.size)
    return `${events.size} events of ${whole.events.size}, and ${events_gone} said to be gone`;
  const said = gone.join('\n');
  const same = new Map<string, Properties[]>();
  if (said.includes('the ids of ')) {
    for (const { fixed, properties } of whole.events.values())
      same.set(fixed, [...(same.get(fixed) ?? []), properties]);
  }
  for (const [uuid, event] of events) {
    const before = whole.events.get(uuid);
    // It has another id: it is one of those of its time.
    const others = same.get(event.fixed) ?? [];
    if (before === undefined && others.some((other) => changedIn(other, event.properties, said) === null)) continue;
    if (before === undefined) return `event ${uuid} was never there`;
    const isRenamed = /distinct id|event \d+" now/.test(said);
    if (event.fixed !== before.fixed && !isRenamed) return `${event.fixed} was ${before.fixed}`;
    const changed = changedIn(before.properties, event.properties, said);
    if (changed !== null) return `${changed} of event ${uuid}`;
  }
  const changed = changedPeople(whole.people, peopleOf(repaired));
  const people_gone = [...said.matchAll(/of ([\d,]+) (?:people|person)/g)].map(([, count]) =>
    Number(count!.replaceAll(',', '')),
  );
  if (changed > people_gone.reduce((sum, count) => sum + count, 0)) return `${changed} people changed`;
  const answers = await answersOf(repaired);
  for (const [at, answer] of answers.entries()) {
    const [name, body] = QUESTIONS[at]!;
    const question = `${name} ${JSON.stringify(body)}`;
    if (gone.length === 0 && !isDeepStrictEqual(answer, whole.answers[at])) return `another answer: ${question}`;
    if (answer instanceof Error && !isAboutGone(answer, said)) return `${question}: ${answer.stack}`;
  }
  return null;
}

/** A saved insight or cohort that is said to be gone, or a property that is in no event now. */
function isAboutGone(answer: Error, said: string): boolean {
  return (
    answer instanceof ServiceError && answer.code !== 'data_corrupted' && /^(insight|cohort|values of) /m.test(said)
  );
}
