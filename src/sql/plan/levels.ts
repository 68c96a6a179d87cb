/**
 * Levels at which a select's expressions are resolved: rows, or groups of rows with keys and aggregates; a level of
 * window functions may follow either. Each has a scope, and a relation with the columns that its expressions use.
 */
import { canonical } from '../../base/json.ts';
import { atLeastOne } from '../../base/known.ts';
import type { Relation, SortKey, SqlAggregate } from '../../model/sql/plan.ts';
import { type AggregateTree, aggregateOf, isAggregateName } from '../expression/aggregates.ts';
import { type Resolving, resolveSyntax } from '../expression/resolver.ts';
import type { Tree } from '../expression/tree.ts';
import { asList, isSingle, type Single, shown, type Typed, within } from '../expression/typed.ts';
import { wrongAt } from '../grammar/source.ts';
import { childrenOf, type OrderItem, type Syntax } from '../grammar/syntax.ts';
import { type Binding, Columns, finished, newScope } from './binding.ts';

export interface Level {
  readonly scope: Resolving;
  /** The keys of a level of groups, as expressions over rows. */
  readonly keys: readonly Tree[];
  /** To be called after all expressions are resolved, because resolving adds columns. */
  relation(): Relation;
}

/** Aliases of the select's columns. */
export type Aliases = ReadonlyMap<string, Syntax>;

/** What the expressions of a select share at all levels. */
export interface Common {
  readonly binding: Binding;
  readonly aliases: Aliases;
  special(scope: Resolving, syntax: Syntax): Typed | null;
}

// --- looking for aggregates and windows

/**
 * Every part, including parts of aliases, but not of sub-queries. Each alias is followed once, because with aliases of
 * aliases the parts could double at each level.
 */
export function partsOf(root: Syntax, aliases: Aliases): Syntax[] {
  const parts: Syntax[] = [];
  const followed = new Set<string>();
  const add = (syntax: Syntax): void => {
    parts.push(syntax);
    for (const part of childrenOf(syntax)) add(part);
    if (syntax.kind !== 'path') return;
    const [name, index] = atLeastOne(syntax.parts);
    const of = aliases.get(name);
    if (of === undefined || followed.has(name) || (index !== undefined && !/^-?\d+$/.test(index))) return;
    followed.add(name);
    add(of);
  };
  add(root);
  return parts;
}

export function hasAggregate(syntax: Syntax, aliases: Aliases): boolean {
  const parts = partsOf(syntax, aliases);
  const in_windows = new Set<Syntax>(parts.flatMap((part) => (part.kind === 'over' ? [part.call] : [])));
  return parts.some((part) => part.kind === 'call' && isAggregateName(part.name) && !in_windows.has(part));
}

export function hasWindow(syntax: Syntax, aliases: Aliases): boolean {
  return partsOf(syntax, aliases).some((part) => part.kind === 'over');
}

/** An alias stands for its expression, except within itself. */
export function throughAlias(scope: Resolving, syntax: Syntax, aliases: Aliases, open: Set<string>): Typed | null {
  if (syntax.kind !== 'path') return null;
  const [name, index] = atLeastOne(syntax.parts);
  const of = aliases.get(name);
  if (of === undefined || open.has(name) || (index !== undefined && !/^-?\d+$/.test(index))) return null;
  open.add(name);
  try {
    const typed = resolveSyntax(scope, of);
    if (index === undefined) return typed;
    return { type: 'any', node: within(asList(scope, typed), syntax.parts.slice(1)), at: syntax.at };
  } finally {
    open.delete(name);
  }
}

// --- rows

/** Drops aliases of aggregates: after max(timestamp) as timestamp, the name still means the column of rows. */
function ofRows(aliases: Aliases): Aliases {
  return new Map([...aliases].filter(([, of]) => !hasAggregate(of, aliases) && !hasWindow(of, aliases)));
}

/** @param find resolves a name in the tables; throws if there is none */
export function rowLevel(
  common: Common,
  find: (path: Extract<Syntax, { kind: 'path' }>) => Typed,
  relation: () => Relation,
): Level {
  const open = new Set<string>();
  const { binding } = common;
  const aliases = ofRows(common.aliases);
  const scope = newScope(binding, (own, syntax) => {
    if (syntax.kind === 'path')
      return throughAlias(own, syntax, aliases, open) ?? common.special(own, syntax) ?? find(syntax);
    if (syntax.kind === 'over')
      throw wrongAt(
        binding.source,
        syntax.at,
        'window functions stand in SELECT and ORDER BY. To choose rows by one, put it into a sub-query: SELECT … FROM (SELECT …, rank() OVER (…) AS place FROM …) WHERE place = 1.',
      );
    if (syntax.kind === 'call' && isAggregateName(syntax.name)) {
      throw wrongAt(
        binding.source,
        syntax.at,
        `${syntax.name} makes one value of many rows; here a value of each row is needed. Conditions on aggregates stand in HAVING.`,
      );
    }
    return common.special(own, syntax);
  });
  return { scope, relation, keys: [] };
}

// --- groups

export function groupLevel(common: Common, rows: Level, group_by: readonly Syntax[]): Level {
  const { binding, aliases } = common;
  const keys = group_by.map((syntax) => single(rows.scope, resolveSyntax(rows.scope, syntax)));
  const columns = new Columns(
    binding,
    keys.map(({ node }) => node),
  );
  const aggregates: SqlAggregate[] = [];
  const index_of = new Map<string, number>();
  const open = new Set<string>();
  const added = (aggregate: AggregateTree, at: number): Typed => {
    const { args, condition, type, ...rest } = aggregate;
    const made: SqlAggregate = {
      ...rest,
      args: args.map((arg) => finished(binding, rest.name === 'unique' ? byNumber(arg) : arg)),
      condition: condition && finished(binding, condition),
    };
    const text = canonical(made);
    const index = index_of.get(text) ?? aggregates.push(made) - 1;
    index_of.set(text, index);
    return { type, node: { kind: 'column', index: keys.length + index }, at };
  };
  /** A key, or an alias of one. */
  const asKey = (syntax: Syntax): Typed | null => {
    if (syntax.kind === 'literal' || syntax.kind === 'interval') return null;
    const typed = resolveSyntax(rows.scope, syntax);
    if (typed.type === 'interval' || typed.type === 'lambda') return null;
    const { type, node } = single(rows.scope, typed);
    const index = columns.find(node);
    return index < 0 ? null : { type, node: { kind: 'column', index }, at: syntax.at };
  };
  const scope = newScope(binding, (own, syntax) => {
    if (syntax.kind === 'call' && isAggregateName(syntax.name)) {
      return added(
        aggregateOf(own, syntax, (arg) => resolveArgument(binding, rows.scope, arg, ofRows(aliases))),
        syntax.at,
      );
    }
    if (syntax.kind === 'over' || hasAggregate(syntax, aliases))
      return throughAlias(own, syntax, aliases, open) ?? common.special(own, syntax);
    const key = asKey(syntax);
    if (key !== null) return key;
    if (syntax.kind !== 'path') return common.special(own, syntax);
    return throughAlias(own, syntax, aliases, open) ?? common.special(own, syntax) ?? refuse(binding, syntax);
  });
  const relation = (): Relation => ({ kind: 'aggregate', of: rows.relation(), keys: columns.columns(), aggregates });
  return { scope, relation, keys: columns.trees };
}

/** Counts distinct persons and distinct ids by their number, which saves making texts. */
function byNumber(arg: Tree): Tree {
  const key = arg.kind === 'source' && arg.source.of === 'metadata' ? arg.source.key : null;
  if (key !== 'person_id' && key !== 'distinct_id') return arg;
  return { kind: 'field', name: key === 'person_id' ? 'person_number' : 'distinct_number' };
}

function resolveArgument(binding: Binding, scope: Resolving, arg: Syntax, aliases: Aliases): Typed {
  if (hasAggregate(arg, aliases))
    throw wrongAt(
      binding.source,
      arg.at,
      'an aggregate cannot stand inside another one. Compute the inner one in a sub-query in FROM.',
    );
  return resolveSyntax(scope, arg);
}

function refuse({ source }: Binding, { parts, at }: Extract<Syntax, { kind: 'path' }>): never {
  const name = parts.join('.');
  throw wrongAt(
    source,
    at,
    `${name} has a value for each row, and here one is needed for each group. Add it to GROUP BY, or write any(${name}), max(${name}), uniq(${name}) or another aggregate.`,
  );
}

export function sortKey({ is_descending, nulls_first }: OrderItem, index: number): SortKey {
  return { index, is_descending, nulls_first };
}

/** The expression as one value per row. Accepts lists; throws for intervals and lambdas. */
export function single(scope: Resolving, typed: Typed): Single {
  if (isSingle(typed)) return typed;
  return {
    type: 'array',
    node: typed.type === 'list' || typed.type === 'parts' ? asList(scope, typed) : shown(scope, typed),
    at: typed.at,
  };
}
