/** Compares a file's events with their copy in a database of their own: counts, checksums and answers. */
import { answerInSql } from '../../clickhouse/answer.ts';
import type { Database } from '../../clickhouse/server/database.ts';
import type { EventRow } from '../../clickhouse/server/rows.ts';
import { answerQuery } from '../../engine/answer.ts';
import { ServiceError } from '../../model/error.ts';
import type { Project } from '../../model/saved/project.ts';
import type { Store } from '../../store/types/store.ts';
import type { Datasets } from '../data/datasets.ts';
import { spanOf } from '../names/data_span.ts';
import { agreed, sampleQuestions } from './agreement.ts';

export interface MoveStep {
  readonly kind: 'copied' | 'compared' | 'asked';
  readonly project_id: number;
  /** Number of events, (event, month) pairs or questions done so far. */
  readonly done: number;
}

export interface MoveParts {
  readonly store: Store;
  readonly datasets: Datasets;
}

/** Count and checksums of some rows. */
export interface Sum {
  readonly events: number;
  readonly times: bigint;
  readonly uuids: bigint;
  /** Bytes of their properties as JSON. */
  readonly bytes: number;
}

/** What the rows of a sum have in common -> sum */
export type Sums = Map<string, Sum>;

const NOTHING: Sum = { events: 0, times: 0n, uuids: 0n, bytes: 0 };

export function addRow(sums: Sums, { time, uuid, json }: EventRow, key: string): void {
  const before = sums.get(key) ?? NOTHING;
  sums.set(key, {
    events: before.events + 1,
    times: before.times + BigInt(time),
    uuids: before.uuids + BigInt(Number.parseInt(uuid.slice(0, 8), 16)),
    bytes: before.bytes + Buffer.byteLength(json),
  });
}

/** Key of event and month (YYYYMM). */
export function monthOf({ event, day }: EventRow): string {
  return JSON.stringify([event, Number(day.slice(0, 4)) * 100 + Number(day.slice(5, 7))]);
}

/** `own`: sums of the file by `monthOf`. @throws ServiceError if anything differs */
export async function* compareSums(database: Database, project_id: number, own: Sums): AsyncGenerator<MoveStep> {
  const there: Sums = new Map();
  for (const { event, month, events, times, uuids, bytes } of await database.sums(project_id)) {
    there.set(JSON.stringify([event, month]), { events, times: BigInt(times), uuids: BigInt(uuids), bytes });
  }
  for (const key of new Set([...own.keys(), ...there.keys()])) {
    const [here, copied] = [textOf(own.get(key)), textOf(there.get(key))];
    if (here !== copied) throw different(`${key}: ${here} here, ${copied} there`);
  }
  yield { kind: 'compared', project_id, done: own.size };
}

export function textOf({ events, times, uuids, bytes }: Sum = NOTHING): string {
  return `${events} events, checksums ${times} ${uuids} ${bytes}`;
}

/** No merge may be under way in the database. @throws ServiceError if an answer differs */
export async function* compareAnswers(
  { store, datasets }: MoveParts,
  database: Database,
  project: Project,
): AsyncGenerator<MoveStep> {
  const defined = store.definitions.events(project.id);
  const span = spanOf(defined);
  if (span === null) return;
  const names = defined.toSorted((a, b) => b.count - a.count).map(({ name }) => name);
  const { signal } = new AbortController();
  const { asking } = database.question({ project_id: project.id, has_moves: false, signal });
  let done = 0;
  for (const asked of sampleQuestions(names, span.first_seen_ms, span.last_seen_ms)) {
    const there = await answerInSql(asked, asking);
    if (there === null) continue;
    const here = store.snapshot(() => answerQuery(asked, datasets.current(project)));
    const [own, other] = [agreed(asked.kind, here), agreed(asked.kind, there)];
    if (own !== other) throw different(`a question of kind ${asked.kind} about ${names.join(', ').slice(0, 200)}`);
    yield { kind: 'asked', project_id: project.id, done: ++done };
  }
}

function different(what: string): ServiceError {
  return new ServiceError(
    'conflict',
    `What was copied differs, and nothing was changed: ${what}. Has the file been written to meanwhile? A database that an earlier move left must be emptied first.`,
  );
}

/** Project -> revision of its last change. */
export type Revisions = ReadonlyMap<number, number>;

export function revisionsOf({ events, projects }: Store): Revisions {
  return new Map(projects.list().map(({ id }) => [id, events.revision(id)]));
}

/** Call within the transaction that switches over. @throws ServiceError if anything was not compared */
export function checkUnchanged(store: Store, before: Revisions): void {
  const now = revisionsOf(store);
  if (now.size === before.size && before.entries().every(([id, revision]) => now.get(id) === revision)) return;
  throw new ServiceError(
    'conflict',
    'The file has been written to meanwhile, and nothing was changed. Stop the server, and move again.',
  );
}
