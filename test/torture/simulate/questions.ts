/** Questions to the product whose answers the model knows. What differs is said, and what was answered. */
import type { Random } from '../../../src/base/random.ts';
import { ServiceError } from '../../../src/model/error.ts';
import { authenticate, localOwner } from '../../../src/service/access/authenticate.ts';
import { call } from '../../../src/service/gate/call.ts';
import { operationNamed } from '../../../src/service/operations/index.ts';
import type { RunningService } from '../../../src/service/service.ts';
import type { Model } from './model.ts';
import { dayOf, NAMES } from './sent.ts';

export type Body = Record<string, unknown>;
type Row = Record<string, unknown>;

export async function ask(service: RunningService, name: string, body: Body): Promise<unknown> {
  const operation = operationNamed(name);
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

/** What is answered, and what would be right at this moment. */
interface Question {
  ask(asking: Asking): Promise<unknown>;
  expect(asking: Asking): unknown;
}

/** A question that is under way. */
export interface UnderWay {
  readonly text: string;
  readonly answered: Promise<unknown>;
  expected(): unknown;
}

export function begin(random: Random, asking: Omit<Asking, 'event' | 'refresh'>): UnderWay {
  const names = Object.keys(QUESTIONS);
  const name = names[random.below(names.length)]!;
  const event = NAMES[random.below(NAMES.length)]!;
  const whole = { ...asking, event, refresh: random.chance(0.3) };
  const { ask: asked, expect } = QUESTIONS[name]!;
  return { text: `${name} of ${event}`, answered: asked(whole), expected: () => expect(whole) };
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

const events: Question = {
  ask: async (asking) => filled((await trend(asking, {}))[0]),
  expect: ({ model, event }) => [...model.byDay(event, 'events')].sort(),
};

const people: Question = {
  ask: async (asking) => filled((await trend(asking, { math: 'dau' }))[0]),
  expect: ({ model, event }) => [...model.byDay(event, 'people')].sort(),
};

const plans: Question = {
  async ask(asking) {
    const rows = await trend(asking, {}, { breakdown: 'plan' });
    return rows.map((row) => [row['breakdown_value'], row['count']]).sort();
  },
  expect({ model, event }) {
    const byPlan = Map.groupBy(model.named(event), ({ plan }) => plan);
    return [...byPlan].map(([plan, list]): [string, number] => [plan, list.length]).sort();
  },
};

/** By what is known of people now, whenever the event was. */
const tiers: Question = {
  async ask(asking) {
    const by = { breakdown: 'tier', breakdown_type: 'person', display: 'BoldNumber' };
    const rows = await trend(asking, { math: 'dau' }, by);
    const found = rows.filter((row) => ['gold', 'tin'].includes(String(row['breakdown_value'])));
    return found.map((row) => [row['breakdown_value'], row['aggregated_value']]).sort();
  },
  expect({ model, event }) {
    const byTier = Map.groupBy(model.named(event), (one) => model.tierOf(one));
    byTier.delete(null);
    return [...byTier].map(([tier, list]) => [tier, model.peopleIn(list)]).sort();
  },
};

const statement: Question = {
  async ask({ service }) {
    const query = 'select count(), uniq(person_id), uniq(distinct_id) from events';
    return ((await ask(service, 'run_sql', { query })) as { results: unknown[][] }).results[0];
  },
  expect({ model }) {
    const all = model.named(null);
    return [all.length, model.peopleIn(all), new Set(all.map(({ about }) => about.id)).size];
  },
};

const newest: Question = {
  async ask({ service }) {
    const { results } = (await ask(service, 'list_events', { limit: 20 })) as { results: { timestamp: string }[] };
    return results.map(({ timestamp }) => Date.parse(timestamp));
  },
  expect({ model }) {
    const times = [...model.events.values()].map(({ at_ms }) => at_ms);
    return times.sort((a, b) => b - a).slice(0, 20);
  },
};

const insights: Question = {
  async ask({ service }) {
    const { results } = (await ask(service, 'list_insights', { limit: 1_000 })) as {
      results: { id: number; name: string }[];
    };
    return results.map(({ id, name }) => [id, name]).sort(byNumber);
  },
  expect({ model }) {
    const there = [...model.insights].filter(([, { deleted }]) => !deleted);
    return there.map(([id, { name }]) => [id, name]).sort(byNumber);
  },
};

/** Everybody of a tier, with events or without. */
const everybody: Question = {
  async ask({ service, refresh }) {
    const query =
      "select properties.tier, count() from persons where properties.tier in ('gold', 'tin') group by 1 order by 1";
    return ((await ask(service, 'run_sql', { query, refresh })) as { results: unknown[] }).results;
  },
  expect({ model }) {
    const tiers = model.people.persons.map(({ properties }) => properties['tier']).filter((tier) => tier !== undefined);
    return [...Map.groupBy(tiers, (tier) => tier)].map(([tier, list]) => [tier, list.length]).sort();
  },
};

function byNumber([a]: readonly unknown[], [b]: readonly unknown[]): number {
  return Number(a) - Number(b);
}

/** Who is behind the last day of a trend. */
const behind: Question = {
  async ask({ service, event, now_ms }) {
    const question = { kind: 'trend', events: [{ id: event, math: 'dau' }], date_from: '2025-01-01' };
    const body = { question, day: dayOf(now_ms), limit: 100 };
    return ((await ask(service, 'list_persons', body)) as { results: unknown[] }).results.length;
  },
  expect({ model, event, now_ms }) {
    const there = model.named(event).filter(({ at_ms }) => dayOf(at_ms) === dayOf(now_ms));
    return new Set(there.map((one) => model.personOf(one))).size;
  },
};

/** Which keys open something. */
const keys: Question = {
  ask: ({ service, model }) => Promise.resolve([...model.keys.keys()].map((key) => isAccepted(service, key))),
  expect: ({ model, now_ms }) => [...model.keys.values()].map((until_ms) => now_ms < until_ms),
};

function isAccepted(service: RunningService, key: string): boolean {
  try {
    authenticate(service, key);
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 401) return false;
    throw error;
  }
}

const QUESTIONS: Readonly<Record<string, Question>> = {
  ...{ events, people, plans, tiers, statement, newest, insights, behind, everybody, keys },
};

/** Uuids of every event that is stored. */
export async function storedUuids(service: RunningService): Promise<ReadonlySet<string>> {
  const { results } = (await ask(service, 'run_sql', {
    query: 'select uuid from events limit 50000',
    refresh: true,
  })) as { results: [string][] };
  return new Set(results.map(([uuid]) => uuid));
}
