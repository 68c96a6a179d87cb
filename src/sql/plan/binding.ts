/** State shared while a statement is bound: its context, and what its parts need from each other. */
import { canonical } from '../../base/json.ts';
import { amongText, nearText } from '../../base/nearest.ts';
import type { Clock } from '../../base/time.ts';
import { quoted } from '../../base/visible.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Expression, ExpressionNode, FunctionName, Literal } from '../../model/question/expression.ts';
import type { Predicate } from '../../model/question/predicate.ts';
import type { TimeRange } from '../../model/question/query.ts';
import type { Relation } from '../../model/sql/plan.ts';
import type { Resolving } from '../expression/resolver.ts';
import { argsOf, listed, type Tree } from '../expression/tree.ts';
import type { Scope, Typed } from '../expression/typed.ts';
import { NO_ZONE, zoneTable } from '../expression/zone_table.ts';
import { type Source, wrongAt } from '../grammar/source.ts';
import type { Statement, Syntax } from '../grammar/syntax.ts';

/** A value sent beside the text. */
type Sent = Literal | readonly Literal[];

export interface PlanSetting {
  readonly clock: Clock;
  readonly groupTypes: Scope['groupTypes'];
  readonly cohorts: () => readonly PlannedSaved[];
  /** Each selects rows of events. */
  readonly actions: () => readonly PlannedSaved[];
  /** Value of {filters}; null if none were sent. */
  readonly filters: { readonly range: TimeRange; readonly where: Predicate } | null;
  /** Values of {name} and {variables.name}. */
  readonly values: ReadonlyMap<string, Sent>;
  /** Receives the names in braces that the statement has. */
  readonly used: Set<string>;
}

interface PlannedSaved {
  readonly id: number;
  readonly name: string;
  readonly where: () => Predicate;
}

export interface Binding {
  readonly source: Source;
  readonly setting: PlanSetting;
  readonly subqueries: Relation[];
  readonly counts: {
    selects: number;
    /** How many SELECTs were bound once more, only to see their names. */
    looks: number;
    /** How many lists were unnested. */
    items: number;
  };
}

/** A cohort or action of the project, by number or name. */
export function savedNamed({ source, setting }: Binding, kind: 'cohort' | 'action', said: Syntax): PlannedSaved {
  const value = said.kind === 'literal' ? said.value : null;
  if (typeof value !== 'number' && typeof value !== 'string')
    throw wrongAt(source, said.at, `expected the number of the ${kind}, or its name in quotes.`);
  const all = kind === 'cohort' ? setting.cohorts() : setting.actions();
  const found = all.find(({ id, name }) => id === Number(value) || name === value);
  if (found !== undefined) return found;
  const names = all.map(({ name }) => name);
  const there = all.length === 0 ? ['There are none yet.'] : [`Each ${kind} has a number and a name.`, amongText(all)];
  const help = [nearText(String(value), names), ...there].filter(Boolean).join(' ');
  throw wrongAt(source, said.at, `there is no ${kind} ${quoted(String(value))}. ${help}`);
}

/** Names defined by WITH, from the inside out. */
export interface Names {
  readonly named: ReadonlyMap<string, Statement | Syntax>;
  readonly around: Names | null;
}

export function findNamed(names: Names | null, name: string): { of: Statement | Syntax; around: Names | null } | null {
  for (let at = names; at !== null; at = at.around) {
    const of = at.named.get(name);
    if (of !== undefined) return { of, around: at.around };
  }
  return null;
}

export function isStatement(of: Statement | Syntax): of is Statement {
  return 'selects' in of;
}

export interface Path {
  readonly parts: readonly string[];
  readonly at: number;
}

/** The result of FROM: rows, and what names mean there. */
export interface Bound {
  /** Call it when all names are resolved. Before that, sides of a join may still get more columns. */
  readonly base: () => Relation;
  /** Steps that its rows go through, in order. More may be added. */
  readonly steps: Step[];
  /** Receives conditions that can select rows of events; null if there are none. */
  readonly scan: Scan | null;
  /** If the rows are groups: takes conditions that hold for all rows of a group or for none. */
  readonly below: Below | null;
  /** null if there is no such name. */
  find(path: Path): Typed | null;
  /** Columns of `*` or `table.*`; null if there is no such table. */
  columns(table: string | null): readonly Path[] | null;
  /** Known names, for messages. */
  readonly names: readonly string[];
  readonly sides: {
    readonly left: Bound;
    readonly right: Bound;
    readonly keeps_left: boolean;
    readonly keeps_right: boolean;
  } | null;
}

/** `trees`: column -> its value in terms of the rows below the grouping; null for aggregates. */
export interface Below {
  readonly bound: Bound;
  readonly trees: readonly (Tree | null)[];
}

/** The rows, with all steps bound so far. */
export function relationOf({ base, steps }: Bound): Relation {
  return steps.reduce((of, step): Relation => ({ ...step, of }), base());
}

/** A filter, or an unnested list. */
type Step = Omit<RelationOf<'filter'>, 'of'> | Omit<RelationOf<'unnest'>, 'of'>;
type RelationOf<K extends Relation['kind']> = Extract<Relation, { kind: K }>;

/** arrayJoin(list): the item of each row. The same list is unnested only once. */
export function itemOfEach(binding: Binding, { steps }: Bound, of: Tree): Tree {
  const list = finished(binding, of);
  const text = canonical(list);
  const known = steps.find((step) => step.kind === 'unnest' && canonical(step.list) === text);
  const name = known?.kind === 'unnest' ? known.name : `item ${++binding.counts.items}`;
  if (known === undefined) steps.push({ kind: 'unnest', list, name });
  return { kind: 'field', name };
}

/** Rows of events, narrowed by conditions. */
export interface Scan {
  readonly relation: {
    kind: 'events';
    matches: { event: string | null; where: Predicate }[];
    range: TimeRange;
    is_of_rows: boolean;
  };
  /** null = every event */
  events: readonly string[] | null;
  where: Predicate[];
}

/** Scope for the expressions of one level. `special`: what names and calls mean there. */
export function newScope(
  { source, setting }: Binding,
  special: (scope: Resolving, syntax: Syntax) => Typed | null,
): Resolving {
  const scope: Resolving = {
    ...{ source, clock: setting.clock, groupTypes: setting.groupTypes, usesZone: false, aggregates: null },
    ...{ inside: false, done: new Map(), share: 1 },
    special: (syntax) => special(scope, syntax),
  };
  return scope;
}

/** Distinct trees; equal ones are one column. */
export class Columns {
  readonly trees: Tree[] = [];
  readonly #binding: Binding;
  readonly #of_text = new Map<string, number>();

  constructor(binding: Binding, trees: readonly Tree[] = []) {
    this.#binding = binding;
    for (const tree of trees) this.#of_text.set(this.#textOf(tree), this.trees.push(tree) - 1);
  }

  #textOf(tree: Tree): string {
    return canonical(finished(this.#binding, tree));
  }

  /** -1 if there is no such tree. */
  find(tree: Tree): number {
    return this.#of_text.get(this.#textOf(tree)) ?? -1;
  }

  /** Index of the column; a new tree is added. */
  of(tree: Tree): number {
    const known = this.find(tree);
    if (known >= 0) return known;
    this.#of_text.set(this.#textOf(tree), this.trees.length);
    return this.trees.push(tree) - 1;
  }

  columns(): Expression[] {
    return this.trees.map((tree) => finished(this.#binding, tree));
  }
}

const OF_ZONE: ReadonlySet<FunctionName> = new Set<FunctionName>([
  ...(['to_wall', 'from_wall', 'last_change', 'to_time', 'to_date'] as const),
]);

export function finished({ source, setting }: Binding, root: Tree): Expression {
  const nodes = listed(root);
  if (nodes.length > LIMIT.sql_nodes)
    throw wrongAt(source, 0, `an expression that comes to more than ${LIMIT.sql_nodes} parts.`);
  return { nodes, zone: nodes.some(needsZone) ? zoneTable(setting.clock.timezone) : NO_ZONE };
}

function needsZone(node: ExpressionNode): boolean {
  return node.kind === 'each' ? node.body.some(needsZone) : node.kind === 'call' && OF_ZONE.has(node.name);
}

/** Every node of a tree, shared ones only once. */
export function* nodesOf(root: Tree, seen: Set<Tree> = new Set()): Iterable<Tree> {
  if (seen.has(root)) return;
  seen.add(root);
  for (const arg of argsOf(root)) yield* nodesOf(arg, seen);
  yield root;
}
