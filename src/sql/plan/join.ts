/** Joins: expressions over one side become columns of that side, and equalities become pairs of key columns. */
import type { Relation } from '../../model/sql/plan.ts';
import { compare } from '../expression/comparison.ts';
import { type Resolving, resolveSyntax } from '../expression/resolver.ts';
import { asCondition, type Typed } from '../expression/typed.ts';
import { wrongAt } from '../grammar/source.ts';
import { type From, partsIn, type Syntax } from '../grammar/syntax.ts';
import { type Binding, type Bound, Columns, type Path, relationOf } from './binding.ts';
import { keepWhere } from './push.ts';

/** Returns the scope in which expressions over a table are resolved. */
export type ScopeOf = (bound: Bound) => Resolving;

type JoinSyntax = Extract<From, { kind: 'join' }>;
type SideName = 'left' | 'right';

/** One side of a join, with the expressions that are read from its rows. */
interface Side {
  readonly bound: Bound;
  readonly columns: Columns;
  /** Indices of the key columns. */
  readonly keys: number[];
}

interface Joining {
  readonly binding: Binding;
  readonly join: JoinSyntax;
  readonly left: Side;
  readonly right: Side;
  readonly columns: { side: SideName; index: number }[];
  readonly scopeOf: ScopeOf;
  /** Conditions of ON other than keys and those of one side; tested on pairs of rows. */
  readonly others: Syntax[];
}

export function joined(binding: Binding, join: JoinSyntax, left: Bound, right: Bound, scopeOf: ScopeOf): Bound {
  const joining: Joining = {
    binding,
    join,
    left: newSide(binding, left),
    right: newSide(binding, right),
    columns: [],
    scopeOf,
    others: [],
  };
  for (const part of join.on === null ? [] : conjuncts(join.on)) addCondition(joining, part);
  if (join.how !== 'cross' && joining.left.keys.length === 0) {
    throw wrongAt(
      binding.source,
      join.at,
      'a join needs something that is equal on both sides: ON a.person_id = b.person_id. For all pairs of rows write CROSS JOIN.',
    );
  }
  const { how } = join;
  const bound: Bound = {
    base: () => relationOfJoin(joining),
    steps: [],
    below: null,
    scan: null,
    find: (path) => findInEither(joining, path),
    columns(table) {
      if (table !== null) return left.columns(table) ?? right.columns(table);
      return [...left.columns(null)!, ...right.columns(null)!];
    },
    names: [...new Set([...left.names, ...right.names])],
    sides: {
      left,
      right,
      keeps_left: how === 'left' || how === 'full',
      keeps_right: how === 'right' || how === 'full',
    },
  };
  const scope = scopeOf(bound);
  for (const part of joining.others) keepWhere(binding, bound, asCondition(scope, resolveSyntax(scope, part)));
  return bound;
}

function relationOfJoin({ join, left, right, columns }: Joining): Relation {
  return {
    ...{ kind: 'join', how: join.how, columns, left_keys: left.keys, right_keys: right.keys },
    left: { kind: 'project', of: relationOf(left.bound), columns: left.columns.columns() },
    right: { kind: 'project', of: relationOf(right.bound), columns: right.columns.columns() },
  };
}

function findInEither(joining: Joining, path: Path): Typed | null {
  const { left, right } = joining;
  const [of_left, of_right] = [left.bound.find(path), right.bound.find(path)];
  if (of_left !== null && of_right !== null) {
    const help = bothWays(left.bound, right.bound, path);
    throw wrongAt(joining.binding.source, path.at, `${path.parts.join('.')} is in both tables: ${help}.`);
  }
  if (of_left !== null) return lifted(joining, 'left', of_left);
  return of_right && lifted(joining, 'right', of_right);
}

/** The value of one side as a column of the joined rows. */
function lifted(joining: Joining, side: SideName, { type, node, at }: Typed): Typed {
  const { columns } = joining;
  const index = joining[side].columns.of(node);
  const known = columns.findIndex((column) => column.side === side && column.index === index);
  const column = known < 0 ? columns.push({ side, index }) - 1 : known;
  return { type, node: { kind: 'column', index: column }, at };
}

/** Sides whose rows a condition of ON may drop, because the join keeps none without a partner. */
const DROPPED: Readonly<Record<JoinSyntax['how'], readonly SideName[]>> = {
  ...{ inner: ['left', 'right'], left: ['right'], right: ['left'], full: [], cross: [] },
};

function addCondition(joining: Joining, part: Syntax): void {
  if (addKeys(joining, part)) return;
  const { binding, join, left, right, scopeOf, others } = joining;
  const { how } = join;
  const side = sideOnly(left.bound, right.bound, part);
  if (side !== null && DROPPED[how].includes(side)) {
    const { bound } = joining[side];
    keepWhere(binding, bound, asCondition(scopeOf(bound), resolveSyntax(scopeOf(bound), part)));
  } else if (how === 'inner') others.push(part);
  else
    throw wrongAt(
      binding.source,
      part.at,
      `ON of a ${how.toUpperCase()} JOIN takes equal values of both sides, and conditions on a table whose rows are left out if they have no partner, put together by and. Put other conditions into WHERE.`,
    );
}

/** Adds key columns for an equality of both sides; returns false for any other condition. */
function addKeys({ left, right, scopeOf }: Joining, part: Syntax): boolean {
  if (part.kind !== 'binary' || part.operator !== '=') return false;
  const is_straight = isOf(left.bound, part.left) && isOf(right.bound, part.right);
  if (!is_straight && !(isOf(right.bound, part.left) && isOf(left.bound, part.right))) return false;
  const [of_left, of_right] = is_straight ? [part.left, part.right] : [part.right, part.left];
  const scope = scopeOf(left.bound);
  const typed = [resolveSyntax(scope, of_left), resolveSyntax(scopeOf(right.bound), of_right)] as const;
  const { node } = compare(scope, '=', ...typed, part.at);
  // `compare` has cast both sides to one type.
  const [a, b] = node.kind === 'call' ? node.args : typed.map((each) => each.node);
  left.keys.push(left.columns.of(a!));
  right.keys.push(right.columns.of(b!));
  return true;
}

function newSide(binding: Binding, bound: Bound): Side {
  return { bound, columns: new Columns(binding), keys: [] };
}

function bothWays(left: Bound, right: Bound, { parts }: Path): string {
  const first = [left, right].map((bound) => bound.columns(null)?.[0]?.parts ?? []);
  // Columns of a sub-query without a name have no table before them.
  if (first.some(({ length }) => length < 2))
    return `name the sub-queries, (SELECT …) AS a, and write a.${parts.join('.')}`;
  return `write ${first.map(([owner]) => [owner, ...parts].join('.')).join(' or ')}`;
}

export function conjuncts(syntax: Syntax): Syntax[] {
  return syntax.kind === 'binary' && syntax.operator === 'and'
    ? [...conjuncts(syntax.left), ...conjuncts(syntax.right)]
    : [syntax];
}

/** Whether it uses at least one name, and all its names belong to that side. Ignores sub-queries. */
function isOf(bound: Bound, syntax: Syntax): boolean {
  const parts = [...partsIn(syntax)];
  const paths = parts.filter((part) => part.kind === 'path');
  return (
    paths.length > 0 && !parts.some(({ kind }) => OPAQUE.has(kind)) && paths.every((path) => bound.find(path) !== null)
  );
}

/** The one side of a join that the condition is about; null if its names are of both sides, or in both. */
export function sideOnly(left: Bound, right: Bound, part: Syntax): SideName | null {
  const [of_left, of_right] = [isOf(left, part), isOf(right, part)];
  return of_left === of_right ? null : of_left ? 'left' : 'right';
}

const OPAQUE: ReadonlySet<Syntax['kind']> = new Set<Syntax['kind']>(['subquery', 'placeholder', 'over', 'lambda']);
