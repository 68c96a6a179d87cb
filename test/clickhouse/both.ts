/** One question, two engines: the embedded one over the store, and ClickHouse over what was sent on from the same store. */
import { type Asked, answerQuery, type Kind, type NumbersOf } from '../../src/engine/answer.ts';
import { alone } from '../../src/engine/frame/team.ts';
import type { Project } from '../../src/model/project.ts';
import type { Sample } from '../../src/model/query.ts';
import type { TrendNumbers } from '../../src/model/trend.ts';
import { openClickhouse } from '../../src/service/remote/clickhouse.ts';
import { shippedDataset } from '../../src/service/remote/dataset.ts';
import type { World } from '../golden/world.ts';

export interface Answers {
  /** As JSON, the same for numbers that mean the same. */
  readonly embedded: string;
  readonly clickhouse: string;
  /** How ClickHouse had to do with it: all of it, or by sending rows. */
  readonly by: 'sql' | 'rows';
}

export interface Both {
  ask<K extends Kind>(project: Project, asked: Asked<K>): Promise<Answers>;
  /** See `Events`. */
  squash(project: Project): Promise<void>;
  close(): Promise<void>;
}

type Opener = Parameters<typeof openClickhouse>[0]['open'];

const LOG = { info: () => {}, warn: console.warn, error: console.error, dropped: () => 0 };
const SPARE_BYTES = 64 * 1024 * 1024;

/** `open`: as `openClickhouse` takes it. */
export function openBoth({ service }: World, address: string, open?: Opener): Both {
  const { store, datasets } = service;
  const events = openClickhouse({ store, log: LOG, address, ...(open === undefined ? {} : { open }) });
  return {
    async ask(project, asked) {
      const own = answerQuery(asked, datasets.current(project));
      const embedded = textOf(asked.kind, own);
      const given = await events.compute(project, asked as Asked, new AbortController().signal);
      if (given.from === 'numbers') return { embedded, clickhouse: textOf(asked.kind, given.numbers), by: 'sql' };
      if (given.from !== 'rows') throw new Error('events are in ClickHouse');
      const view = shippedDataset(store, project.id, given.shipped, alone(), SPARE_BYTES);
      return { embedded, clickhouse: textOf(asked.kind, answerQuery(asked, view)), by: 'rows' };
    },
    squash: (project) => events.squash(project.id),
    close: () => events.close(),
  };
}

/** Order of groups and of times means nothing; sums of floats depend on the order of additions. */
function textOf(kind: Kind, numbers: NumbersOf<Kind>): string {
  return JSON.stringify(comparable(kind, numbers), (_, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(11)) : value,
  );
}

function comparable(kind: Kind, numbers: unknown): unknown {
  switch (kind) {
    case 'trend': {
      const { current, previous } = numbers as NumbersOf<'trend'>;
      return [current, previous ?? []].map((entities) => Array.from(entities, trendOf));
    }
    case 'stickiness': {
      const { current, previous } = numbers as NumbersOf<'stickiness'>;
      return [current, previous ?? []].map((entities) => entities.map((actors) => [...actors]));
    }
    case 'lifecycle':
      return (numbers as NumbersOf<'lifecycle'>).map((actors) => [...actors]);
    case 'retention':
      return byKey((numbers as NumbersOf<'retention'>).groups, ({ counts }) => [...counts]);
    case 'funnel':
      return funnelOf(numbers as NumbersOf<'funnel'>);
    default:
      return numbers;
  }
}

/** Groups of nothing but zeros are left out. */
function trendOf({ groups, values, buckets, rest }: TrendNumbers): unknown {
  const rows = groups.map((key, group) => ({
    key,
    values: Array.from({ length: buckets }, (_, bucket) => values[bucket * groups.length + group]!),
  }));
  if (rest !== null) throw new Error('all groups are told');
  return byKey(
    rows.filter((row) => row.values.some((value) => value !== 0)),
    (row) => row.values,
  );
}

function funnelOf(numbers: NumbersOf<'funnel'>): unknown {
  if (numbers.viz === 'time_to_convert') return [...numbers.times_ms].sort((a, b) => a - b);
  if (numbers.viz === 'trends') {
    return byKey(numbers.groups, ({ reached_from, reached_to }) => [[...reached_from], [...reached_to]]);
  }
  return byKey(numbers.groups, ({ counts, times_ms }) => [counts, times_ms.map(timesOf)]);
}

function timesOf(sample: Sample): number[] {
  return sample.flatMap(({ lists }) => lists.flatMap((list) => [...list])).sort((a, b) => a - b);
}

function byKey<T extends { readonly key: readonly (string | null)[] }>(
  groups: readonly T[],
  of: (group: T) => unknown,
): unknown {
  return groups.map((group) => [JSON.stringify(group.key), of(group)] as const).sort(([a], [b]) => (a < b ? -1 : 1));
}
