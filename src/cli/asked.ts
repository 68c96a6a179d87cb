/** A question as typed at the prompt, and the operation that answers it. */
import { readFileSync } from 'node:fs';
import { assert } from '../base/assert.ts';
import { isObject } from '../base/json.ts';
import { invalid } from '../model/error.ts';
import { readJson } from '../model/fields.ts';
import { KIND_BY_INSIGHT, namesOf } from '../model/question/kind.ts';
import { localOwner } from '../service/access/authenticate.ts';
import { call } from '../service/gate/call.ts';
import { operationNamed } from '../service/operations/index.ts';
import type { RunningService } from '../service/service.ts';

export type Body = Readonly<Record<string, unknown>>;

/** An operation and its input. */
export interface Asked {
  readonly name: string;
  readonly body: Body;
}

export interface Place {
  readonly project?: string;
}

/** @param question body of a computation, query node, statement, number or short id of an insight; `-` reads stdin */
export async function askedBy(service: RunningService, question: string, place: Place): Promise<Asked> {
  const text = question === '-' ? readFileSync(0, 'utf8').trim() : question;
  if (/^\s*(select|with)\b/i.test(text)) return { name: 'run_sql', body: { query: text } };
  if (!text.startsWith('{'))
    return ofInsight(await run(service, place, { name: 'get_insight', body: { id: text, refresh: 'force_cache' } }));
  const body = readJson(text);
  if (!isObject(body)) throw invalid('question', 'Expected JSON, as {"events":[{"id":"sign up"}]}.');
  return 'kind' in body ? { name: 'run_query', body: { query: body } } : ofFilters(body);
}

function ofInsight({ filters, query }: Body): Asked {
  if (isObject(query)) return { name: 'run_query', body: { query } };
  return ofFilters(isObject(filters) ? filters : {});
}

/** `insight` names the kind; the default is a trend. */
function ofFilters(filters: Body): Asked {
  const kind = KIND_BY_INSIGHT.get(String(filters['insight'] ?? '').toUpperCase()) ?? 'trend';
  return { name: namesOf(kind).operation, body: filters };
}

export async function run(service: RunningService, place: Place, { name, body }: Asked): Promise<Body> {
  const asked = { project_id: place.project ?? null };
  const answer = await call(service, localOwner(service), operationNamed(name), { ...body }, asked);
  assert(isObject(answer), 'an answer has members');
  return answer;
}
