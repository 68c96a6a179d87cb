/** What may stand in any expression of a select: sub-queries, cohorts, values that were sent. */
import type { Relation } from '../../model/sql/plan.ts';
import { isIn } from '../expression/comparison.ts';
import { isFunction, type Resolving, resolveSyntax } from '../expression/resolver.ts';
import type { Type, Typed } from '../expression/typed.ts';
import { nearestText, wrongAt } from '../grammar/source.ts';
import type { CallSyntax, Statement, Syntax } from '../grammar/syntax.ts';
import { AGGREGATE_NAMES, isAggregateName } from './aggregates.ts';
import { type Binding, findNamed, finished, isStatement, type Names } from './binding.ts';
import type { Aliases, Common } from './levels.ts';
import { cohortRelation } from './tables.ts';
import { isPlaceName, WINDOW_NAMES } from './windows.ts';

interface Column {
  readonly type: Type;
}

/** What binds a sub-query. */
export type BindStatement = (
  binding: Binding,
  statement: Statement,
  around: Names | null,
) => { readonly columns: readonly Column[]; relation(): Relation };

type SubquerySyntax = Statement | Extract<Syntax, { kind: 'path' }>;

interface Place {
  readonly index: number;
  readonly type: Type;
}

export function commonOf(binding: Binding, aliases: Aliases, names: Names | null, bind: BindStatement): Common {
  const known = new Map<Statement, Place>();
  const placeOf = (of: SubquerySyntax): Place | null => {
    const found =
      'selects' in of ? { of, around: names } : of.parts.length === 1 ? findNamed(names, of.parts[0]!) : null;
    if (found === null || !isStatement(found.of)) return null;
    const place = known.get(found.of) ?? addedSubquery(binding, found.of, bind(binding, found.of, found.around));
    known.set(found.of, place);
    return place;
  };
  return {
    binding,
    aliases,
    special(scope, syntax) {
      switch (syntax.kind) {
        case 'path':
          return namedValue(scope, syntax.parts, names);
        case 'placeholder':
          return sentValue(binding, scope, syntax);
        case 'subquery': {
          const { index, type } = placeOf(syntax.statement)!;
          return { type, node: { kind: 'subquery', index, as: 'value' }, at: syntax.at };
        }
        case 'binary':
          return inSubquery(scope, syntax, placeOf);
        case 'call':
          return specialCall(binding, scope, syntax);
        default:
          return null;
      }
    },
  };
}

function addedSubquery(binding: Binding, { at }: Statement, { columns, relation }: ReturnType<BindStatement>): Place {
  if (columns.length !== 1)
    throw wrongAt(binding.source, at, `a sub-query here needs one column, not ${columns.length}.`);
  return { index: binding.subqueries.push(relation()) - 1, type: columns[0]!.type };
}

/** `with 7 as days` */
function namedValue(scope: Resolving, parts: readonly string[], names: Names | null): Typed | null {
  const named = parts.length === 1 ? findNamed(names, parts[0]!) : null;
  return named === null || isStatement(named.of) ? null : resolveSyntax(scope, named.of);
}

type BinarySyntax = Extract<Syntax, { kind: 'binary' }>;

function inSubquery(
  scope: Resolving,
  { operator, left, right, at }: BinarySyntax,
  placeOf: (of: SubquerySyntax) => Place | null,
): Typed | null {
  if (operator !== 'in' && operator !== 'not in') return null;
  const of = right.kind === 'subquery' ? right.statement : right.kind === 'path' ? right : null;
  const place = of && placeOf(of);
  return place && memberOf(scope, left, place.index, operator === 'in', at);
}

function specialCall(binding: Binding, scope: Resolving, { name, args, at }: CallSyntax): Typed | null {
  if (name === 'inCohort' || name === 'notInCohort') {
    return memberOf(scope, args[0]!, cohortPlace(binding, args[1]!), name === 'inCohort', at);
  }
  if (isFunction(name) || isAggregateName(name)) return null;
  if (isPlaceName(name)) {
    const example = `${name}(…) OVER (PARTITION BY person_id ORDER BY timestamp)`;
    throw wrongAt(binding.source, at, `${name} needs OVER (…): ${example}.`);
  }
  // The table of functions has a message of its own.
  const near = nearestText(name, [...AGGREGATE_NAMES, ...WINDOW_NAMES]);
  if (near === '') return null;
  throw wrongAt(binding.source, at, `there is no function ${name}. ${near}`.trim());
}

function cohortPlace(binding: Binding, said: Syntax): number {
  const value = said.kind === 'literal' ? said.value : null;
  if (typeof value !== 'number' && typeof value !== 'string') {
    throw wrongAt(binding.source, said.at, "in cohort needs a cohort's number, or its name in quotes.");
  }
  const person_id = finished(binding, { kind: 'field', name: 'person_id' });
  return (
    binding.subqueries.push({ kind: 'project', of: cohortRelation(binding, value, said.at), columns: [person_id] }) - 1
  );
}

function memberOf(scope: Resolving, left: Syntax, index: number, is_in: boolean, at: number): Typed {
  const value = resolveSyntax(scope, left);
  const member = isIn(scope, value, { type: 'array', node: { kind: 'subquery', index, as: 'list' }, at }, at);
  return is_in ? member : { ...member, node: { kind: 'call', name: 'not', args: [member.node] } };
}

function sentValue(
  { source, setting }: Binding,
  scope: Resolving,
  { parts, at }: Extract<Syntax, { kind: 'placeholder' }>,
): Typed {
  const name = parts.join('.');
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
  const literal = (one: (typeof setting)['values'] extends ReadonlyMap<string, infer V> ? V : never): Syntax =>
    Array.isArray(one) ? { kind: 'list', items: one.map(literal), at } : { kind: 'literal', value: one as string, at };
  return resolveSyntax(scope, literal(value));
}
