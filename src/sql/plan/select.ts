/** Statement -> plan: binds names, determines types, pushes conditions down. */
import { atLeastOne } from '../../base/known.ts';
import { LIMIT } from '../../model/limit.ts';
import type { SessionKey } from '../../model/question/expression.ts';
import type { Relation, SortKey, SqlAggregate, SqlColumn, SqlQuery } from '../../model/sql/plan.ts';
import { type Resolving, resolveSyntax } from '../expression/resolver.ts';
import type { Tree } from '../expression/tree.ts';
import { apply, asCondition, literal, type Type, type Typed, within } from '../expression/typed.ts';
import { type Source, wrongAt } from '../grammar/source.ts';
import { fromStatement, parseStatement } from '../grammar/statement.ts';
import type { From, Select, Statement, Syntax } from '../grammar/syntax.ts';
import { behindRows } from './behind.ts';
import {
  type Below,
  type Binding,
  type Bound,
  Columns,
  findNamed,
  finished,
  isStatement,
  type Names,
  type PlanSetting,
  relationOf,
} from './binding.ts';
import { asNamed, groupKeys, itemNames, type OwnColumn, ordinal, withoutStars } from './columns.ts';
import { folded } from './fold.ts';
import { conjuncts, joined } from './join.ts';
import { type Aliases, groupLevel, hasAggregate, hasWindow, type Level, rowLevel, single, sortKey } from './levels.ts';
import { pruned } from './prune.ts';
import { commonOf } from './special.ts';
import { bindTable, SESSIONS, unknownTable } from './tables.ts';
import { findIn, keepPart } from './where.ts';
import { windowLevel } from './windows.ts';

/** `limit`: how many rows to answer if the statement has no LIMIT. @throws ServiceError that says how to correct it */
export function planStatement(source: Source, setting: PlanSetting, limit: number): SqlQuery {
  const statement = parseStatement(source);
  const binding: Binding = { source, setting, subqueries: [], counts: { selects: 0, looks: 0, items: 0 } };
  const selected = bindStatement(binding, statement, null);
  const said = statement.selects.length === 1 ? statement.selects[0]!.limit : null;
  const rows = Math.min(said === null ? limit : wholeNumber(binding, said, 'LIMIT'), LIMIT.sql_rows);
  const relation = pruned(limited(selected.relation(), rows + 1, selected.columns.length));
  const columns = selected.columns.map(columnOf);
  return {
    ...{ relation, limit: rows, behind: behindRows(statement, columns) },
    subqueries: binding.subqueries.map(pruned),
    columns,
  };
}

function columnOf({ name, type }: Column): SqlColumn {
  return { name, type };
}

/** Limits rows. `limit` is one more than are answered, to tell whether there are more. A sort on top takes it over. */
function limited(relation: Relation, limit: number, columns: number): Relation {
  if (relation.kind === 'sort') return { ...relation, limit: Math.min(relation.limit ?? limit, limit) };
  return { kind: 'sort', of: relation, by: [], columns, limit, offset: 0 };
}

interface Column {
  readonly name: string;
  readonly type: Type;
}

interface Selected {
  readonly columns: readonly Column[];
  relation(): Relation;
  /** If it only filters rows and computes columns: those rows, and each column as an expression over them. */
  readonly through: { readonly bound: Bound; readonly outputs: readonly Typed[] } | null;
  readonly below: Below | null;
}

function bindStatement(binding: Binding, { named, selects, at }: Statement, around: Names | null): Selected {
  let names = around;
  for (const { name, of } of named) names = { named: new Map([[name, of]]), around: names };
  const parts = selects.map((select) => bindSelect(binding, select, names));
  const [first, ...others] = atLeastOne(parts);
  if (others.length === 0) return first;
  const odd = others.find((other) => other.columns.length !== first.columns.length);
  if (odd !== undefined) {
    throw wrongAt(
      binding.source,
      at,
      `all parts of UNION, INTERSECT and EXCEPT need the same number of columns: ${first.columns.length}, not ${odd.columns.length}.`,
    );
  }
  const columns = first.columns.map(({ name }, index) => ({ name, type: unionType(binding, parts, index, at) }));
  return {
    columns,
    through: null,
    below: null,
    relation: () => ({ kind: 'union', of: parts.map((part) => part.relation()) }),
  };
}

/** INTERSECT or EXCEPT: groups equal rows and counts them by side, which makes rows distinct. */
function bindSet(
  binding: Binding,
  { how, left, right, at }: Extract<From, { kind: 'set' }>,
  names: Names | null,
): Selected {
  const both = bindStatement(
    binding,
    { named: [], selects: [fromStatement(left, at), fromStatement(right, at)], at },
    names,
  );
  const width = both.columns.length;
  const column = (tree: Tree) => finished(binding, tree);
  const own = both.columns.map((_, index) => column({ kind: 'column', index }));
  const side = (is_left: boolean) => column(literal(is_left ? 1 : null));
  const counted = (index: number): SqlAggregate => ({
    ...{ name: 'count', args: [column({ kind: 'column', index })], condition: null, parameter: 0 },
  });
  const has = (index: number) => apply('greater', { kind: 'column', index }, literal(0));
  const where = apply('and', has(width), how === 'except' ? apply('not', has(width + 1)) : has(width + 1));
  const relation = (): Relation => {
    const union = both.relation();
    const parts = union.kind === 'union' ? union.of : [];
    const of = parts.map(
      (part, at_part): Relation => ({
        kind: 'project',
        of: part,
        columns: [...own, side(at_part === 0), side(at_part === 1)],
      }),
    );
    const grouped: Relation = {
      kind: 'aggregate',
      of: { kind: 'union', of },
      keys: own,
      aggregates: [counted(width), counted(width + 1)],
    };
    return { kind: 'project', of: { kind: 'filter', of: grouped, where: column(where) }, columns: own };
  };
  return { columns: both.columns, through: null, below: null, relation };
}

const TIMES: ReadonlySet<Type> = new Set<Type>(['time', 'second', 'date']);

function unionType({ source }: Binding, parts: readonly Selected[], index: number, at: number): Type {
  const types = new Set(parts.map(({ columns }) => columns[index]!.type).filter((type) => type !== 'null'));
  const [type = 'null', ...others] = types;
  if (others.length === 0) return type;
  if (types.isSubsetOf(new Set<Type>(['time', 'second']))) return 'time';
  if ([...types].some((each) => TIMES.has(each))) {
    throw wrongAt(
      source,
      at,
      `column ${index + 1} of UNION ALL is a time in one part and something else in another. Use toString(…) in both.`,
    );
  }
  return 'any';
}

function bindSelect(binding: Binding, select: Select, names: Names | null): Selected {
  const { source } = binding;
  if (++binding.counts.selects > LIMIT.sql_selects)
    throw wrongAt(source, select.at, `a statement has at most ${LIMIT.sql_selects} selects.`);
  const bound = select.from === null ? ONE_ROW() : bindFrom(binding, select.from, names);
  const columns = withoutStars(binding, select, bound);
  const items = itemNames(select);
  const aliases: Aliases = new Map([
    ...items,
    ...columns.flatMap(({ alias, of }) => (alias === null ? [] : [[alias, of] as const])),
  ]);
  const common = commonOf(binding, aliases, names, BINDERS, bound);
  const find = findIn(binding, bound, aliases);
  const rows = rowLevel(common, find, () => relationOf(bound));
  for (const [, item] of items) resolveSyntax(rows.scope, item);
  for (const part of select.where === null ? [] : conjuncts(select.where)) keepPart(part, bound, common, find);
  const said = [...columns.map(({ of }) => of), ...select.order_by.map(({ of }) => of)];
  const having = select.having === null ? [] : [select.having];
  const is_grouped = select.group_by.length > 0 || [...said, ...having].some((syntax) => hasAggregate(syntax, aliases));
  if (having.length > 0 && !is_grouped)
    throw wrongAt(source, having[0]!.at, 'HAVING speaks of groups: add GROUP BY, or use WHERE.');
  const grouped = is_grouped
    ? groupLevel(
        common,
        rows,
        groupKeys(select, columns, aliases).map((syntax) => ordinal(binding, syntax, columns)),
      )
    : rows;
  const filtered = filteredLevel(binding, grouped, having);
  const chosen = select.qualify === null ? [] : [select.qualify];
  const is_windowed = [...said, ...chosen].some((syntax) => hasWindow(syntax, aliases));
  if (chosen.length > 0 && !is_windowed)
    throw wrongAt(source, chosen[0]!.at, 'QUALIFY speaks of windows, as rank() OVER (…) = 1: use WHERE or HAVING.');
  const windowed = is_windowed ? windowLevel(common, filtered, [...said, ...chosen], select.windows) : filtered;
  const top = filteredLevel(binding, windowed, chosen);
  const outputs = columns.map((column) => single(top.scope, resolveSyntax(top.scope, asNamed(column, aliases))));
  const made = columns.map(({ name }, index) => ({ name, type: outputs[index]!.type }));
  const is_plain = !is_grouped && !is_windowed && !select.distinct && select.limit === null && select.offset === null;
  const sorts = select.order_by.length > 0 || select.limit_by !== null;
  const relation = arranged(binding, select, columns, top, outputs);
  const is_whole = !is_windowed && !select.distinct && select.limit === null && select.offset === null && !sorts;
  const trees = outputs.map(({ node }) => (node.kind === 'column' ? (grouped.keys[node.index] ?? null) : null));
  const below = is_whole && grouped.keys.length > 0 ? { bound, trees } : null;
  return { columns: made, relation, through: is_plain && !sorts ? { bound, outputs } : null, below };
}

function filteredLevel(binding: Binding, level: Level, conditions: readonly Syntax[]): Level {
  const kept = conditions.map((syntax) => asCondition(level.scope, resolveSyntax(level.scope, syntax)));
  const relation = () =>
    kept.reduce((of, where): Relation => ({ kind: 'filter', of, where: finished(binding, where) }), level.relation());
  return { ...level, relation };
}

/** Applies DISTINCT, ORDER BY and LIMIT to the columns. */
function arranged(
  binding: Binding,
  select: Select,
  columns: readonly OwnColumn[],
  { scope, relation }: Level,
  outputs: readonly Typed[],
): () => Relation {
  const known = new Columns(
    binding,
    outputs.map(({ node }) => node),
  );
  const columnOf = (syntax: Syntax): number => {
    const { node } = single(scope, resolveSyntax(scope, ordinal(binding, syntax, columns)));
    if (select.distinct && known.find(node) < 0)
      throw wrongAt(binding.source, syntax.at, 'with DISTINCT, ORDER BY can only name what is selected.');
    return known.of(node);
  };
  const by = select.order_by.map((item): SortKey => sortKey(item, columnOf(item.of)));
  const keys = select.limit_by?.of.map(columnOf) ?? [];
  const each = select.limit_by === null ? 0 : wholeNumber(binding, select.limit_by.count, 'LIMIT BY');
  const limit = select.limit === null ? null : wholeNumber(binding, select.limit, 'LIMIT');
  const offset = select.offset === null ? 0 : wholeNumber(binding, select.offset, 'OFFSET');
  return () => {
    let made: Relation = { kind: 'project', of: relation(), columns: known.columns() };
    const width = known.trees.length;
    if (select.distinct) made = { kind: 'distinct', of: made };
    if (select.limit_by !== null) {
      const sorted: Relation = { kind: 'sort', of: made, by, columns: width, limit: null, offset: 0 };
      made = { kind: 'limit_by', of: by.length > 0 ? sorted : made, keys, limit: each };
    }
    if (by.length === 0 && limit === null && offset === 0 && width === outputs.length) return made;
    return { kind: 'sort', of: made, by, columns: outputs.length, limit, offset };
  };
}

/** The value of a whole number that does not depend on rows. */
function constantOf(binding: Binding, syntax: Syntax, refuse: () => Error): number {
  const find = () => {
    throw refuse();
  };
  const common = commonOf(binding, new Map(), null, BINDERS, null);
  const { scope } = rowLevel(common, find, () => ({ kind: 'numbers', count: 1 }));
  const tree = folded(binding, resolveSyntax(scope, syntax).node);
  const value = tree.kind === 'literal' ? tree.value : null;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw refuse();
}

function wholeNumber(binding: Binding, syntax: Syntax, what: string): number {
  return constantOf(binding, syntax, () =>
    wrongAt(binding.source, syntax.at, `${what} needs a whole number of 0 or more.`),
  );
}

// --- from

const BINDERS = { statement: bindStatement, from: bindFrom };

function ONE_ROW(): Bound {
  const relation: Relation = { kind: 'numbers', count: 1 };
  return {
    base: () => relation,
    steps: [],
    below: null,
    scan: null,
    find: () => null,
    columns: () => null,
    names: [],
    sides: null,
  };
}

function bindFrom(binding: Binding, from: From, names: Names | null): Bound {
  if (from.kind === 'statement') return asTable(bindStatement(binding, from.statement, names), from.alias ?? '');
  if (from.kind === 'set') return asTable(bindSet(binding, from, names), '');
  if (from.kind === 'join') {
    const [left, right] = [bindFrom(binding, from.left, names), bindFrom(binding, from.right, names)];
    const scopeOf = (bound: Bound): Resolving => {
      const common = commonOf(binding, new Map(), names, BINDERS, null);
      return rowLevel(common, findIn(binding, bound, new Map()), () => relationOf(bound)).scope;
    };
    return joined(binding, from, left, right, scopeOf);
  }
  const named = findNamed(names, from.name);
  if (named !== null && isStatement(named.of))
    return asTable(bindStatement(binding, named.of, named.around), from.alias);
  if (from.name.toLowerCase() === 'sessions') {
    const own = { ...binding, source: { ...binding.source, text: SESSIONS } };
    return asTable(ofSessions(bindStatement(own, parseStatement(own.source), null)), from.alias);
  }
  const bound = bindTable(binding, from, (count, refuse) => constantOf(binding, count, refuse));
  if (bound !== null) return bound;
  throw unknownTable(binding, from, names === null ? [] : namesOf(names));
}

const SESSION_KEYS: Readonly<Record<string, SessionKey>> = {
  $start_timestamp: '$start_timestamp',
  $end_timestamp: '$end_timestamp',
  $session_duration: '$session_duration',
};

/** The dataset knows start, end and duration of a session, so conditions on them need no grouping of events. */
function ofSessions(selected: Selected): Selected {
  const { below, columns } = selected;
  const trees = columns.map(({ name }, index): Tree | null => {
    const key = SESSION_KEYS[name];
    return key === undefined ? below!.trees[index]! : { kind: 'source', source: { of: 'session', key } };
  });
  return { ...selected, below: { bound: below!.bound, trees } };
}

function namesOf(names: Names): string[] {
  const own = [...names.named].flatMap(([name, of]) => (isStatement(of) ? [name] : []));
  return names.around === null ? own : [...own, ...namesOf(names.around)];
}

/** A member of all `properties`, if the sub-query's column is just those. */
function memberOf(through: Selected['through'], index: number, inside: readonly string[], at: number): Typed | null {
  if (through === null || through.bound.sides !== null) return null;
  const { node } = through.outputs[index]!;
  const isAll = node.kind === 'field' && node.name === 'properties';
  return isAll ? through.bound.find({ parts: ['properties', ...inside], at }) : null;
}

/** A select's result as a table. A select that only filters and computes columns is inlined. */
function asTable(selected: Selected, alias: string): Bound {
  const { columns, through } = selected;
  const names = columns.map(({ name }) => name);
  return {
    base: through === null ? () => selected.relation() : through.bound.base,
    steps: through === null ? [] : through.bound.steps,
    below: through === null ? selected.below : through.bound.below,
    scan: through?.bound.scan ?? null,
    find({ parts, at }) {
      const own = parts.length > 1 && parts[0] === alias ? parts.slice(1) : parts;
      const joined_name = names.indexOf(own.join('.'));
      const index = joined_name >= 0 ? joined_name : names.indexOf(own[0]!);
      if (index < 0) return null;
      const { type } = columns[index]!;
      const inside = joined_name >= 0 ? [] : own.slice(1);
      if (inside.length > 0 && type !== 'any' && type !== 'array') return null;
      const of_all = inside.length > 0 ? memberOf(through, index, inside, at) : null;
      if (of_all !== null) return of_all;
      const node = through === null ? ({ kind: 'column', index } as const) : through.outputs[index]!.node;
      return { type: inside.length > 0 ? 'any' : type, node: within(node, inside), at };
    },
    columns: (table) =>
      table === null || table === alias
        ? names.map((name) => ({ parts: alias === '' ? [name] : [alias, name], at: 0 }))
        : null,
    names,
    sides: null,
  };
}
