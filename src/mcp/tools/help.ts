/** `insights://help/{topic}`: all arguments of a tool (its schema lists only the usual ones), and shared topics. */
import { z } from 'zod';
import { isObject, listOf } from '../../base/json.ts';
import { REST_ONLY } from '../../model/fields.ts';
import { FUNCTIONS_TEXT, SQL_FUNCTIONS_TEXT } from '../../service/contract/expressions.ts';
import { findTool, toolNames } from './catalogue.ts';
import { TOOLSET_NAMES } from './toolsets.ts';

const SUBJECTS: Readonly<Record<string, string>> = {
  filters: `# Filters
\`properties\` is a list; all of it must hold: [{"key":"plan","value":["pro","team"],"operator":"exact","type":"event"}].
- Either of several: {"type":"OR","values":[{…},{…}]}, at any depth; AND likewise.
- Operators: exact (any of the values), is_not, icontains, not_icontains, regex (RE2), not_regex, gt, gte, lt, lte,
  between and not_between ([18, 65]), is_set, is_not_set, is_date_before, is_date_after, is_date_exact.
- Types: event (default), person, group (with group_type_index), session, element, feature,
  cohort ({"type":"cohort","key":"id","value":1}), hogql ({"type":"hogql","key":"properties.price > 10"}),
  behavioral ({"type":"behavioral","key":"paid","time_value":30,"time_interval":"day"}: who did it lately; without a time: ever;
  "negation":true: who did not; "event_filters":[{…}]: did it so; more as in cohorts: "value":"performed_event_multiple","operator":"gte","operator_value":3).
- filter_test_accounts adds the filters that update_project keeps as test_account_filters.`,
  dates: `# Dates
date_from and date_to are read in the project time zone; both days are included, and every answer says in \`resolved\` what was used.
- A day 2026-01-31, or a time 2026-01-31T13:00:00.
- So long ago: -24h, -7d, -4w, -3m, -1y. Beginning of the day, week, month, year: dStart, wStart, mStart, yStart, and -1mStart, -1mEnd.
- all: from the first event on. date_to is now unless given; date_from is -7d.
- compare adds the period before of the same length; compare_to "-1y" the one that began so much earlier.`,
  hogql: `# HogQL expressions
Taken as a filter {"type":"hogql","key":"properties.price > 10 and person.properties.plan = 'pro'"}, as "breakdown" with
"breakdown_type":"hogql", as "math_hogql" of a line with "math":"hogql" (there over many events: sum(properties.price) / count()),
and as paths_hogql_expression of compute_path.
- Names: properties.price, properties['a name'], person.properties.plan, group_0.properties.industry, event, timestamp,
  distinct_id, person_id, $session_id, session.$session_duration.
- Operators: = != < <= > >= in, not in, like, ilike, =~ (RE2), between, is null, and, or, not, + - * / %, case when … then … else … end,
  interval 1 day. Texts stand in single quotes.
${FUNCTIONS_TEXT}`,
  sql: `# SQL
run_sql computes one SELECT of HogQL: DISTINCT, WHERE, GROUP BY, HAVING, ORDER BY, LIMIT, OFFSET, LIMIT n BY, WITH, sub-queries in FROM
and behind IN, EXISTS and scalar ones that speak of the row around them by equality, UNION, INTERSECT, EXCEPT, QUALIFY, ARRAY JOIN, joins on equal values, windows.
It only reads. Without LIMIT there are 100 rows.
- events: uuid, event, timestamp, distinct_id, person_id, properties.x, person.properties.x, person.created_at,
  $session_id, session.$session_duration, $group_0 (key of the group), group_0.properties.x (or the name of the type for group_0).
- persons: id, created_at, properties.x. person_distinct_ids: distinct_id, person_id. groups: index, key, created_at, properties.x.
- sessions: session_id, person_id, $start_timestamp, $end_timestamp, $session_duration (seconds), event_count, $pageview_count,
  $is_bounce, $entry_current_url, $end_current_url, $entry_pathname, $entry_utm_source. cohort_people: person_id, cohort_id; or person_id IN COHORT 3. numbers(10): number.
- A range of time makes it fast: WHERE timestamp >= now() - INTERVAL 30 DAY. Times and weeks are the project's.
- Texts stand in single quotes, names with blanks as properties['a name']. Values from elsewhere: {name} in the statement, and "values".
- WHERE {filters} stands for date_from, date_to, properties and filter_test_accounts sent beside the statement.
- Missing equals missing and is neither less nor greater than anything; what is divided by zero is null; 5 equals "5".
- Over rows: row_number, rank, dense_rank, ntile, lag, lead, first_value, last_value, nth_value and aggregates, with
  OVER (PARTITION BY a ORDER BY b ROWS BETWEEN 6 PRECEDING AND CURRENT ROW).
- Lists: groupArray(x), [1, 2], arrayFilter(x -> x > 1, list), list[1]; arrayJoin(list) makes a row of each item.
${SQL_FUNCTIONS_TEXT}
Who bought twice within a week and never came back:
WITH p AS (SELECT person_id, timestamp AS at, lead(timestamp) OVER (PARTITION BY person_id ORDER BY timestamp) AS next_at FROM events WHERE event = 'purchase')
SELECT person_id FROM p WHERE dateDiff('day', at, next_at) < 7 AND person_id NOT IN (SELECT person_id FROM events WHERE timestamp > now() - INTERVAL 30 DAY)
To keep one: create_insight with "query": {"kind":"DataTableNode","source":{"kind":"HogQLQuery","query":"SELECT …"}}.`,
  toolsets: `# Toolsets
Not all tools are listed from the start. The server's --toolsets, or ?toolsets= behind the address of MCP, says which: ${TOOLSET_NAMES.join(', ')}.`,
};

export function helpTopics(): string[] {
  return [...Object.keys(SUBJECTS), ...toolNames()];
}

/** Markdown; null for unknown topics. */
export function helpText(topic: string): string | null {
  if (Object.hasOwn(SUBJECTS, topic)) return SUBJECTS[topic]!;
  const operation = findTool(topic);
  if (operation === undefined) return null;
  const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' });
  return [`# ${operation.name}: ${operation.title}`, operation.description, '', ...argumentLines(schema, '')].join(
    '\n',
  );
}

function argumentLines(schema: unknown, indent: string): string[] {
  if (!isObject(schema) || !isObject(schema['properties'])) return [];
  const required = listOf(schema['required']);
  return Object.entries(schema['properties']).flatMap(([name, member]) =>
    isObject(member) && member[REST_ONLY] !== true ? argumentText(name, member, required.includes(name), indent) : [],
  );
}

function argumentText(name: string, member: Record<string, unknown>, is_required: boolean, indent: string): string[] {
  const choices = Array.isArray(member['enum']) ? `: ${member['enum'].join(', ')}` : '';
  const kind = [member['type'] ?? 'any'].flat().join(' or ');
  const text = typeof member['description'] === 'string' ? ` ${member['description']}` : '';
  const needed = is_required ? ', required' : '';
  const inner = member['type'] === 'array' ? member['items'] : member;
  return [`${indent}- ${name} (${kind}${needed}${choices})${text}`, ...argumentLines(inner, `${indent}  `)];
}
