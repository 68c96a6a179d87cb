/** Evaluates an expression node by node; each node becomes a vector over all rows. */
import { must } from '../../../base/assert.ts';
import type { Expression, ExpressionNode, ZoneOffsets } from '../../../model/question/expression.ts';
import type { Value } from '../../frame/column.ts';
import { type Bound, bind } from './functions.ts';
import { numberLoop } from './number_loops.ts';
import { type Coded, compact, encodeNumbers, join, type Vector } from './vector.ts';

/** A node that reads rows. */
export type Leaf = Exclude<ExpressionNode, { kind: 'literal' | 'call' }>;
export type ReadLeaf = (leaf: Leaf) => Vector;

/** `checkpoint` runs before each node and may throw. */
export function evaluate({ nodes, zone }: Expression, rows: number, read: ReadLeaf, checkpoint: () => void): Vector {
  const last_use = lastUses(nodes);
  // node -> vector, dropped after its last use, as each may be as long as the rows
  const vectors: (Vector | undefined)[] = [];
  for (const [index, node] of nodes.entries()) {
    checkpoint();
    const args = node.kind === 'call' ? node.args : [];
    const values = args.map((arg) => must(vectors[arg], 'arguments come before'));
    for (const arg of args) if (last_use[arg] === index) vectors[arg] = undefined;
    vectors.push(evaluateNode(node, values, rows, zone, read));
  }
  return must(vectors.at(-1), 'an expression has a result');
}

/** node -> the last node that uses it */
function lastUses(nodes: readonly ExpressionNode[]): Uint32Array {
  const last_use = new Uint32Array(nodes.length);
  for (const [index, node] of nodes.entries()) {
    if (node.kind === 'call') for (const arg of node.args) last_use[arg] = index;
  }
  return last_use;
}

function evaluateNode(
  node: ExpressionNode,
  args: readonly Vector[],
  rows: number,
  zone: ZoneOffsets,
  read: ReadLeaf,
): Vector {
  if (node.kind === 'literal') return { kind: 'constant', value: node.value };
  if (node.kind !== 'call') return read(node);
  const hasNumbers = args.some((arg) => arg.kind === 'numbers');
  const loop = hasNumbers ? numberLoop(node.name, args, rows, zone) : null;
  if (loop !== null) return loop;
  const constants = args.map((arg) => (arg.kind === 'constant' ? arg.value : undefined));
  return mapVectors(bind(node.name, constants, zone), args, rows);
}

/** Calls the function once per combination of values that occurs. */
function mapVectors(run: Bound, args: readonly Vector[], rows: number): Vector {
  const coded = args.map((arg) => (arg.kind === 'numbers' ? encodeNumbers(arg.values) : arg));
  const columns = [...new Set(coded.flatMap((arg) => (arg.kind === 'coded' ? [arg.codes] : [])))];
  if (columns.length === 0) return { kind: 'constant', value: run(coded.map(constantOf)) };
  if (columns.length === 1) return mapCodes(run, coded);
  return mapJoined(run, coded, rows);
}

function constantOf(vector: Vector): Value {
  return vector.kind === 'constant' ? vector.value : null;
}

/** All columns share codes, so one code gives the values of all. */
function mapCodes(run: Bound, args: readonly Vector[]): Coded {
  const lead = args.find((arg) => arg.kind === 'coded') as Coded;
  const current = args.map(constantOf);
  const values: Value[] = [];
  for (let code = 0; code < lead.values.length; code++) {
    for (const [at, arg] of args.entries()) if (arg.kind === 'coded') current[at] = arg.values[code]!;
    values.push(run(current));
  }
  return { kind: 'coded', codes: lead.codes, values };
}

function mapJoined(run: Bound, args: readonly Vector[], rows: number): Coded {
  const coded = args.filter((arg) => arg.kind === 'coded').map(compact);
  const { codes, members, count } = join(coded, rows);
  const indices = args.flatMap((arg, at) => (arg.kind === 'coded' ? [at] : []));
  const current = args.map(constantOf);
  const values: Value[] = [];
  for (let code = 0; code < count; code++) {
    for (const [at, index] of indices.entries()) current[index] = coded[at]!.values[members[at]![code]!]!;
    values.push(run(current));
  }
  return { kind: 'coded', codes, values };
}
