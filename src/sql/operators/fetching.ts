/** What a statement needs of its events, where those are fetched from a database of their own. */
import type { Expression } from '../../model/question/expression.ts';
import type { FirstRows } from '../../model/sql/fetching.ts';
import type { Relation, SqlQuery } from '../../model/sql/plan.ts';
import { WEIGHED } from './accumulate.ts';

/** The relation that rows are read from, below those that pass rows on one by one. */
export function sourceOf(relation: Relation): Relation {
  switch (relation.kind) {
    case 'filter':
    case 'unnest':
    case 'project':
      return sourceOf(relation.of);
    default:
      return relation;
  }
}

/** Whether events that are equal in all columns read can be fetched once, with their count. */
export function takesCounted({ relation, subqueries }: SqlQuery): boolean {
  return [relation, ...subqueries].every((each) => !readsRows(each) && counts(each));
}

function readsRows(relation: Relation): boolean {
  return sourceOf(relation).kind === 'events';
}

/** Whether all events below go into aggregates that can weigh rows by a count, or into DISTINCT, which needs one each. */
function counts(relation: Relation): boolean {
  switch (relation.kind) {
    case 'aggregate': {
      const { of, aggregates } = relation;
      return readsRows(of) ? aggregates.every(({ name }) => WEIGHED.has(name)) : counts(of);
    }
    case 'distinct':
      return readsRows(relation.of) || counts(relation.of);
    case 'filter':
    case 'unnest':
    case 'project':
    case 'window':
    case 'limit_by':
    case 'sort':
      return !readsRows(relation.of) && counts(relation.of);
    case 'union':
      return relation.of.every((each) => !readsRows(each) && counts(each));
    case 'join':
      return [relation.left, relation.right].every((each) => !readsRows(each) && counts(each));
    default:
      return true;
  }
}

/** The first rows, if they are enough: the statement only lists rows of the scan, by time or unordered. Else null. */
export function firstRowsOf({ relation, subqueries }: SqlQuery): FirstRows | null {
  if (relation.kind !== 'sort' || relation.limit === null || subqueries.length > 0) return null;
  const { of, by, limit, offset } = relation;
  const columns = of.kind === 'project' && of.of.kind === 'events' ? of.columns : null;
  if (columns === null) return null;
  const rows = limit + offset;
  const [key] = by;
  if (key === undefined) return { rows, order: 'any' };
  if (!isTime(columns[key.index]!)) return null;
  return { rows, order: key.is_descending ? 'latest' : 'earliest' };
}

function isTime({ nodes: [node, ...others] }: Expression): boolean {
  return (
    others.length === 0 && node?.kind === 'source' && node.source.of === 'metadata' && node.source.key === 'timestamp'
  );
}
