/** A question as typed at the prompt, and the operation that answers it. */
import { text as allOf } from 'node:stream/consumers';
import { z } from 'zod';
import { assert } from '../base/assert.ts';
import { isObject } from '../base/json.ts';
import { nearText } from '../base/nearest.ts';
import { quoted } from '../base/visible.ts';
import { invalid, ServiceError } from '../model/error.ts';
import { readJson } from '../model/fields.ts';
import { LIMIT } from '../model/limit.ts';
import { namesOf } from '../model/question/kind.ts';
import { localOwner } from '../service/access/authenticate.ts';
import { besideTable } from '../service/contract/beside_table.ts';
import type { Service } from '../service/contract/context.ts';
import { call } from '../service/gate/call.ts';
import { operationNamed } from '../service/operations/index.ts';
import { namedKind } from '../service/resolve/refuse.ts';
import { tell } from './shell/output.ts';

export type Body = Readonly<Record<string, unknown>>;

/** An operation and its input. */
export interface Asked {
  readonly name: string;
  readonly body: Body;
}

export interface Place {
  readonly project?: string;
}

/** @param question body of a computation, query node, statement, number, short id or name of an insight; `-` reads stdin */
export async function askedBy(service: Service, question: string, place: Place): Promise<Asked> {
  const text = question === '-' ? (await allOf(process.stdin)).trim() : question;
  if (/^\s*(select|with)\b/i.test(text)) return ofBody({ query: text });
  if (!/^[{[]/.test(text)) {
    const { filters, query } = await insightCalled(service, text, place);
    return ofBody({ filters, query });
  }
  const body = readJson(text);
  if (!isObject(body)) throw invalid('question', 'Expected JSON, as {"events":[{"id":"sign up"}]}.');
  return ofBody('kind' in body ? { query: body } : body);
}

/** @param text its number, short id or name. @throws ServiceError not_found, naming those there are */
export async function insightCalled(service: Service, text: string, place: Place): Promise<Body> {
  const body = { basic: true, limit: LIMIT.page_max };
  const { count, results } = Listed.parse(await run(service, place, { name: 'list_insights', body }));
  const found =
    results.find(({ id, short_id }) => text === String(id) || text === short_id) ??
    results.find(({ name }) => name === text);
  if (found === undefined && count === results.length) throw noInsight(text, results);
  return run(service, place, { name: 'get_insight', body: { id: found?.id ?? text, refresh: 'force_cache' } });
}

const Listed = z.object({
  count: z.int(),
  results: z.array(z.object({ id: z.int(), short_id: z.string(), name: z.string().nullable() })),
});

const NAMED_MAX = 10;

function noInsight(text: string, listed: z.output<typeof Listed>['results']): ServiceError {
  const names = listed.slice(0, NAMED_MAX).map(({ short_id, name }) => `${short_id} ${quoted(name ?? '')}`);
  const near = nearText(
    text,
    listed.map(({ name, short_id }) => name ?? short_id),
  );
  const some =
    names.length === 0
      ? 'None is saved yet.'
      : `Saved are ${names.join(', ')}${listed.length > NAMED_MAX ? ' …' : '.'}`;
  return new ServiceError('not_found', [`There is no insight ${quoted(text)}.`, near, some].filter(Boolean).join(' '));
}

/** To stderr, because the answer may go to another program. */
export function tellBeside(answered: Body): void {
  for (const text of besideTable(answered)) tell(text);
}

/** Its filters, those under `filters`, or its node name the kind; the default is a trend. Some nodes are of no kind. */
function ofBody(body: Body): Asked {
  const { query: sent, filters: _, ...others } = body;
  const query = readJson(sent);
  if (typeof query === 'string') return { name: 'run_sql', body };
  const kind = namedKind(body);
  const is_node = isObject(query) && (kind === 'sql' || Object.keys(others).length === 0);
  if (is_node) return { name: 'run_query', body: { query, ...others } };
  return { name: namesOf(kind ?? 'trend').operation, body };
}

export async function run(service: Service, place: Place, { name, body }: Asked): Promise<Body> {
  const asked = { project_id: place.project ?? null, face: 'person' } as const;
  const answer = await call(service, localOwner(service), operationNamed(name), { ...body }, asked);
  assert(isObject(answer), 'an answer has members');
  return answer;
}
