/** Window functions, added as columns to the level below. */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../base/time.ts';
import type { Relation, WindowColumn, WindowFrame, WindowName } from '../../model/sql/plan.ts';
import { AGGREGATE_NAMES, aggregateOf, isAggregateName } from '../expression/aggregates.ts';
import { resolveSyntax } from '../expression/resolver.ts';
import type { Tree } from '../expression/tree.ts';
import { isSingle, literalOf, type Single, type Type, type Typed, unified } from '../expression/typed.ts';
import { nearestText, wrongAt } from '../grammar/source.ts';
import type { CallSyntax, EdgeSyntax, OverSyntax, Syntax, WindowSyntax } from '../grammar/syntax.ts';
import { type Binding, Columns, finished, newScope } from './binding.ts';
import { type Common, hasWindow, type Level, partsOf, single, sortKey, throughAlias } from './levels.ts';

/** Functions that need OVER; `takes` says which arguments they take. */
const WINDOW_FUNCTIONS = new Map<string, { name: WindowName; takes: keyof typeof FORMS }>([
  ['row_number', { name: 'row_number', takes: 'nothing' }],
  ['rank', { name: 'rank', takes: 'nothing' }],
  ['dense_rank', { name: 'dense_rank', takes: 'nothing' }],
  ['percent_rank', { name: 'percent_rank', takes: 'nothing' }],
  ['cume_dist', { name: 'cume_dist', takes: 'nothing' }],
  ['ntile', { name: 'ntile', takes: 'count' }],
  ['lag', { name: 'lag', takes: 'away' }],
  ['laginframe', { name: 'lag', takes: 'away' }],
  ['lead', { name: 'lead', takes: 'away' }],
  ['leadinframe', { name: 'lead', takes: 'away' }],
  ['first_value', { name: 'first_value', takes: 'value' }],
  ['last_value', { name: 'last_value', takes: 'value' }],
  ['nth_value', { name: 'nth_value', takes: 'nth' }],
]);
export const WINDOW_NAMES: readonly string[] = [...new Set([...WINDOW_FUNCTIONS.values()].map(({ name }) => name))];

/** A level whose columns are those of the windows, then those read from the level below. */
export function windowLevel(common: Common, below: Level, syntaxes: readonly Syntax[], windows: Windows): Level {
  const { binding, aliases } = common;
  const overs = [
    ...new Set(syntaxes.flatMap((syntax) => partsOf(syntax, aliases).filter((part) => part.kind === 'over'))),
  ];
  const lifted = new Columns(binding);
  const columnOf = (tree: Tree): number => lifted.of(tree);
  const read = (syntax: Syntax): Single => {
    if (partsOf(syntax, aliases).some((part) => part.kind === 'over'))
      throw wrongAt(
        binding.source,
        syntax.at,
        'a window function cannot stand inside another one. Compute the inner one in a sub-query in FROM.',
      );
    return single(below.scope, resolveSyntax(below.scope, syntax));
  };
  const made = overs.map((over) => windowOf(binding, over, windowNamed(binding, over, windows), read, columnOf));
  const open = new Set<string>();
  const scope = newScope(binding, (own, syntax) => {
    if (syntax.kind === 'over') {
      const index = overs.indexOf(syntax);
      return { type: made[index]!.type, node: { kind: 'column', index }, at: syntax.at };
    }
    if (hasWindow(syntax, aliases)) return throughAlias(own, syntax, aliases, open);
    const typed = resolveSyntax(below.scope, syntax);
    const isOfRow = typed.node.kind !== 'literal' && isSingle(typed);
    return isOfRow ? { ...typed, node: { kind: 'column', index: overs.length + columnOf(typed.node) } } : typed;
  });
  const relation = (): Relation => ({
    kind: 'window',
    of: { kind: 'project', of: below.relation(), columns: lifted.columns() },
    columns: made.map(({ column }) => column),
  });
  return { scope, relation, keys: [] };
}

type Windows = ReadonlyMap<string, WindowSyntax>;

function windowNamed({ source }: Binding, { window, at }: OverSyntax, windows: Windows): WindowSyntax {
  const found = typeof window === 'string' ? windows.get(window) : window;
  if (found !== undefined) return found;
  throw wrongAt(
    source,
    at,
    `there is no window ${window}: add WINDOW ${window} AS (PARTITION BY person_id), or write OVER (…).`,
  );
}

function windowOf(
  binding: Binding,
  { call }: OverSyntax,
  window: WindowSyntax,
  read: (syntax: Syntax) => Single,
  columnOf: (tree: Tree) => number,
): { column: WindowColumn; type: Type } {
  const partition = window.partition.map((syntax) => columnOf(read(syntax).node));
  const by = window.order.map(({ of }) => read(of));
  const order = window.order.map((item, at) => sortKey(item, columnOf(by[at]!.node)));
  const frame = frameOf(binding, window, by, read);
  const known = WINDOW_FUNCTIONS.get(call.name.toLowerCase());
  if (known !== undefined) {
    const { call: made, type } = windowCall(binding, call, known, read, columnOf);
    return { column: { call: made, partition, order, frame }, type };
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
  const column = (tree: Tree) => finished(binding, { kind: 'column', index: columnOf(tree) });
  const aggregate = { ...rest, args: args.map(column), condition: condition && column(condition) };
  return { column: { call: { kind: 'aggregate', aggregate }, partition, order, frame }, type };
}

/** By default, frames end with the current row and its peers if there is an order; otherwise with the partition. */
function frameOf(
  binding: Binding,
  { frame, order }: WindowSyntax,
  by: readonly Typed[],
  read: (syntax: Syntax) => Single,
): WindowFrame {
  if (frame === null) return { unit: 'range', from: null, until: order.length === 0 ? null : 0 };
  const { unit, at } = frame;
  const edge = ({ count, side }: EdgeSyntax): number | null => {
    const away = count === null ? null : distance(binding, read, count, unit === 'rows' ? null : (by[0]?.type ?? null));
    return away === null ? null : side === 'preceding' ? -away : away;
  };
  const [from, until] = [edge(frame.from), edge(frame.until)];
  if (unit === 'range' && by.length !== 1 && [from, until].some((edge) => edge !== null && edge !== 0))
    throw wrongAt(binding.source, at, 'RANGE with a distance needs ORDER BY of one column; ROWS counts rows.');
  const is_late =
    (from === null && frame.from.side === 'following') || (until === null && frame.until.side === 'preceding');
  if (is_late || (from ?? Number.NEGATIVE_INFINITY) > (until ?? Number.POSITIVE_INFINITY))
    throw wrongAt(binding.source, at, 'a frame begins before it ends: ROWS BETWEEN 6 PRECEDING AND CURRENT ROW.');
  return { unit, from, until };
}

/** A distance in rows, or in units of the order column: days, milliseconds, plain numbers. */
function distance(
  binding: Binding,
  read: (syntax: Syntax) => Single,
  count: Syntax,
  type: Typed['type'] | null,
): number {
  const is_interval = count.kind === 'interval';
  const said = literalOf(read(is_interval ? count.count : count));
  const of_time = type === 'time' || type === 'second' || type === 'date';
  const unit_ms = is_interval
    ? SPANS_MS[count.unit.toLowerCase().replace(/s$/, '')]
    : type === 'date'
      ? DAY_MS
      : SECOND_MS;
  if (typeof said !== 'number' || said < 0 || (type === null && !Number.isInteger(said)) || (is_interval && !of_time))
    throw wrongAt(
      binding.source,
      count.at,
      type === null
        ? 'ROWS counts rows: a whole number.'
        : 'RANGE needs a number, or INTERVAL 7 DAY where ORDER BY is a time.',
    );
  if (!of_time) return said;
  if (unit_ms === undefined)
    throw wrongAt(binding.source, count.at, 'write it in weeks, days, hours, minutes or seconds.');
  return type === 'date' ? Math.floor((said * unit_ms) / DAY_MS) : said * unit_ms;
}

const SPANS_MS: Readonly<Record<string, number>> = {
  ...{ second: SECOND_MS, minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS },
};

const FORMS = {
  nothing: ['', 0, 0],
  count: ['how many parts', 1, 1],
  value: ['a value', 1, 1],
  nth: ['a value, and which one of them', 2, 2],
  away: ['a value, how many rows away (1), and what there is at the ends', 1, 3],
} as const;

/** Resolves a call like rank(), ntile(4) or lag(x, 2, 'none'). */
function windowCall(
  binding: Binding,
  call: CallSyntax,
  { name, takes }: { name: WindowName; takes: keyof typeof FORMS },
  read: (syntax: Syntax) => Single,
  columnOf: (tree: Tree) => number,
): { call: WindowColumn['call']; type: Type } {
  const [form, least, most] = FORMS[takes];
  if (call.args.length < least || call.args.length > most)
    throw wrongAt(
      binding.source,
      call.at,
      `${name} takes ${form === '' ? 'nothing' : form}, not ${call.args.length} arguments.`,
    );
  const typed = call.args.map(read);
  const values = takes === 'count' ? [] : typed.filter((_, at) => at !== 1);
  const said = takes === 'count' ? typed[0] : typed[1];
  const offset = said === undefined ? 1 : literalOf(said);
  if (typeof offset !== 'number' || !Number.isInteger(offset) || offset < (takes === 'away' ? 0 : 1))
    throw wrongAt(binding.source, call.at, `${name} needs a whole number there.`);
  const { nodes, type } = unified(
    newScope(binding, () => null),
    values,
  );
  const made: WindowColumn['call'] = { kind: 'window', name, args: nodes.map(columnOf), offset };
  return { call: made, type: values.length === 0 ? 'number' : type };
}

/** Whether the function needs OVER. */
export function isWindowName(name: string): boolean {
  return WINDOW_FUNCTIONS.has(name.toLowerCase());
}
