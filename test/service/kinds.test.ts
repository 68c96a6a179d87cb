/** Everything derived from the list of kinds works for each: by its tool, filters, query node, as CSV, as a chart. */
import { beforeEach, describe, expect, test } from 'vitest';
import { must } from '../../src/base/assert.ts';
import type { Chart } from '../../src/model/question/chart.ts';
import { type KindName, namesOf } from '../../src/model/question/kind.ts';
import type { PeopleResult } from '../../src/model/question/people.ts';
import type { ComputedAnswer } from '../../src/model/question/result.ts';
import type { Insight } from '../../src/model/saved/insight.ts';
import type { Operation } from '../../src/service/contract/operation.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { KIND_BODIES, KINDS_WITH_BODY } from '../support/kinds.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct } from '../support/questions.ts';

const URL_OF_CALL = 'http://127.0.0.1/api/projects/1/insights/';
const VIEWS = ['$pageview'];

let asked: Asked;

beforeEach(() => {
  asked = askedProduct();
  for (const who of ['a', 'b', 'c']) {
    asked.add(event('sign up', who, '2026-01-12T10:00:00Z'), event('viewed', who, '2026-01-12T10:01:00Z'));
    if (who !== 'c') asked.add(event('paid', who, '2026-01-12T10:05:00Z'));
  }
});

function computing(kind: KindName): Operation {
  return operationNamed(namesOf(kind).operation);
}

/** Every address of people in an answer, with the number that stands beside it where it is a count of people. */
function addressesIn(node: unknown): string[] {
  if (typeof node === 'string') return node.includes('/persons/?') ? [node] : [];
  return typeof node === 'object' && node !== null ? Object.values(node).flatMap(addressesIn) : [];
}

describe.each(KINDS_WITH_BODY)('%s', (kind) => {
  test('its answer says its kind, and is told, drawn and tabled by it', async () => {
    const operation = computing(kind);
    const answer = await asked.ask<ComputedAnswer<unknown>>(operation, KIND_BODIES[kind]);
    expect(answer.resolved.kind).toBe(kind);
    expect(operation.text(answer).split('\n')[0]).toBe(`${answer.resolved.question}.`);
    expect(operation.table?.(answer).rows.length).toBeGreaterThan(0);
    const chart = must(operation.chart?.(answer, KIND_BODIES[kind]), 'a chart') as Chart;
    expect(chart.empty).toBeNull();
    expect(chart.listing?.arguments).toMatchObject({ question: { kind } });
  });

  test('the addresses in its answer lead to people', async () => {
    const answer = await asked.ask<ComputedAnswer<unknown>>(computing(kind), KIND_BODIES[kind], URL_OF_CALL);
    const counts: number[] = [];
    for (const address of addressesIn(answer.result)) {
      const sent = Object.fromEntries(new URL(address).searchParams);
      counts.push((await asked.ask<PeopleResult>(operationNamed('list_persons'), sent)).count);
    }
    expect(Math.max(...counts)).toBeGreaterThan(0);
  });

  test('filters and query nodes that name it ask the same', async () => {
    const { insight, node } = namesOf(kind);
    if (insight === null || node === null) return expect([insight, node]).toEqual([null, null]);
    const { result } = await asked.ask<ComputedAnswer<unknown>>(computing(kind), KIND_BODIES[kind]);
    const filters = { ...KIND_BODIES[kind], insight };
    const saved = await asked.ask<Insight>(operationNamed('create_insight'), { name: kind, filters });
    const shown = await asked.ask<Insight>(operationNamed('get_insight'), { id: String(saved.id), refresh: true });
    expect(shown.resolved?.kind).toBe(kind);
    expect(shown.result).toEqual(result);
    const listed = await asked.ask<{ results: Insight[] }>(operationNamed('list_insights'), { insight });
    expect(listed.results.map(({ id }) => id)).toEqual([saved.id]);
    const queried = await asked.ask<{ resolved: { kind: string } }>(operationNamed('run_query'), {
      query: { kind: node, series: [{ kind: 'EventsNode', event: 'paid' }], pathsFilter: { includeEventTypes: VIEWS } },
    });
    expect(queried.resolved.kind).toBe(kind);
  });

  test('asked of another operation it is refused, with the one that computes it', async () => {
    const { insight, operation } = namesOf(kind);
    const other = must(
      KINDS_WITH_BODY.find((one) => namesOf(one).insight !== null && namesOf(one).operation !== operation),
      'another',
    );
    const refusal = await asked.refusal(computing(other), { ...KIND_BODIES[other], insight: insight ?? 'no kind' });
    expect(refusal.code).toBe('not_supported');
    if (insight !== null) expect(refusal.message).toContain(`"${insight}" is not computed here`);
  });
});
