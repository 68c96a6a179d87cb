/** Removes unread columns from a plan. Columns keep their indices; unread ones become empty. */
import type { Expression } from '../../model/question/expression.ts';
import type { Relation, SqlAggregate, WindowColumn } from '../../model/sql/plan.ts';

const NOTHING: Expression = { nodes: [{ kind: 'literal', value: null }], zone: { changes_ms: [], offsets_ms: [0] } };
const NO_AGGREGATE: SqlAggregate = { name: 'count', args: [], condition: null, parameter: 0 };

/** Indices of columns; null = all. */
type Used = ReadonlySet<number> | null;

export function pruned(relation: Relation): Relation {
  return prune(relation, null);
}

function prune(relation: Relation, used: Used): Relation {
  switch (relation.kind) {
    case 'filter':
      return { ...relation, of: prune(relation.of, both(used, columnsOf([relation.where]))) };
    case 'unnest':
      return { ...relation, of: prune(relation.of, both(used, columnsOf([relation.list]))) };
    case 'project': {
      const columns = relation.columns.map((column, index) => (isUsed(used, index) ? column : NOTHING));
      return { ...relation, columns, of: prune(relation.of, columnsOf(columns)) };
    }
    case 'aggregate': {
      const { keys } = relation;
      const aggregates = relation.aggregates.map((each, index) =>
        isUsed(used, keys.length + index) ? each : NO_AGGREGATE,
      );
      return {
        ...relation,
        aggregates,
        of: prune(relation.of, columnsOf([...keys, ...aggregates.flatMap(expressionsOf)])),
      };
    }
    case 'sort': {
      const by = new Set(relation.by.map(({ index }) => index));
      return { ...relation, of: prune(relation.of, both(used, by)) };
    }
    case 'limit_by':
      return { ...relation, of: prune(relation.of, both(used, new Set(relation.keys))) };
    case 'distinct':
      return { ...relation, of: prune(relation.of, null) };
    case 'union':
      return { ...relation, of: relation.of.map((part) => prune(part, used)) };
    case 'window':
      return { ...relation, of: prune(relation.of, ofWindows(relation.columns, used)) };
    case 'join': {
      const ofSide = (side: 'left' | 'right', keys: readonly number[]) =>
        new Set([
          ...keys,
          ...relation.columns.flatMap((column, index) =>
            column.side === side && isUsed(used, index) ? [column.index] : [],
          ),
        ]);
      return {
        ...relation,
        left: prune(relation.left, ofSide('left', relation.left_keys)),
        right: prune(relation.right, ofSide('right', relation.right_keys)),
      };
    }
    default:
      return relation;
  }
}

function isUsed(used: Used, index: number): boolean {
  return used === null || used.has(index);
}

function both(one: Used, other: ReadonlySet<number>): Used {
  return one === null ? null : one.union(other);
}

function columnsOf(expressions: readonly Expression[]): ReadonlySet<number> {
  return new Set(
    expressions.flatMap(({ nodes }) => nodes.flatMap((node) => (node.kind === 'column' ? [node.index] : []))),
  );
}

function expressionsOf({ args, condition }: SqlAggregate): Expression[] {
  return condition === null ? [...args] : [...args, condition];
}

/** Columns the level below must keep. The windows' own columns come first, so the others' indices are shifted. */
function ofWindows(columns: readonly WindowColumn[], used: Used): Used {
  if (used === null) return null;
  const below = [...used].flatMap((index) => (index < columns.length ? [] : [index - columns.length]));
  const own = columns.flatMap(({ call, partition, order }) => [
    ...partition,
    ...order.map(({ index }) => index),
    ...(call.kind === 'window' ? call.args : columnsOf(expressionsOf(call.aggregate))),
  ]);
  return new Set([...below, ...own]);
}
