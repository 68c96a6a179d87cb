/** Pushes conditions on events down to the scan: time ranges, event names, tests of values. */
import { complete } from '../../base/known.ts';
import type { Expression } from '../../model/question/expression.ts';
import { every, not, type Predicate, type ValueSource } from '../../model/question/predicate.ts';
import type { Tree } from '../expression/tree.ts';
import { type Below, type Binding, type Bound, finished, nodesOf, type Scan } from './binding.ts';
import { folded } from './fold.ts';

/** Drops rows that fail the condition, as far down as possible. */
export function keepWhere(binding: Binding, bound: Bound, condition: Tree): void {
  const where = folded(binding, condition);
  if (where.kind === 'literal' && where.value === true) return;
  if (where.kind === 'call' && where.name === 'and') {
    for (const arg of where.args) keepWhere(binding, bound, arg);
    return;
  }
  const { scan, below } = bound;
  const lower = below && lowered(where, below);
  if (lower !== null) {
    keepWhere(binding, below!.bound, lower);
    return;
  }
  if (scan !== null && canChoose(where)) {
    addToScan(binding, scan, where);
    return;
  }
  bound.steps.push({ kind: 'filter', where: finished(binding, where) });
}

/** The condition in terms of the rows below the grouping; null if it needs whole groups. */
function lowered(tree: Tree, below: Below): Tree | null {
  if (tree.kind === 'column') return below.trees[tree.index] ?? null;
  if (tree.kind !== 'call') return tree.kind === 'literal' ? tree : null;
  const args = complete(tree.args.map((arg) => lowered(arg, below)));
  return args && { ...tree, args };
}

/** Scans support plain sources only. */
function canChoose(where: Tree): boolean {
  for (const node of nodesOf(where))
    if (node.kind === 'field' || node.kind === 'subquery' || node.kind === 'column') return false;
  return true;
}

function addToScan(binding: Binding, scan: Scan, where: Tree): void {
  if (!narrowRange(scan, where) && !narrowEvents(scan, where)) {
    scan.where.push(testOf(where) ?? expressed(finished(binding, where)));
  }
  updateScan(scan);
}

export function updateScan({ relation, events, where }: Scan): void {
  const all = every(where);
  relation.matches = (events ?? [null]).map((event) => ({ event, where: all }));
}

function expressed(expression: Expression): Predicate {
  return { kind: 'value', source: { of: 'expression', expression }, test: { op: 'in', values: ['true'] } };
}

function isTime(tree: Tree): boolean {
  return tree.kind === 'source' && tree.source.of === 'metadata' && tree.source.key === 'timestamp';
}

const MIRRORED: Readonly<Record<string, string>> = {
  less: 'greater',
  less_equal: 'greater_equal',
  greater: 'less',
  greater_equal: 'less_equal',
};

/** Handles `timestamp >= t` and the like; false if it is something else. */
function narrowRange(scan: Scan, where: Tree): boolean {
  if (where.kind !== 'call' || !Object.hasOwn(MIRRORED, where.name)) return false;
  const [left, right] = where.args;
  if (left === undefined || right === undefined) return false;
  const [of, said, bound] = isTime(left) ? [left, where.name, right] : [right, MIRRORED[where.name], left];
  if (!isTime(of) || bound.kind !== 'literal' || typeof bound.value !== 'number') return false;
  const { range } = scan.relation;
  // Times are whole milliseconds.
  const [floor, ceil] = [Math.floor(bound.value), Math.ceil(bound.value)];
  const from_ms = said === 'greater' ? floor + 1 : said === 'greater_equal' ? ceil : range.from_ms;
  const until_ms = said === 'less' ? ceil : said === 'less_equal' ? floor + 1 : range.until_ms;
  scan.relation.range = { from_ms: Math.max(range.from_ms, from_ms), until_ms: Math.min(range.until_ms, until_ms) };
  return true;
}

/** `event = 'a'`, `event in ('a', 'b')` */
function narrowEvents(scan: Scan, where: Tree): boolean {
  if (where.kind !== 'call' || (where.name !== 'equal' && where.name !== 'in')) return false;
  const [left, ...others] = where.args;
  if (left === undefined) return false;
  const [name, values] = isName(left) ? [left, others] : [others[0]!, [left]];
  const texts = complete(values.map(literalText));
  if (!isName(name) || texts === null) return false;
  const wanted = [...new Set(texts)];
  scan.events = scan.events === null ? wanted : scan.events.filter((event) => wanted.includes(event));
  return true;
}

function literalText(tree: Tree): string | null {
  return tree.kind === 'literal' && typeof tree.value === 'string' ? tree.value : null;
}

function isName(tree: Tree): boolean {
  return tree.kind === 'source' && tree.source.of === 'metadata' && tree.source.key === 'event';
}

/** An equivalent test of values, which dictionaries speed up; null if there is none. */
function testOf(where: Tree): Predicate | null {
  if (where.kind !== 'call') return null;
  const { name, args } = where;
  switch (name) {
    case 'and':
    case 'or': {
      const of = complete(args.map(testOf));
      return of && { kind: name, of };
    }
    case 'not': {
      const of = testOf(args[0]!);
      return of && not(of);
    }
    case 'is_null': {
      const source = sourceOf(args[0]!, false);
      return source && not({ kind: 'value', source, test: { op: 'set' } });
    }
    case 'equal':
    case 'in':
      return oneOf(args);
    case 'not_equal': {
      const of = oneOf(args);
      return of && not(of);
    }
    case 'coalesce':
      return matches(args);
    default:
      return null;
  }
}

function oneOf(args: readonly Tree[]): Predicate | null {
  const source = sourceOf(args[0]!, true);
  const values = complete(args.slice(1).map(literalText));
  return source && values && { kind: 'value', source, test: { op: 'in', values } };
}

/** coalesce(matches(text, 'pattern'), false), or `ilike` with a pattern that is a plain text between `%`. */
function matches([condition, otherwise]: readonly Tree[]): Predicate | null {
  if (condition?.kind !== 'call' || otherwise?.kind !== 'literal' || otherwise.value !== false) return null;
  const source = sourceOf(condition.args[0]!, true);
  const pattern = condition.args[1] && literalText(condition.args[1]);
  if (source === null || typeof pattern !== 'string') return null;
  if (condition.name === 'matches') return { kind: 'value', source, test: { op: 'matches', patterns: [pattern] } };
  const [, middle] = /^%+([^%_\\]+)%+$/.exec(pattern) ?? [];
  if (condition.name !== 'ilike' || middle === undefined) return null;
  return { kind: 'value', source, test: { op: 'contains', needles: [middle] } };
}

/** A source, plain or cast to text. Not a time, because ranges handle those. Event names are texts. */
function sourceOf(tree: Tree, as_text: boolean): ValueSource | null {
  const inner = tree.kind === 'call' && tree.name === 'to_text' ? tree.args[0]! : tree;
  if (inner.kind !== 'source') return null;
  if (inner.source.of === 'metadata') return inner.source.key === 'timestamp' ? null : inner.source;
  return inner === tree && as_text ? null : inner.source;
}
