/** Window functions: computed beside what the level below has, from columns of it. */
import { canonical } from '../../base/json.ts';
import type { Relation, WindowColumn, WindowName } from '../../model/sql/plan.ts';
import { resolveSyntax } from '../expression/resolver.ts';
import type { Tree } from '../expression/tree.ts';
import { literalOf, type Type, type Typed } from '../expression/typed.ts';
import { nearestText, wrongAt } from '../grammar/source.ts';
import type { CallSyntax, OverSyntax, Syntax } from '../grammar/syntax.ts';
import { AGGREGATE_NAMES, aggregateOf, isAggregateName } from './aggregates.ts';
import { type Binding, finished, newScope } from './binding.ts';
import { type Common, hasWindow, type Level, partsOf, single, throughAlias } from './levels.ts';

const PLACES: ReadonlyMap<string, { name: WindowName; args: number }> = new Map([
  ['row_number', { name: 'row_number', args: 0 }],
  ['rank', { name: 'rank', args: 0 }],
  ['dense_rank', { name: 'dense_rank', args: 0 }],
  ['lag', { name: 'lag', args: 1 }],
  ['laginframe', { name: 'lag', args: 1 }],
  ['lead', { name: 'lead', args: 1 }],
  ['leadinframe', { name: 'lead', args: 1 }],
  ['first_value', { name: 'first_value', args: 1 }],
  ['last_value', { name: 'last_value', args: 1 }],
]);
export const WINDOW_NAMES = ['row_number', 'rank', 'dense_rank', 'lag', 'lead', 'first_value', 'last_value'];

/** Columns: those of the windows, then what else is asked of the level below. */
export function windowLevel(common: Common, below: Level, syntaxes: readonly Syntax[]): Level {
  const { binding, aliases } = common;
  const overs = [
    ...new Set(syntaxes.flatMap((syntax) => [...partsOf(syntax, aliases)].filter((part) => part.kind === 'over'))),
  ];
  const lifted: Tree[] = [];
  const place_of = new Map<string, number>();
  const place = (tree: Tree): number => {
    const text = canonical(finished(binding, tree));
    const index = place_of.get(text) ?? lifted.push(tree) - 1;
    place_of.set(text, index);
    return index;
  };
  const read = (syntax: Syntax): Typed => {
    if ([...partsOf(syntax, aliases)].some((part) => part.kind === 'over'))
      throw wrongAt(
        binding.source,
        syntax.at,
        'a window function cannot stand inside another one. Compute the inner one in a sub-query in FROM.',
      );
    return single(below.scope, resolveSyntax(below.scope, syntax));
  };
  const made = overs.map((over) => windowOf(binding, over, read, place));
  const open = new Set<string>();
  const scope = newScope(binding, (own, syntax) => {
    if (syntax.kind === 'over') {
      const index = overs.indexOf(syntax);
      return { type: made[index]!.type, node: { kind: 'column', index }, at: syntax.at };
    }
    if (hasWindow(syntax, aliases)) return throughAlias(own, syntax, aliases, open);
    const typed = resolveSyntax(below.scope, syntax);
    const isOfRow =
      typed.node.kind !== 'literal' && typed.type !== 'list' && typed.type !== 'interval' && typed.type !== 'parts';
    return isOfRow ? { ...typed, node: { kind: 'column', index: overs.length + place(typed.node) } } : typed;
  });
  const relation = (): Relation => ({
    kind: 'window',
    of: { kind: 'project', of: below.relation(), columns: lifted.map((tree) => finished(binding, tree)) },
    columns: made.map(({ column }) => column),
  });
  return { scope, relation };
}

function windowOf(
  binding: Binding,
  over: OverSyntax,
  read: (syntax: Syntax) => Typed,
  place: (tree: Tree) => number,
): { column: WindowColumn; type: Type } {
  const partition = over.partition.map((syntax) => place(read(syntax).node));
  const order = over.order.map(({ of, is_descending, nulls_first }) => ({
    index: place(read(of).node),
    is_descending,
    nulls_first,
  }));
  const { call } = over;
  const known = PLACES.get(call.name.toLowerCase());
  if (known !== undefined) {
    const { call: made, type } = placeCall(binding, call, known, read, place);
    return { column: { call: made, partition, order }, type };
  }
  if (!isAggregateName(call.name)) {
    const names = [...WINDOW_NAMES, ...AGGREGATE_NAMES];
    throw wrongAt(
      binding.source,
      call.at,
      `${call.name} is no window function. ${nearestText(call.name, names)}Those are ${WINDOW_NAMES.join(', ')} and aggregates.`,
    );
  }
  const scope = newScope(binding, () => null);
  const { args, condition, type, ...rest } = aggregateOf(scope, call, read);
  const column = (tree: Tree) => finished(binding, { kind: 'column', index: place(tree) });
  const aggregate = { ...rest, args: args.map(column), condition: condition && column(condition) };
  return { column: { call: { kind: 'aggregate', aggregate }, partition, order }, type };
}

/** lag(x), lag(x, 2), lag(x, 2, 'none') */
function placeCall(
  binding: Binding,
  call: CallSyntax,
  { name, args: least }: { name: WindowName; args: number },
  read: (syntax: Syntax) => Typed,
  place: (tree: Tree) => number,
): { call: WindowColumn['call']; type: Type } {
  const most = name === 'lag' || name === 'lead' ? 3 : least;
  if (call.args.length < least || call.args.length > most) {
    throw wrongAt(
      binding.source,
      call.at,
      `${name} takes ${least === most ? least : 'a value, how many rows away (1), and what there is at the ends'}, not ${call.args.length} arguments.`,
    );
  }
  if (least === 0) return { call: { kind: 'place', name, args: [], offset: 0 }, type: 'number' };
  const [of, offset, otherwise] = call.args.map(read);
  const away = offset === undefined ? 1 : literalOf(offset);
  if (typeof away !== 'number' || !Number.isInteger(away) || away < 0)
    throw wrongAt(binding.source, call.at, 'how many rows away is a whole number.');
  const args = [of!, ...(otherwise === undefined ? [] : [otherwise])].map(({ node }) => place(node));
  return { call: { kind: 'place', name, args, offset: away }, type: of!.type as Type };
}

/** Whether it is one that needs OVER. */
export function isPlaceName(name: string): boolean {
  return PLACES.has(name.toLowerCase());
}
