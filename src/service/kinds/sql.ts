/** SQL statements. They have an operation of their own, `run_sql`, because a statement is not a list of filters. */
import { z } from 'zod';
import { KIND_NAMES } from '../../model/question/kind.ts';
import { SqlBody } from '../../model/sql/body.ts';
import { sqlChart } from '../chart/sql.ts';
import type { ProjectContext } from '../contract/context.ts';
import { checked } from '../resolve/body.ts';
import { columnTypes, resolveSql } from '../resolve/sql.ts';
import { sqlWords } from '../sentences/questions.ts';
import { savedSqlTable, sqlPassages } from '../text/sql_text.ts';
import type { FlatBody, InsightKind, Resolution } from './record/kind.ts';

export const sql: InsightKind<'sql'> = {
  kind: 'sql',
  body: SqlBody,
  also: {},
  line: z.object({}),
  resolve,
  nothing: [],
  text: sqlPassages,
  table: savedSqlTable,
  chart: sqlChart,
  people: null,
  computing: null,
};

function resolve(context: ProjectContext, flat: FlatBody): Resolution<'sql'> {
  const body = checked(SqlBody, flat);
  const { query, range: asked, is_filtered, warnings } = resolveSql(context, body);
  const range = asked ?? { from_ms: 0, until_ms: context.now_ms + 1 };
  const { timezone } = context.project;
  return {
    asked: { kind: 'sql', query },
    showing: { timezone },
    filters: {
      query: { kind: KIND_NAMES.sql.node, query: body.query },
      ...(body.filter_test_accounts === true ? { filter_test_accounts: true } : {}),
    },
    cached_as: [query, timezone],
    range,
    interval: null,
    // Rows and intermediate values have their own limits.
    extent: [],
    understood: () => ({
      ...{ timezone, range, interval: null, entities: [] },
      columns: columnTypes(query.columns, timezone),
      behind: query.behind,
      words: sqlWords(context, body, { range: asked, is_filtered }),
      warnings,
    }),
  };
}
