/** Evaluates an expression node by node; each node becomes a vector over all rows. */
import { must } from '../../../base/assert.ts';
import { complete, isLengthError } from '../../../base/known.ts';
import { invalid, type ServiceError } from '../../../model/error.ts';
import { LIMIT } from '../../../model/limit.ts';
import type { Expression, ExpressionNode, FunctionName, ZoneOffsets } from '../../../model/question/expression.ts';
import { parsedValue, type Value } from '../../frame/column.ts';
import { type Bound, bind } from './functions.ts';
import { listOf, plainValue, readItems } from './lists.ts';
import { numberLoop, plainVector, type Source } from './number_loops.ts';
import { type Coded, codedOf, compact, encodeNumbers, join, type Vector, valueAt } from './vector.ts';

/** A node that reads rows. */
export type Leaf = Exclude<ExpressionNode, { kind: 'literal' | 'call' | 'each' }>;
export type ReadLeaf = (leaf: Leaf) => Source;

/** `checkpoint` runs before each node and may throw. */
export function evaluate({ nodes, zone }: Expression, rows: number, read: ReadLeaf, checkpoint: () => void): Vector {
  const last_use = lastUses(nodes);
  // node -> vector, dropped after its last use, as each may be as long as the rows
  const vectors: (Source | undefined)[] = [];
  for (const [index, node] of nodes.entries()) {
    checkpoint();
    const args = argsOf(node);
    const values = args.map((arg) => must(vectors[arg], 'arguments come before'));
    for (const arg of args) if (last_use[arg] === index) vectors[arg] = undefined;
    vectors.push(evaluateNode(node, values, rows, { zone, read, checkpoint }));
  }
  return plainVector(must(vectors.at(-1), 'an expression has a result'));
}

/** node -> the last node that uses it */
function lastUses(nodes: readonly ExpressionNode[]): Uint32Array {
  const last = new Uint32Array(nodes.length);
  for (const [index, node] of nodes.entries()) for (const arg of argsOf(node)) last[arg] = index;
  return last;
}

function argsOf(node: ExpressionNode): readonly number[] {
  return node.kind === 'call' || node.kind === 'each' ? node.args : [];
}

interface Evaluating {
  readonly zone: ZoneOffsets;
  readonly read: ReadLeaf;
  readonly checkpoint: () => void;
}

function evaluateNode(
  node: ExpressionNode,
  given: readonly Source[],
  rows: number,
  { zone, read, checkpoint }: Evaluating,
): Source {
  if (node.kind === 'literal') return { kind: 'constant', value: node.value };
  if (node.kind === 'call' && given.some(isNumeric)) {
    const loop = numberLoop(node.name, given, { rows, zone, checkpoint });
    if (loop !== null) return loop;
  }
  const args = given.map(plainVector);
  if (node.kind === 'each') return eachItem(node, args, rows, { zone, read, checkpoint });
  if (node.kind !== 'call') return read(node);
  const loop = loopOverCodes(node.name, args, { zone, checkpoint });
  if (loop !== null) return loop;
  const constants = args.map((arg) => (arg.kind === 'constant' ? arg.value : undefined));
  return mapVectors(bind(node.name, constants, zone), args, rows, checkpoint);
}

function isNumeric({ kind }: Source): boolean {
  return kind === 'numbers' || kind === 'scaled';
}

/**
 * Runs a loop of numbers over the values of codes, if all columns share codes of numbers. Numbers in an array of their
 * own are none of them missing.
 */
function loopOverCodes(
  name: FunctionName,
  args: readonly Vector[],
  { zone, checkpoint }: Omit<Evaluating, 'read'>,
): Vector | null {
  const lead = args.find((arg) => arg.kind === 'coded');
  if (lead === undefined) return null;
  const of_codes = complete(args.map((arg) => numbersOfCodes(arg, lead)));
  const rows = lead.values.length;
  const made = of_codes && numberLoop(name, of_codes, { rows, zone, checkpoint });
  if (made === null) return null;
  const vector = plainVector(made);
  if (vector.kind === 'numbers' && !vector.values.some(Number.isNaN)) return { ...lead, values: vector.values };
  return { ...lead, values: Array.from({ length: rows }, (_, code) => valueAt(vector, code)) };
}

function numbersOfCodes(arg: Vector, { codes }: Coded): Vector | null {
  if (arg.kind === 'constant') return arg;
  if (arg.kind === 'numbers' || arg.codes !== codes || !(arg.values instanceof Float64Array)) return null;
  return { kind: 'numbers', values: arg.values };
}

/** Values between two checkpoints. Lists and objects may take a millisecond each. */
const CHECKED_VALUES = 256;

/**
 * Returns a function that passes values on, and throws once their lists and objects are too long together. Texts count
 * if no event could have them.
 */
function measured(checkpoint: () => void): (value: Value) => Value {
  let chars = 0;
  let values = 0;
  return (value) => {
    const length = lengthOf(value);
    chars += length;
    if (length > 0 || ++values % CHECKED_VALUES === 0) checkpoint();
    if (chars <= LIMIT.sql_list_chars) return value;
    throw tooLong();
  };
}

function lengthOf(value: Value): number {
  if (typeof value === 'string') return value.length > LIMIT.event_bytes ? value.length : 0;
  return typeof value === 'object' && value !== null ? value.json.length : 0;
}

function tooLong(): ServiceError {
  return invalid(
    'query',
    `An expression would make texts or lists of more than ${LIMIT.sql_list_chars.toLocaleString('en')} characters together. Make fewer or shorter ones.`,
  );
}

/** Calls the function once per combination of values that occurs. */
function mapVectors(run: Bound, args: readonly Vector[], rows: number, checkpoint: () => void): Vector {
  const coded = args.map((arg) => (arg.kind === 'numbers' ? encodeNumbers(arg.values) : arg));
  const lead = coded.find((arg) => arg.kind === 'coded');
  const measure = measured(checkpoint);
  const make: Bound = (values) => measure(run(values));
  try {
    if (lead === undefined) return { kind: 'constant', value: make(coded.map(constantOf)) };
    if (coded.every((arg) => arg.kind !== 'coded' || arg.codes === lead.codes)) return mapCodes(make, coded, lead);
    return mapJoined(make, coded, rows);
  } catch (error) {
    throw isLengthError(error) ? tooLong() : error;
  }
}

function constantOf(vector: Vector): Value {
  return vector.kind === 'constant' ? vector.value : null;
}

/** All columns share codes, so one code gives the values of all. */
function mapCodes(run: Bound, args: readonly Vector[], lead: Coded): Coded {
  const current = args.map(constantOf);
  const values: Value[] = [];
  for (let code = 0; code < lead.values.length; code++) {
    putValues(args, code, current);
    values.push(run(current));
  }
  return { kind: 'coded', codes: lead.codes, values };
}

/** A function of its own, so that V8 need not leave optimised code at the end of each loop. */
function putValues(args: readonly Vector[], code: number, current: Value[]): void {
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (arg.kind === 'coded') current[at] = arg.values.at(code)!;
  }
}

function mapJoined(run: Bound, args: readonly Vector[], rows: number): Coded {
  const coded = args.filter((arg) => arg.kind === 'coded').map(compact);
  const { codes, members, count } = join(coded, rows);
  const indices = args.flatMap((arg, at) => (arg.kind === 'coded' ? [at] : []));
  const current = args.map(constantOf);
  const values: Value[] = [];
  for (let code = 0; code < count; code++) {
    for (const [at, index] of indices.entries()) current[index] = coded[at]!.values.at(members[at]![code]!)!;
    values.push(run(current));
  }
  return { kind: 'coded', codes, values };
}

/** Items computed at a time. */
const ITEMS = 1 << 17;

type Each = Extract<ExpressionNode, { kind: 'each' }>;

/** Evaluates the body with the items of all lists as rows. */
function eachItem(
  { lists, body }: Each,
  args: readonly Vector[],
  rows: number,
  { zone, read, checkpoint }: Evaluating,
): Vector {
  const coded = args.map((arg) => codedOf(arg, rows));
  const { codes, members, count } = join(coded, rows);
  const values: Value[] = [];
  const measure = measured(checkpoint);
  // A single list may have thousands of long items.
  const measureItem = measured(checkpoint);
  while (values.length < count) {
    checkpoint();
    const batch = batchOf(coded, members, lists, values.length);
    const columns = batch.columns.map((column): Vector => ({ kind: 'coded', codes: batch.codes, values: column }));
    const made = evaluate(
      { nodes: body, zone },
      batch.codes.length,
      (leaf) => (leaf.kind === 'column' ? columns[leaf.index]! : read(leaf)),
      checkpoint,
    );
    let at = 0;
    for (const length of batch.lengths)
      values.push(
        length < 0
          ? null
          : measure(listOf(Array.from({ length }, () => parsedValue(measureItem(valueAt(made, at++)))))),
      );
  }
  return { kind: 'coded', codes, values };
}

/** A batch of joint codes from `first` on: the items of their lists, and the values beside them. */
function batchOf(coded: readonly Coded[], members: readonly Uint32Array[], lists: number, first: number) {
  const columns = coded.map((): Value[] => []);
  /** joint code -> items, -1 = not a list */
  const lengths: number[] = [];
  const most = members[0]!.length;
  for (let code = first; code < most && columns[0]!.length < ITEMS; code++) {
    const own = coded.map(({ values }, at) => values.at(members[at]![code]!)!);
    const items = own.slice(0, lists).map(readItems);
    const length = items[0] === null ? -1 : items[0]!.length;
    lengths.push(length);
    for (const [at, column] of columns.entries()) {
      for (let item = 0; item < length; item++) column.push(at < lists ? plainValue(items[at]?.[item]) : own[at]!);
    }
  }
  return { columns, lengths, codes: Uint32Array.from(columns[0]!.keys()) };
}
