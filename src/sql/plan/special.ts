/** What expressions may contain in a select only: sub-queries, cohorts, values sent beside the text. */
import { LIMIT } from '../../model/limit.ts';
import type { TimeRange } from '../../model/question/query.ts';
import type { Relation } from '../../model/sql/plan.ts';
import { AGGREGATE_NAMES, isAggregateName } from '../expression/aggregates.ts';
import { INSTEAD, isFunction, type Resolving, resolveSyntax } from '../expression/resolver.ts';
import type { Tree } from '../expression/tree.ts';
import { apply, asDate, asList, asTime, isTime, literal, shown, type Type, type Typed } from '../expression/typed.ts';
import { plainName } from '../grammar/definitions.ts';
import { nearestText, wrongAt } from '../grammar/source.ts';
import { allFrom, fromStatement } from '../grammar/statement.ts';
import { type CallSyntax, callOf, chained, type From, type Statement, type Syntax } from '../grammar/syntax.ts';
import {
  type Binding,
  type Bound,
  findNamed,
  finished,
  isStatement,
  itemOfEach,
  type Names,
  savedNamed,
} from './binding.ts';
import { type Decorrelated, decorrelated, textKey } from './correlated.ts';
import { type Aliases, type Common, hasAggregate } from './levels.ts';
import { ofSession } from './session.ts';
import { isWindowName, WINDOW_NAMES } from './windows.ts';

interface Column {
  readonly type: Type;
}

/** Binds a sub-query. */
type BindStatement = (
  binding: Binding,
  statement: Statement,
  around: Names | null,
) => { readonly columns: readonly Column[]; relation(): Relation };

type SubquerySyntax = Statement | Extract<Syntax, { kind: 'path' }>;

interface SubqueryColumn {
  readonly index: number;
  readonly type: Type;
  /** Type of the last column, by which values are looked up. */
  readonly key_type: Type;
}

/** Functions that bind parts of a select within its expressions. */
export interface Binders {
  readonly statement: BindStatement;
  readonly from: (binding: Binding, from: From, names: Names | null) => Bound;
}

/** @param outer the tables of the select */
export function commonOf(
  binding: Binding,
  aliases: Aliases,
  names: Names | null,
  bind: Binders,
  outer: Bound | null,
): Common {
  const known = new Map<Statement, Decorrelated | null>();
  const around: Subqueries['around'] = (statement, wanted) => {
    const found = known.get(statement);
    if (found !== undefined) return found;
    const made = correlated(statement, wanted);
    known.set(statement, made);
    return made;
  };
  const correlated: Subqueries['around'] = (statement, wanted) => {
    const [select, ...others] = statement.selects;
    if (outer === null || others.length > 0 || select!.from === null || statement.named.length > 0) return null;
    // A trial binding without side effects; the sub-query is bound again where it is computed.
    const { counts } = binding;
    const before = counts.selects;
    const inner = bind.from({ ...binding, subqueries: [] }, select!.from, names);
    counts.looks += counts.selects - before;
    counts.selects = before;
    if (counts.looks > 4 * LIMIT.sql_selects)
      throw wrongAt(binding.source, select!.at, `a statement has at most ${LIMIT.sql_selects} selects.`);
    return decorrelated(binding, statement, wanted, inner, outer);
  };
  const session = ofSession(outer, names);
  const subqueries: Subqueries = { columnOf: columnsIn(binding, names, bind.statement), around };
  return {
    binding,
    aliases,
    special(scope, syntax) {
      switch (syntax.kind) {
        case 'path': {
          const looked_up = session(syntax);
          return looked_up === null ? namedValue(scope, syntax.parts, names) : resolveSyntax(scope, looked_up);
        }
        case 'placeholder':
          return sentValue(binding, scope, syntax);
        case 'subquery':
          return scalarOf(scope, syntax, subqueries);
        case 'binary':
          return inSubquery(binding, scope, syntax, subqueries);
        case 'call':
          return (
            exists(scope, syntax, subqueries) ??
            arrayJoin(binding, scope, syntax, outer) ??
            specialCall(binding, scope, syntax)
          );
        default:
          return null;
      }
    },
  };
}

interface Subqueries {
  readonly columnOf: (of: SubquerySyntax, columns?: number) => SubqueryColumn | null;
  readonly around: (statement: Statement, wanted: 'exists' | 'member' | 'value') => Decorrelated | null;
}

/** Binds each statement once, however often it is named. */
function columnsIn(binding: Binding, names: Names | null, bind: BindStatement): Subqueries['columnOf'] {
  const known = new Map<Statement, SubqueryColumn>();
  return (of, columns = 1) => {
    const found =
      'selects' in of ? { of, around: names } : of.parts.length === 1 ? findNamed(names, of.parts[0]!) : null;
    if (found === null || !isStatement(found.of)) return null;
    const column =
      known.get(found.of) ?? addedSubquery(binding, found.of, bind(binding, found.of, found.around), columns);
    known.set(found.of, column);
    return column;
  };
}

function addedSubquery(
  binding: Binding,
  { at }: Statement,
  { columns, relation }: ReturnType<BindStatement>,
  wanted: number,
): SubqueryColumn {
  if (columns.length !== wanted) {
    const said = wanted === 1 ? 'one column' : `${wanted} columns`;
    throw wrongAt(binding.source, at, `a sub-query here needs ${said}, not ${columns.length}.`);
  }
  const [first, last] = [columns[0]!, columns.at(-1)!];
  return { index: binding.subqueries.push(relation()) - 1, type: first.type, key_type: last.type };
}

/** The value of `days` after `with 7 as days`. */
function namedValue(scope: Resolving, parts: readonly string[], names: Names | null): Typed | null {
  const named = parts.length === 1 ? findNamed(names, parts[0]!) : null;
  return named === null || isStatement(named.of) ? null : resolveSyntax(scope, named.of);
}

function scalarOf(scope: Resolving, { statement, at }: SubquerySyntaxNode, { columnOf, around }: Subqueries): Typed {
  const found = around(statement, 'value');
  if (found === null) {
    const { index, type } = columnOf(statement)!;
    return { type, node: { kind: 'subquery', index, as: 'value' }, at };
  }
  const { index, type, key_type } = columnOf(found.statement, 2)!;
  const key = apply('to_text', asOneOf(scope, resolveSyntax(scope, found.key), key_type, at));
  const value = apply('json_get', { kind: 'subquery', index, as: 'map' }, key);
  if (found.otherwise === null) return { type, node: value, at };
  const otherwise = scalarOf(scope, { kind: 'subquery', statement: found.otherwise, at }, { columnOf, around });
  return { type, node: apply('coalesce', value, otherwise.node), at };
}

/** Resolves `exists (select …)`; null for any other call. */
function exists(scope: Resolving, { name, args, at }: CallSyntax, { columnOf, around }: Subqueries): Typed | null {
  const [of] = args;
  if (name.toLowerCase() !== 'exists' || of?.kind !== 'subquery') return null;
  const found = around(of.statement, 'exists');
  if (found !== null) return memberOf(scope, found.key, columnOf(found.statement)!, true, at);
  const { index } = columnOf(counted(of.statement))!;
  return { type: 'boolean', node: apply('greater', { kind: 'subquery', index, as: 'value' }, literal(0)), at };
}

/** Wraps a statement: select count() from (…). */
function counted(statement: Statement): Statement {
  const { at } = statement;
  const columns = [{ of: callOf('count', [], at), table: null, name: '', alias: null, text: '', at }];
  return { named: [], selects: [{ ...fromStatement(statement, at), columns }], at };
}

/** Resolves `arrayJoin(list)`, which repeats the row for each item; null for any other call. */
function arrayJoin(binding: Binding, scope: Resolving, call: CallSyntax, outer: Bound | null): Typed | null {
  const [list] = call.args;
  if (call.name.toLowerCase() !== 'arrayjoin' || list === undefined || outer === null) return null;
  if (hasAggregate(list, new Map()))
    throw wrongAt(
      binding.source,
      call.at,
      'arrayJoin takes rows apart before they are grouped: compute the list in a sub-query in FROM.',
    );
  return { type: 'any', node: itemOfEach(binding, outer, asList(scope, resolveSyntax(scope, list))), at: call.at };
}

type SubquerySyntaxNode = Extract<Syntax, { kind: 'subquery' }>;
type BinarySyntax = Extract<Syntax, { kind: 'binary' }>;

/** Resolves `x in (select …)`, `(x, y) in (select …)` and `(x, y) in ((1, 2), (3, 4))`; null for anything else. */
function inSubquery(
  binding: Binding,
  scope: Resolving,
  { operator, left, right, at }: BinarySyntax,
  { columnOf, around }: Subqueries,
): Typed | null {
  if (operator !== 'in' && operator !== 'not in') return null;
  const is_in = operator === 'in';
  const parts = left.kind === 'list' ? left.items : [left];
  if (left.kind === 'list' && right.kind === 'list') return inTuples(binding, scope, parts, right, is_in);
  const of = right.kind === 'subquery' ? right.statement : right.kind === 'path' ? right : null;
  if (of === null) return null;
  const found = right.kind === 'subquery' ? around(right.statement, 'member') : null;
  if (parts.length === 1 && found === null) {
    const column = columnOf(of);
    return column && memberOf(scope, left, column, is_in, at);
  }
  const statement = found === null ? statementOf(of) : found.statement;
  const all = found === null ? parts : [...parts, found.key];
  const own = keyed(binding, statement, all.length);
  return memberOf(scope, textKey(all, at), columnOf(own)!, is_in, at);
}

function statementOf(of: SubquerySyntax): Statement {
  if ('selects' in of) return of;
  const { at } = of;
  const name = of.parts.join('.');
  return { named: [], selects: [allFrom({ kind: 'table', name, args: [], alias: name, at }, at)], at };
}

/** The statement with its columns joined into one text, as a key. */
function keyed({ source }: Binding, { named, selects, at }: Statement, wanted: number): Statement {
  const made = selects.map((select) => {
    const values = select.columns.flatMap(({ of }) => of ?? []);
    if (values.length !== wanted || values.length !== select.columns.length)
      throw wrongAt(source, select.at, `a sub-query here needs ${wanted} columns, written out.`);
    const key = { of: textKey(values, at), table: null, name: '', alias: null, text: '', at };
    return { ...select, columns: [key] };
  });
  return { named, selects: made, at };
}

/** One comparison for each tuple, joined by `or`. */
function inTuples(
  { source }: Binding,
  scope: Resolving,
  parts: readonly Syntax[],
  { items, at }: Extract<Syntax, { kind: 'list' }>,
  is_in: boolean,
): Typed {
  const is_each = items.every((item) => item.kind === 'list');
  const any = (is_each ? items : [{ kind: 'list' as const, items, at }]).map((item): Syntax => {
    if (item.kind !== 'list' || item.items.length !== parts.length)
      throw wrongAt(source, item.at, `each of them needs ${parts.length} values: (('a', 1), ('b', 2)).`);
    return chained(
      'and',
      item.items.map((right, place) => ({ kind: 'binary', operator: '=', left: parts[place]!, right, at })),
    )!;
  });
  const typed = resolveSyntax(scope, chained('or', any)!);
  return is_in ? typed : { ...typed, node: apply('not', typed.node) };
}

export function isAction(name: string): boolean {
  return plainName(name) === 'matchesaction';
}

function specialCall(binding: Binding, scope: Resolving, { name, args, at }: CallSyntax): Typed | null {
  if (name === 'inCohort' || name === 'notInCohort') {
    const [of, cohort] = args;
    if (of === undefined || cohort === undefined || args.length > 2)
      throw wrongAt(binding.source, at, `${name} takes a person and a cohort: ${name}(person_id, 'name').`);
    return memberOf(scope, of, cohortColumn(binding, cohort), name === 'inCohort', at);
  }
  if (isFunction(name) || isAggregateName(name)) return null;
  if (isAction(name))
    throw wrongAt(
      binding.source,
      at,
      "matchesAction('name') stands in the WHERE of events, by itself, behind NOT or beside other conditions.",
    );
  if (isWindowName(name)) {
    const example = `${name}(…) OVER (PARTITION BY person_id ORDER BY timestamp)`;
    throw wrongAt(binding.source, at, `${name} needs OVER (…): ${example}.`);
  }
  // Functions in INSTEAD have a message of their own.
  const near = Object.hasOwn(INSTEAD, plainName(name)) ? '' : nearestText(name, [...AGGREGATE_NAMES, ...WINDOW_NAMES]);
  if (near === '') return null;
  throw wrongAt(binding.source, at, `there is no function ${name}. ${near}`.trim());
}

function cohortColumn(binding: Binding, said: Syntax): SubqueryColumn {
  const { id, where } = savedNamed(binding, 'cohort', said);
  const person_id = finished(binding, { kind: 'field', name: 'person_id' });
  const of: Relation = { kind: 'cohort_people', cohorts: [{ id, where: where() }] };
  const index = binding.subqueries.push({ kind: 'project', of, columns: [person_id] }) - 1;
  return { index, type: 'text', key_type: 'text' };
}

function memberOf(
  scope: Resolving,
  left: Syntax,
  { index, key_type }: SubqueryColumn,
  is_in: boolean,
  at: number,
): Typed {
  const value = asOneOf(scope, resolveSyntax(scope, left), key_type, at);
  const node = apply('has_item', value, { kind: 'subquery', index, as: 'list' });
  return { type: 'boolean', node: is_in ? node : apply('not', node), at };
}

/** The value as a column of this type has it: times and dates are numbers there, not what is shown of them. */
function asOneOf(scope: Resolving, value: Typed, type: Type, at: number): Tree {
  const text = shown(scope, value); // Refuses lists and intervals.
  if (type === 'time' || type === 'second') return asTime(scope, value);
  if (type !== 'date') return isTime(value) ? text : value.node;
  if (isTime(value) && value.type !== 'date')
    throw wrongAt(scope.source, at, 'times are compared with dates: write toDate(…) on the left.');
  return asDate(scope, value);
}

/** First and last moment of the dates that were sent; of all time if there are none. */
const EDGES: Readonly<Record<string, (range: TimeRange) => number>> = {
  'filters.dateRange.from': ({ from_ms }) => from_ms,
  'filters.dateRange.to': ({ until_ms }) => until_ms - 1,
};

function sentValue(
  { source, setting }: Binding,
  scope: Resolving,
  { parts, at }: Extract<Syntax, { kind: 'placeholder' }>,
): Typed {
  const name = parts.join('.');
  const edge = EDGES[name];
  if (edge !== undefined && setting.filters !== null) {
    setting.used.add('filters');
    return { type: 'time', node: literal(edge(setting.filters.range)), at };
  }
  setting.used.add(name);
  if (name === 'filters')
    throw wrongAt(
      source,
      at,
      "{filters} stands in WHERE, by itself or beside other conditions: WHERE {filters} AND event = 'paid'.",
    );
  const value = setting.values.get(name);
  if (value === undefined) {
    const known = [...setting.values.keys()];
    throw wrongAt(
      source,
      at,
      `no value was sent for {${name}}. ${nearestText(name, known)}Send it beside the statement: "values": {"${name}": …}.`,
    );
  }
  const written = (one: (typeof setting)['values'] extends ReadonlyMap<string, infer V> ? V : never): Syntax =>
    typeof one === 'object' && one !== null
      ? { kind: 'list', items: one.map(written), at }
      : { kind: 'literal', value: one, at };
  return resolveSyntax(scope, written(value));
}
