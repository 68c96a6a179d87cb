/** SqlBody -> SqlQuery: plans the statement with the project's names, cohorts and settings. */
import { isObject } from '../../base/json.ts';
import { keysOf } from '../../base/known.ts';
import { MAX_MS, MIN_MS } from '../../base/time.ts';
import { quoted, visible } from '../../base/visible.ts';
import { LIMIT } from '../../model/limit.ts';
import { type EventMatch, either, every, type Predicate } from '../../model/question/predicate.ts';
import type { TimeRange } from '../../model/question/query.ts';
import type { SqlBody } from '../../model/sql/body.ts';
import type { SqlColumn, SqlQuery, SqlType } from '../../model/sql/plan.ts';
import type { PlanSetting } from '../../sql/plan/binding.ts';
import { planStatement } from '../../sql/plan/select.ts';
import type { ProjectContext } from '../contract/context.ts';
import { listed } from '../words/lists.ts';
import { clockOf } from './dates/clock.ts';
import { resolveRangeOrNone } from './dates/dates.ts';
import { refuseRounded } from './filters/operators.ts';
import { actionMatches, cohortPredicate } from './filters/setting.ts';
import { rangeInput, resolveCommonFilter } from './question.ts';

export interface ResolvedSql {
  readonly query: SqlQuery;
  /** Range of the filters; null if no dates were sent. */
  readonly range: TimeRange | null;
  /** Whether the statement has {filters}. */
  readonly is_filtered: boolean;
  /** What was sent beside the statement without effect. */
  readonly warnings: readonly string[];
}

export function resolveSql(context: ProjectContext, body: SqlBody): ResolvedSql {
  const range = filterRange(context, body);
  const source = { text: body.query, attr: 'query', what: 'SQL' } as const;
  const setting = settingFor(context, body, range);
  const query = planStatement(source, setting, body.limit ?? LIMIT.sql_rows_default);
  const warnings = [...unusedFilters(body, setting), ...unusedValues(setting)];
  return { query, range, is_filtered: setting.used.has('filters'), warnings };
}

function unusedFilters(body: SqlBody, { used }: PlanSetting): string[] {
  const { date_from, date_to, properties, filter_test_accounts } = body;
  const sent = {
    date_from: date_from !== undefined,
    date_to: date_to !== undefined,
    properties: isAnyFilter(properties),
    filter_test_accounts: filter_test_accounts === true,
  };
  const names = keysOf(sent).filter((name) => sent[name]);
  if (used.has('filters') || names.length === 0) return [];
  const have = names.length === 1 ? 'has' : 'have';
  return [
    `${listed(names)} ${have} no effect here, as the statement has no {filters}: write WHERE {filters} into the select that reads FROM events.`,
  ];
}

/** Filters come as a list, as a group with "values", or as an object of keys. */
function isAnyFilter(properties: unknown): boolean {
  const items = isObject(properties) ? (properties['values'] ?? Object.keys(properties)) : properties;
  return Array.isArray(items) && items.length > 0;
}

function unusedValues({ values, used }: PlanSetting): string[] {
  return [...values.keys()]
    .filter((name) => !used.has(name))
    .slice(0, LIMIT.unknown_names)
    .map((name) => `The value ${quoted(name)} has no effect, as the statement has no {${visible(name)}}.`);
}

/** null if no dates were sent. */
function filterRange(context: ProjectContext, { date_from, date_to }: SqlBody): TimeRange | null {
  if (date_from === undefined && date_to === undefined) return null;
  const input = rangeInput(context, { date_from: date_from ?? 'all', date_to });
  return resolveRangeOrNone({ ...input, interval: 'day', whole_first_day: false });
}

function settingFor(context: ProjectContext, body: SqlBody, range: TimeRange | null): PlanSetting {
  const { service, project } = context;
  const where = resolveCommonFilter(context, {
    properties: body.properties,
    filter_test_accounts: body.filter_test_accounts,
  });
  return {
    clock: clockOf(context),
    groupTypes: () => service.store.groups.types(project.id),
    cohorts() {
      const { rows } = service.store.cohorts.list(project.id, { limit: LIMIT.page_max, offset: 0 });
      return rows.map((row) => ({
        ...{ id: row.id, name: row.name },
        where: () => cohortPredicate(context, row, [`cohort ${row.id}`]),
      }));
    },
    actions() {
      const { rows } = service.store.actions.list(project.id, { limit: LIMIT.page_max, offset: 0 });
      return rows.map((row) => ({
        ...{ id: row.id, name: row.name },
        where: () => either(actionMatches(context, row, 'query').map(ofMatch)),
      }));
    },
    filters: { range: range ?? { from_ms: MIN_MS, until_ms: MAX_MS }, where },
    values: sentValues(body.values ?? {}),
    used: new Set(),
  };
}

function sentValues(values: NonNullable<SqlBody['values']>): PlanSetting['values'] {
  for (const [name, sent] of Object.entries(values)) {
    for (const value of [sent].flat()) refuseRounded(value, `values__${name}`);
  }
  return new Map(Object.entries(values));
}

function ofMatch({ event, where }: EventMatch): Predicate {
  if (event === null) return where;
  const source = { of: 'metadata', key: 'event' } as const;
  return every([{ kind: 'value', source, test: { op: 'in', values: [event] } }, where]);
}

/** Name and ClickHouse type of each column. */
export function columnTypes(columns: readonly SqlColumn[], timezone: string): string[][] {
  const names: Readonly<Record<SqlType, string>> = {
    ...{ any: 'Dynamic', text: 'String', number: 'Float64', boolean: 'Bool', null: 'Nothing' },
    ...{ array: 'Array(Dynamic)', date: 'Date' },
    ...{ time: `DateTime64(3, '${timezone}')`, second: `DateTime('${timezone}')` },
  };
  return columns.map(({ name, type }) => [name, names[type]]);
}
