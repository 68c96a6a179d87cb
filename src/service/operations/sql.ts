/** Runs SQL statements: `run_sql`, and the tool of the interface we follow. */

import { z } from 'zod';
import { formatIso } from '../../base/time.ts';
import { readMembers, type Unread } from '../../base/written.ts';
import { LIMIT } from '../../model/limit.ts';
import { SqlBody, SqlResult } from '../../model/sql/body.ts';
import { compute } from '../answers/compute.ts';
import type { ProjectContext } from '../contract/context.ts';
import { operation } from '../contract/operation.ts';
import { rowLinks } from '../present/sql_links.ts';
import { questionOfBody } from '../questions/question.ts';
import { columnTypes } from '../resolve/sql.ts';
import { sqlTable, sqlText } from '../text/sql_text.ts';

export const runSql = operation({
  name: 'run_sql',
  title: 'Run SQL',
  description:
    "HogQL SELECT for what no other question asks. Tables: events (event, timestamp, person_id, properties.x, person.properties.x), persons, groups, sessions, cohort_people. Example: SELECT properties.$pathname AS page, median(properties.seconds) FROM events WHERE event = '$pageview' AND timestamp > now() - INTERVAL 7 DAY GROUP BY page ORDER BY 2 DESC LIMIT 10.",
  routes: [{ method: 'POST', path: '/sql/', csv: true }],
  tool: true,
  scope: 'query:read',
  effect: 'read',
  input: SqlBody,
  output: SqlResult,
  text: sqlText,
  table: sqlTable,
  handle: (context, body) => answerSql(context, body),
});

/** `run_sql` in the form of a tool of the interface we follow. */
export const executeSql = operation({
  name: 'execute_sql',
  title: 'Run SQL and read the answer as text',
  description: 'The same as run_sql; rows come as text for assistants.',
  routes: [{ method: 'POST', path: '/mcp_tools/execute_sql/' }],
  tool: false,
  scope: 'query:read',
  effect: 'act',
  input: z.object({ args: SqlBody.pick({ query: true }) }),
  output: z.object({ success: z.literal(true), content: z.string() }),
  text: ({ content }) => content,
  async handle(context, { args }) {
    const answer = SqlResult.parse(await readMembers(await answerSql(context, args)));
    return { success: true as const, content: sqlText(answer) };
  },
});

async function answerSql(context: ProjectContext, body: SqlBody): Promise<Unread<SqlResult>> {
  const question = questionOfBody(context, 'sql', body);
  const { query } = question.asked;
  const { timezone } = context.project;
  const types = columnTypes(query.columns, timezone);
  const fixed = {
    columns: query.columns.map(({ name }) => name),
    types,
    limit: query.limit,
    hogql: body.query,
    timezone,
    ...(query.behind === null ? {} : { behind: query.behind }),
  };
  const { answer, computed_at_ms, is_cached, explain } = await compute(context, question);
  const { url, project } = context;
  // `behind` is returned beside the rows, not in `resolved`.
  const { behind: _, ...resolved } = answer.resolved;
  const is_linked = url !== null && query.behind !== null && query.limit <= LIMIT.page_max;
  const links = is_linked ? rowLinks(url.origin, project.id, query.behind, await answer.result.read()) : {};
  return {
    ...fixed,
    ...links,
    results: answer.result,
    hasMore: answer.has_more,
    is_cached,
    last_refresh: formatIso(computed_at_ms),
    resolved,
    ...(explain === null ? {} : { explain }),
  };
}
