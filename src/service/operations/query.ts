/** Query nodes, which newer clients send. They become the same questions as all other requests. */

import { z } from 'zod';
import { definedOnly, isObject } from '../../base/json.ts';
import { formatIso } from '../../base/time.ts';
import { visibleJson } from '../../base/visible.ts';
import { notSupported } from '../../model/error.ts';
import { readJson } from '../../model/fields.ts';
import { ExplanationSchema, explainField } from '../../model/question/explanation.ts';
import { NODE_NAMES } from '../../model/question/kind.ts';
import { isForced, refreshField } from '../../model/question/refresh.ts';
import { type Resolved, ResolvedSchema } from '../../model/question/result.ts';
import { compute, keptAnswer } from '../answers/compute.ts';
import { answerEvents } from '../clients/events_answer.ts';
import { EVENTS_NODE, readEventsNode } from '../clients/events_node.ts';
import type { ProjectContext } from '../contract/context.ts';
import { operation, type Table } from '../contract/operation.ts';
import { overridden, readOverlay } from '../insights/overlay.ts';
import { overrideField, refuseVariables, variablesField } from '../insights/overrides.ts';
import { answerIn } from '../kinds/answer.ts';
import { kindOf } from '../kinds/index.ts';
import { ACTOR_NODES, readActorsNode } from '../points/actors_node.ts';
import { questionOf } from '../questions/question.ts';
import { answerActors } from './actors.ts';

const QueryNode = z.looseObject({ kind: z.string() });

/** Whatever is no plain value is its JSON in a table. */
const Cell = z.preprocess(
  (value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value),
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
);

const QueryAnswer = z.object({
  results: z.unknown(),
  columns: z.array(z.string()).optional().describe('Of SQL'),
  types: z.array(z.union([z.array(z.string()), z.string()])).optional(),
  hasMore: z.boolean().optional(),
  hogql: z.string().optional().describe('The statement that a list of events became'),
  limit: z.int().optional().describe('Of people and events'),
  offset: z.int().optional(),
  missing_actors_count: z.int().optional().describe('Always 0'),
  warnings: z.array(z.string()).optional(),
  is_cached: z.boolean(),
  last_refresh: z
    .string()
    .nullable()
    .describe('null with results null: nothing is there, and force_cache computes nothing'),
  timezone: z.string(),
  resolved: ResolvedSchema.optional().describe('Of questions, not of people'),
  /** Always null, because answers are never partial. */
  query_status: z.null(),
  explain: ExplanationSchema.optional(),
});

/** The table of the question's kind. People, who are no question, come as the columns that were asked for. */
function tableOfNode({ results, columns = [], resolved, last_refresh, hasMore }: z.output<typeof QueryAnswer>): Table {
  if (resolved === undefined) return { columns, rows: z.array(z.array(Cell)).parse(results) };
  const answer = answerIn({ result: results, resolved, last_refresh, hasMore });
  return answer === null ? { columns, rows: [] } : kindOf(answer.kind).table(answer);
}

function laidOverNode(context: ProjectContext, query: z.output<typeof QueryNode>, override: unknown): typeof query {
  if (override === undefined) return query;
  const laid = overridden({ filters: {}, query }, readOverlay(context, override, 'filters_override'));
  return QueryNode.parse(laid.query);
}

/** Further fields if the rows are those of a statement. */
function rowFields({ columns, types }: Resolved, hasMore: boolean) {
  return columns === undefined ? {} : { columns, types, hasMore };
}

/** A table may also be of people, or of events. */
function rowsNode({ kind, ...query }: z.output<typeof QueryNode>): Readonly<Record<string, unknown>> {
  return kind === 'DataTableNode' && isObject(query['source']) ? query['source'] : { kind, ...query };
}

/** Nodes about features that are not here. They get an empty answer, as in a project that does not use them. */
const NOTHING_NODES = ['ErrorTrackingQuery', 'RecordingsQuery', 'TracesQuery', 'TraceQuery', 'LogsQuery'];

function nothingOf({ now_ms, project }: ProjectContext) {
  const fresh = { is_cached: false, last_refresh: formatIso(now_ms), timezone: project.timezone, query_status: null };
  return { results: [], columns: [], hasMore: false, ...fresh };
}

export const runQuery = operation({
  name: 'run_query',
  title: 'Compute a query node',
  description:
    'Computes a query node without saving it. Example: {"query":{"kind":"TrendsQuery","series":[{"kind":"EventsNode","event":"sign up"}],"dateRange":{"date_from":"-7d"}}}.',
  routes: [{ method: 'POST', path: '/query/' }],
  tool: false,
  scope: 'query:read',
  effect: 'read',
  input: z.object({
    query: z.preprocess(readJson, QueryNode).meta({
      type: 'object',
      description: `A node of the kind ${NODE_NAMES.join(', ')}, or one that wraps such a node as "source": the people behind one of its numbers are an ActorsQuery, events an EventsQuery`,
    }),
    refresh: refreshField('Compute again even if a cached answer is current; force_cache: answer what there is only'),
    filters_override: overrideField,
    variables_override: variablesField,
    explain: explainField,
    client_query_id: z.string().optional().describe('Your name for the computation, by which it can be cancelled'),
  }),
  output: QueryAnswer,
  text: ({ results }) => visibleJson(results),
  table: tableOfNode,
  async handle(context, { query: sent, refresh, explain, client_query_id, filters_override, variables_override }) {
    refuseVariables(variables_override);
    const query = laidOverNode(context, sent, filters_override);
    if (NOTHING_NODES.includes(query.kind)) return nothingOf(context);
    const rows = rowsNode(query);
    const actors = readActorsNode(rows);
    if (actors !== null) return answerActors(context, actors);
    const events = readEventsNode(context, rows);
    if (events !== null) return answerEvents(context, events, definedOnly({ client_query_id, explain, refresh }));
    const ask = questionOf({ filters: null, query }, definedOnly({ client_query_id, explain }));
    if (ask === null) {
      const detail = `Query nodes of the kind "${query.kind}" are not computed here. Kinds that are: ${[...NODE_NAMES, EVENTS_NODE, ...ACTOR_NODES].join(', ')}.`;
      throw notSupported(`query kind ${query.kind}`, 'query__kind', detail);
    }
    const question = ask(context);
    const answered =
      refresh === 'force_cache'
        ? keptAnswer(context, question)
        : await compute(context, { ...question, refresh: isForced(refresh) });
    const resolved = answered?.answer.resolved ?? question.resolved();
    return {
      results: answered?.answer.result ?? null,
      ...rowFields(resolved, answered?.answer.has_more ?? false),
      is_cached: answered?.is_cached ?? false,
      last_refresh: answered && formatIso(answered.computed_at_ms),
      timezone: context.project.timezone,
      resolved,
      query_status: null,
      ...(answered?.explain ? { explain: answered.explain } : {}),
    };
  },
});
