/** `insights-mcp explain`: how a question is answered, at the prompt. Asked twice, it tells what the first time left behind. */
import { readFileSync } from 'node:fs';
import { isObject } from '../base/json.ts';
import { invalid } from '../model/error.ts';
import { readJson } from '../model/fields.ts';
import type { Explanation } from '../model/question/explanation.ts';
import { KIND_BY_INSIGHT, namesOf } from '../model/question/kind.ts';
import { localOwner } from '../service/access/authenticate.ts';
import { call } from '../service/gate/call.ts';
import { OPERATIONS } from '../service/operations/index.ts';
import { openService, type RunningService } from '../service/service.ts';
import { explanationLines } from '../service/text/explanation_text.ts';
import { typed } from './shell/invocation.ts';
import { existingDatabase } from './shell/paths.ts';

interface ExplainOptions {
  readonly db: string;
  readonly events?: string;
  readonly project?: string;
  readonly times: number;
  readonly json: boolean;
}

type Body = Readonly<Record<string, unknown>>;

/** An operation, and what it is sent. */
interface Asked {
  readonly name: string;
  readonly body: Body;
}

export async function explain(question: string, options: ExplainOptions): Promise<void> {
  const path = existingDatabase(options.db);
  const service = openService({
    path,
    computing: { place: 'here' },
    events: options.events ?? null,
    command: (words) => typed(words, path),
  });
  try {
    const text = question === '-' ? readFileSync(0, 'utf8').trim() : question;
    const asked = await askedBy(service, text, options);
    const explanations: Explanation[] = [];
    for (let time = 0; time < options.times; time++) {
      // What is kept of the answer itself would hide all else.
      explanations.push(await explainedBy(service, options, { ...asked, body: { ...asked.body, refresh: true } }));
    }
    const shown = options.json
      ? JSON.stringify(explanations, null, 2)
      : explanations
          .flatMap((one) => ['', ...explanationLines(one)])
          .join('\n')
          .trimStart();
    process.stdout.write(`${shown}\n`);
  } finally {
    await service.close();
  }
}

/** The body of a computation, a query node, a statement, or the number or short id of an insight. */
async function askedBy(service: RunningService, text: string, options: ExplainOptions): Promise<Asked> {
  if (/^\s*(select|with)\b/i.test(text)) return { name: 'run_sql', body: { query: text } };
  if (!text.startsWith('{'))
    return ofInsight(await run(service, options, { name: 'get_insight', body: { id: text, refresh: 'force_cache' } }));
  const body = readJson(text);
  if (!isObject(body)) throw invalid('question', 'Expected JSON, as {"events":[{"id":"sign up"}]}.');
  return 'kind' in body ? { name: 'run_query', body: { query: body } } : ofFilters(body);
}

function ofInsight({ filters, query }: Body): Asked {
  if (isObject(query)) return { name: 'run_query', body: { query } };
  return ofFilters(isObject(filters) ? filters : {});
}

/** `insight` says whose body it is; a trend unless said. */
function ofFilters(filters: Body): Asked {
  const kind = KIND_BY_INSIGHT.get(String(filters['insight'] ?? '').toUpperCase()) ?? 'trend';
  return { name: namesOf(kind).operation, body: filters };
}

async function explainedBy(service: RunningService, options: ExplainOptions, asked: Asked): Promise<Explanation> {
  const answer = await run(service, options, { ...asked, body: { ...asked.body, explain: true } });
  return answer['explain'] as Explanation;
}

async function run(service: RunningService, options: ExplainOptions, { name, body }: Asked): Promise<Body> {
  const operation = OPERATIONS.find((one) => one.name === name)!;
  const answer = await call(
    service,
    localOwner(service),
    operation,
    { ...body },
    { project_id: options.project ?? null },
  );
  return answer as Body;
}
