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

/** uuid -> the event, with names and ids as texts. */
type Events = ReadonlyMap<string, { readonly fixed: string; readonly properties: Properties }>;

function eventsOf(path: string): Events {
  const store = openStore(path);
  try {
    const names = new Map(store.definitions.events(1).map(({ ord, name }) => [ord, name]));
    const ids = Array.from(store.people.distinctTextsFrom(1, 0));
    const person_of = store.people.personOf(1, 0);
    const events = new Map<string, { fixed: string; properties: Properties }>();
    for (const span of storedSpans(store, 1)) {
      const eventAt = storedEvents(span);
      for (let row = 0; row < span.rows; row++) {
        const { uuid, event, distinct, time_ms, properties } = eventAt(row);
        const fixed = [names.get(event), ids[distinct], person_of[distinct], time_ms].join('\n');
        events.set(uuid, { fixed, properties: JSON.parse(properties) });
      }
    }
    return events;
  } finally {
    store.close();
  }
}

/** Number of the person -> its distinct ids (numbers) and properties, of all that live. */
function peopleOf(path: string): ReadonlyMap<number, unknown> {
  const store = openStore(path);
  try {
    const ids = Map.groupBy(store.people.personOf(1, 0).entries(), ([, person]) => person);
    return new Map(
      Array.from(store.people.changedSince(1, -1), ({ ord, first_distinct, ...person }) => [
        ord,
        { ...person, first_distinct, ids: ids.get(ord)?.map(([id]) => id) },
      ]),
    );
  } finally {
    store.close();
  }
}

function changedPeople(before: ReadonlyMap<number, unknown>, after: ReadonlyMap<number, unknown>): number {
  const all = new Set([...before.keys(), ...after.keys()]);
  return [...all].filter((ord) => !isDeepStrictEqual(before.get(ord), after.get(ord))).length;
}

/** A file, and what is in it. */
export interface Known extends Whole {
  readonly events: Events;
  readonly people: ReadonlyMap<number, unknown>;
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
