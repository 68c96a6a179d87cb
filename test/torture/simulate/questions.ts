/** Questions to the product whose answers the model knows. What differs is said, and what was answered. */
import type { Random } from '../../../src/base/random.ts';
import { localOwner } from '../../../src/service/access/authenticate.ts';
import { call } from '../../../src/service/gate/call.ts';
import { OPERATIONS } from '../../../src/service/operations/index.ts';
import type { RunningService } from '../../../src/service/service.ts';
import type { Model } from './model.ts';
import { dayOf, NAMES } from './sent.ts';

export type Body = Record<string, unknown>;
type Row = Record<string, unknown>;

export async function ask(service: RunningService, name: string, body: Body): Promise<unknown> {
  const operation = OPERATIONS.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`no operation ${name}`);
  const answer = await call(service, localOwner(service), operation, body, { project_id: '1' });
  return JSON.parse(JSON.stringify(answer ?? null));
}

interface Asking {
  readonly service: RunningService;
  readonly model: Model;
  readonly event: string;
  readonly refresh: boolean;
  readonly now_ms: number;
}

type Question = (asking: Asking) => Promise<readonly [answered: unknown, expected: unknown]>;

const QUESTIONS: Readonly<Record<string, Question>> = {
  events,
  people,
  plans,
  tiers,
  statement,
  newest,
  insights,
  behind,
};

/** What is wrong with the answer to one of them; null = nothing. `told` gets every answer. */
export async function compare(
  random: Random,
  asking: Omit<Asking, 'event' | 'refresh'>,
  told: (answer: unknown) => void,
) {
  const names = Object.keys(QUESTIONS);
  const name = names[random.below(names.length)]!;
  const event = NAMES[random.below(NAMES.length)]!;
  const [answered, expected] = await QUESTIONS[name]!({ ...asking, event, refresh: random.chance(0.3) });
  told([name, answered]);
  const [left, right] = [JSON.stringify(answered), JSON.stringify(expected)];
  return left === right ? null : `${name} of ${event}: ${left}\nexpected: ${right}`;
}

async function trend({ service, event, refresh }: Asking, line: Body, more: Body = {}): Promise<Row[]> {
  const body = { events: [{ id: event, ...line }], date_from: '2025-01-01', refresh, ...more };
  return ((await ask(service, 'compute_trend', body)) as { result: Row[] }).result;
}

/** The days on which there is something. */
function filled(row: Row | undefined): [string, number][] {
  const data = (row?.['data'] ?? []) as number[];
  const days = (row?.['days'] ?? []) as string[];
  return days.map((day, at): [string, number] => [day, data[at]!]).filter(([, count]) => count > 0);
}

async function events(asking: Asking) {
  const [row] = await trend(asking, {});
  return [filled(row), [...asking.model.byDay(asking.event, 'events')].sort()] as const;
}

async function people(asking: Asking) {
  const [row] = await trend(asking, { math: 'dau' });
  return [filled(row), [...asking.model.byDay(asking.event, 'people')].sort()] as const;
}

async function plans(asking: Asking) {
  const rows = await trend(asking, {}, { breakdown: 'plan' });
  const expected = Map.groupBy(asking.model.named(asking.event), ({ plan }) => plan);
  const counts = [...expected].map(([plan, list]): [string, number] => [plan, list.length]);
  return [rows.map((row) => [row['breakdown_value'], row['count']]).sort(), counts.sort()] as const;
}

/** By what is known of people now, whenever the event was. */
async function tiers(asking: Asking) {
  const rows = await trend(
    asking,
    { math: 'dau' },
    { breakdown: 'tier', breakdown_type: 'person', display: 'BoldNumber' },
  );
  const byTier = Map.groupBy(asking.model.named(asking.event), (event) => asking.model.tierOf(event));
  byTier.delete(null);
  const found = rows.filter((row) => ['gold', 'tin'].includes(String(row['breakdown_value'])));
  const expected = [...byTier].map(([tier, list]) => [tier, asking.model.peopleIn(list)]);
  return [found.map((row) => [row['breakdown_value'], row['aggregated_value']]).sort(), expected.sort()] as const;
}

async function statement({ service, model }: Asking) {
  const query = 'select count(), uniq(person_id), uniq(distinct_id) from events';
  const { results } = (await ask(service, 'run_sql', { query })) as { results: unknown[][] };
  const all = model.named(null);
  return [results[0], [all.length, model.peopleIn(all), new Set(all.map(({ about }) => about.id)).size]] as const;
}

async function newest({ service, model }: Asking) {
  const { results } = (await ask(service, 'list_events', { limit: 20 })) as {
    results: { id?: string; uuid?: string }[];
  };
  const times = new Map([...model.events.values()].map(({ uuid, at_ms }) => [uuid, at_ms]));
  const expected = [...times.values()].sort((a, b) => b - a).slice(0, 20);
  return [results.map(({ id, uuid }) => times.get(uuid ?? id ?? '') ?? 'nobody sent it'), expected] as const;
}

async function insights({ service, model }: Asking) {
  const { results } = (await ask(service, 'list_insights', { limit: 1_000 })) as {
    results: { id: number; name: string }[];
  };
  const expected = [...model.insights].filter(([, { deleted }]) => !deleted).map(([id, { name }]) => [id, name]);
  return [results.map(({ id, name }) => [id, name]).sort(byNumber), expected.sort(byNumber)] as const;
}

function byNumber([a]: readonly unknown[], [b]: readonly unknown[]): number {
  return Number(a) - Number(b);
}

/** Who is behind the last day of a trend. */
async function behind({ service, model, event, now_ms }: Asking) {
  const day = dayOf(now_ms);
  const question = { kind: 'trend', events: [{ id: event, math: 'dau' }], date_from: '2025-01-01' };
  const body = { question, day, limit: 100 };
  const { results } = (await ask(service, 'list_persons', body)) as { results: { distinct_ids?: string[] }[] };
  const there = model.named(event).filter(({ at_ms }) => dayOf(at_ms) === day);
  const expected = new Set(there.map((one) => model.personOf(one)));
  return [results.length, expected.size] as const;
}

/** Uuids of every event that is stored. */
export async function storedUuids(service: RunningService): Promise<ReadonlySet<string>> {
  const { results } = (await ask(service, 'run_sql', {
    query: 'select uuid from events limit 50000',
    refresh: true,
  })) as { results: [string][] };
  return new Set(results.map(([uuid]) => uuid));
}
