/** What was left out is said first, with valid arguments that bring it. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokensOf } from '../../src/base/tokens.ts';
import { findTool, toolNames } from '../../src/mcp/tools/catalogue.ts';
import { howToNarrow } from '../../src/mcp/tools/narrow.ts';
import { callTool } from '../../src/mcp/tools/tools.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { openService, type RunningService } from '../../src/service/service.ts';
import { written } from '../../src/service/text/passages.ts';
import { event } from '../support/product.ts';

const NOW = Date.parse('2026-01-15T12:00:00Z');
const MANY = 600;

let service: RunningService;
const folder = mkdtempSync(join(tmpdir(), 'insights-test-'));

interface Said {
  readonly text: string;
  readonly structured: Record<string, unknown>;
}

async function use(name: string, args: Record<string, unknown>): Promise<Said> {
  const request = { name, arguments: args, signal: new AbortController().signal, host: null };
  const options = { read_only: false, toolsets: ['all'] };
  const answer = (await callTool(service, localOwner(service), options, request)) as CallToolResult;
  const { text } = answer.content[0] as { text: string };
  expect(answer.isError ?? false, text).toBe(false);
  return { text, structured: answer.structuredContent as Record<string, unknown> };
}

/** The arguments a sentence names in backticks: those of the tool it names behind them, else of `tool`. */
function argumentsIn(sentence: string, tool: string): [tool: string, argument: string][] {
  return [...sentence.matchAll(/`([a-z_]+)`/g)].map((found) => {
    const behind = sentence.slice(found.index);
    const named = /^`[a-z_]+`(?:(?:, | or | and )`[a-z_]+`)* of ([a-z_]+)/.exec(behind)?.[1];
    return [named ?? tool, found[1]!];
  });
}

function unknownArguments(text: string, tool: string): string[] {
  return argumentsIn(text, tool)
    .filter(([of, name]) => !(name in (findTool(of)?.input.shape ?? {})))
    .map(([of, name]) => `${name} of ${of}`);
}

beforeAll(async () => {
  service = openService({ path: join(folder, 'test.db'), now: () => NOW });
  const project = service.store.projects.list()[0]!;
  const page = (at: number) => `/shop/articles/number-${at}?ref=${at * 7919}`;
  service.ingest.importItems(
    project,
    Array.from({ length: MANY }, (_, at) => [
      event('viewed', `visitor-${at % 50}`, new Date(NOW - at * 3_600_000).toISOString(), { page: page(at) }),
      event('bought', `visitor-${at % 50}`, new Date(NOW - at * 3_600_000 + 60_000).toISOString(), { page: page(at) }),
      event(`rare event number ${at}`, `visitor-${at}`, new Date(NOW - at * 3_600_000).toISOString(), {
        [`k${at}`]: at,
      }),
    ]).flat(),
  );
  for (let at = 0; at < 60; at++) {
    const filters = {
      insight: 'TRENDS',
      events: [{ id: 'viewed' }],
      breakdown: 'page',
      breakdown_limit: 900,
      date_from: '-60d',
    };
    await use('create_insight', {
      name: `Insight ${at}`,
      description: 'All of the pages, day by day. '.repeat(12),
      filters,
    });
  }
  await use('get_insight', { id: 1, refresh: true });
});

afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const VIEWED = { events: [{ id: 'viewed' }] };
const BOTH = { events: [{ id: 'viewed' }, { id: 'bought' }] };
const WIDE = { breakdown: 'page', breakdown_limit: 900, date_from: '-60d' };

const LONG: [tool: string, args: Record<string, unknown>][] = [
  ['compute_trend', { ...VIEWED, ...WIDE }],
  ['compute_trend', { ...VIEWED, ...WIDE, display: 'ActionsBarValue' }],
  ['compute_trend', { ...VIEWED, ...WIDE, compare: true }],
  ['compute_trend', { ...VIEWED, interval: 'minute', date_from: '-3d', date_to: '2026-01-15' }],
  [
    'compute_trend',
    { events: Array.from({ length: 26 }, (_, at) => ({ id: `rare event number ${at}` })), date_from: '-300d' },
  ],
  ['compute_funnel', { ...BOTH, ...WIDE }],
  ['compute_funnel', { ...BOTH, ...WIDE, funnel_viz_type: 'trends' }],
  ['compute_funnel', { ...BOTH, funnel_viz_type: 'trends', interval: 'hour', date_from: '-60d' }],
  ['compute_retention', { target_entity: { id: 'viewed' }, returning_entity: { id: 'bought' }, total_intervals: 100 }],
  ['compute_retention', { target_entity: { id: 'viewed' }, breakdown: 'page', breakdown_limit: 300 }],
  ['compute_path', { edge_limit: 2_000, date_from: '-60d' }],
  ['describe_project', { section: 'events', limit: 100 }],
  ['describe_project', {}],
  ['list_insights', { limit: 1_000 }],
  ['list_insights', { limit: 1 }],
  ['list_persons', { question: { kind: 'trend', ...VIEWED, date_from: '-60d' }, limit: 1_000 }],
  ['list_events', {}],
  ['get_activity', { limit: 1_000 }],
  ['get_activity', { limit: 2 }],
  ['get_insight', { id: 1 }],
];

const said = new Map<Record<string, unknown>, Promise<Said>>();

/** Asked once, by whichever test comes first. */
function saidOf(name: string, args: Record<string, unknown>): Promise<Said> {
  const asked = said.get(args) ?? use(name, args);
  said.set(args, asked);
  return asked;
}

test.each(LONG)('%s %j', async (name, args) => {
  const { text, structured } = await saidOf(name, args);
  expect(tokensOf(text)).toBeLessThanOrEqual(LIMIT.text_tokens);
  expect(encode(text).length).toBeLessThanOrEqual(LIMIT.text_tokens);
  expect(encode(JSON.stringify(structured)).length).toBeLessThanOrEqual(LIMIT.structured_tokens);
  expect(unknownArguments(text, name)).toEqual([]);
  if (/left out$/m.test(text)) expect(text).toMatch(/^Left out: \d+ of \d+ .*`[a-z_]+`/);
  const { truncated } = structured as { truncated?: { lists: { field: string }[]; how_to_narrow: string } };
  if (truncated) {
    expect(unknownArguments(truncated.how_to_narrow, name)).toEqual([]);
    expect(JSON.stringify(structured)).toMatch(/_left_out"|left out/);
  }
});

test('the cases above do leave something out, of texts and of structured answers', async () => {
  const all = await Promise.all(LONG.map(([name, args]) => saidOf(name, args)));
  expect(all.filter(({ text }) => text.startsWith('Left out: ')).length).toBeGreaterThan(6);
  expect(all.filter(({ structured }) => 'truncated' in structured).length).toBeGreaterThan(8);
});

test('every tool can say how to ask it for less, by arguments there are', () => {
  for (const name of toolNames()) {
    const how = howToNarrow(findTool(name)!);
    expect(argumentsIn(how, name).length, name).toBeGreaterThan(0);
    expect(unknownArguments(how, name), name).toEqual([]);
  }
});

test('what is left out is said first, and marked at either end of a table', () => {
  const rows = Array.from({ length: 400 }, (_, at) => `row ${at} | ${at * at}`);
  const table = { head: ['row | square'], rows, noun: 'rows', how: '`limit` brings them.' };
  const first = written(['Title.', { ...table, keep: 'first' }], 500).split('\n');
  expect(first[0]).toMatch(/^Left out: \d+ of 400 rows\. `limit` brings them\.$/);
  expect(first.slice(1, 4)).toEqual(['Title.', 'row | square', 'row 0 | 0']);
  expect(first.at(-1)).toMatch(/^… \d+ more rows left out$/);
  const last = written([{ ...table, keep: 'last' }, 'End.'], 500).split('\n');
  expect(last[2]).toMatch(/^… \d+ earlier rows left out$/);
  expect(last.slice(-2)).toEqual([`row 399 | ${399 * 399}`, 'End.']);
  expect(tokensOf(first.join('\n'))).toBeLessThanOrEqual(500);
  const small = { ...table, rows: rows.slice(0, 3), keep: 'first' as const };
  expect(written([small, { ...table, keep: 'first' }], 500)).toContain('row 2 | 4\nrow | square');
});
