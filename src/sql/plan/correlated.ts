/**
 * Sub-queries that are correlated by equality. The equated values become columns of the sub-query, which is computed
 * once. Each outer row then looks up its result.
 */
import { atLeastOne } from '../../base/known.ts';
import { wrongAt } from '../grammar/source.ts';
import {
  callOf,
  chained,
  partsIn,
  type Select,
  type SelectColumn,
  type Statement,
  type Syntax,
} from '../grammar/syntax.ts';
import type { Binding, Bound } from './binding.ts';
import { conjuncts } from './join.ts';
import { hasAggregate } from './levels.ts';

export interface Decorrelated {
  /** Columns: the original ones (none for EXISTS), then the key. */
  readonly statement: Statement;
  /** Key of an outer row. */
  readonly key: Syntax;
  /** Result for keys that are not found; null gives no value. */
  readonly otherwise: Statement | null;
}

type Wanted = 'exists' | 'member' | 'value';

/** null if it is not correlated. `inner`, `outer`: names in its own FROM, and those around it. */
export function decorrelated(
  binding: Binding,
  statement: Statement,
  wanted: Wanted,
  inner: Bound,
  outer: Bound,
): Decorrelated | null {
  const [select] = atLeastOne(statement.selects);
  const isOuter = (syntax: Syntax) => speaksOf(syntax, select, inner, outer);
  const parts = select.where === null ? [] : conjuncts(select.where);
  const equal = parts.filter(isOuter).map((part) => pairOf(part, isOuter) ?? refuse(binding, part, isOuter));
  const rest = parts.filter((part) => !isOuter(part));
  const others = [
    ...select.columns.flatMap(({ of }) => of ?? []),
    ...select.group_by,
    select.having ?? [],
    ...select.order_by.map(({ of }) => of),
  ].flat();
  const odd = others.find(isOuter);
  if (odd !== undefined) refuse(binding, odd, isOuter);
  if (equal.length === 0) return null;
  const is_total = select.group_by.length === 0 && others.some((syntax) => hasAggregate(syntax, new Map()));
  if (select.offset !== null || select.limit_by !== null || (wanted === 'exists' && is_total))
    throw wrongAt(
      binding.source,
      select.at,
      'such a sub-query takes no OFFSET and no LIMIT BY, and EXISTS no aggregate: compare the aggregate itself, as (SELECT count() …) > 5.',
    );
  const inner_key = keyOf(
    equal.map(({ own }) => own),
    select.at,
  );
  const is_grouped = is_total || select.group_by.length > 0;
  const is_cut = wanted === 'value' || (wanted === 'member' && select.limit !== null);
  const where = chained('and', rest);
  const made: Select = {
    ...{ ...select, where, limit: null },
    columns: [...(wanted === 'exists' ? [] : select.columns), columnOf(inner_key)],
    group_by: is_grouped ? [...select.group_by, inner_key] : [],
    limit_by: is_cut ? { count: select.limit ?? ONE(select.at), of: [inner_key] } : null,
  };
  const nothing: Select = { ...select, where: { kind: 'literal', value: false, at: select.at } };
  return {
    statement: { ...statement, selects: [made] },
    key: keyOf(
      equal.map(({ around }) => around),
      select.at,
    ),
    otherwise: wanted === 'value' && is_total ? { ...statement, selects: [nothing] } : null,
  };
}

const ONE = (at: number): Syntax => ({ kind: 'literal', value: 1, at });

function columnOf(of: Syntax): SelectColumn {
  return { of, table: null, name: '', alias: null, text: '', at: of.at };
}

/** Several values as one text; null if one of them is missing, because that equals nothing. */
function keyOf(values: readonly Syntax[], at: number): Syntax {
  const [only, ...others] = atLeastOne(values);
  return others.length === 0 ? only : textKey(values, at);
}

export function textKey(values: readonly Syntax[], at: number): Syntax {
  const missing = chained(
    'or',
    values.map((value) => callOf('isNull', [value], at)),
  )!;
  const texts = values.map((value) => callOf('toString', [value], at));
  const text = callOf('toString', [callOf('array', texts, at)], at);
  return callOf('if', [missing, { kind: 'literal', value: null, at }, text], at);
}

interface Pair {
  readonly own: Syntax;
  readonly around: Syntax;
}

function pairOf(part: Syntax, isOuter: (syntax: Syntax) => boolean): Pair | null {
  if (part.kind !== 'binary' || part.operator !== '=') return null;
  const { left, right } = part;
  if (isOuter(left) === isOuter(right)) return null;
  const [own, around] = isOuter(right) ? [left, right] : [right, left];
  return { own, around };
}

/** Whether the syntax uses a name of the outer query. */
function speaksOf(syntax: Syntax, { columns }: Select, inner: Bound, outer: Bound): boolean {
  const own = new Set(columns.flatMap(({ alias }) => alias ?? []));
  const lambda_names = new Set([...partsIn(syntax)].flatMap((part) => (part.kind === 'lambda' ? part.names : [])));
  return [...partsIn(syntax)].some((part) => {
    if (part.kind !== 'path' || own.has(part.parts[0]!) || lambda_names.has(part.parts[0]!)) return false;
    return inner.find(part) === null && outer.find(part) !== null;
  });
}

function refuse({ source }: Binding, part: Syntax, isOuter: (syntax: Syntax) => boolean): never {
  const path = [...partsIn(part)].find((each) => each.kind === 'path' && isOuter(each));
  const name = path?.kind === 'path' ? path.parts.join('.') : '…';
  throw wrongAt(
    source,
    path?.at ?? part.at,
    `a sub-query can speak of ${name}, which is of the rows around it, only by equality in its WHERE: inner.person_id = ${name}. Else join the two tables, or use a window function: what came before is lag(…) OVER (PARTITION BY person_id ORDER BY timestamp).`,
  );
}
