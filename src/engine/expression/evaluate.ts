/** An expression over many rows at once, node by node: each node becomes the vector of its values. */
import type { Expression, ExpressionNode, ZoneOffsets } from '../../model/expression.ts';
import type { Value } from '../column.ts';
import { type Bound, bind } from './functions.ts';
import { numberLoop } from './number_loops.ts';
import { type Coded, compact, encodeNumbers, join, type Vector } from './vector.ts';

/** What is read off the rows. */
export type Leaf = Extract<ExpressionNode, { kind: 'source' | 'moment' | 'aggregate' }>;
export type ReadLeaf = (leaf: Leaf) => Vector;

interface Evaluation {
  readonly rows: number;
  readonly zone: ZoneOffsets;
  readonly read: ReadLeaf;
  /** Nodes that stand in several places are evaluated once. */
  readonly done: Map<ExpressionNode, Vector>;
}

export function evaluate({ root, zone }: Expression, rows: number, read: ReadLeaf): Vector {
  return evaluateNode({ rows, zone, read, done: new Map() }, root);
}

function evaluateNode(evaluation: Evaluation, node: ExpressionNode): Vector {
  if (node.kind === 'literal') return { kind: 'constant', value: node.value };
  const known = evaluation.done.get(node);
  if (known !== undefined) return known;
  const vector = node.kind === 'call' ? evaluateCall(evaluation, node) : evaluation.read(node);
  evaluation.done.set(node, vector);
  return vector;
}

function evaluateCall(evaluation: Evaluation, node: Extract<ExpressionNode, { kind: 'call' }>): Vector {
  const { rows, zone } = evaluation;
  const args = node.args.map((arg) => evaluateNode(evaluation, arg));
  const hasNumbers = args.some((arg) => arg.kind === 'numbers');
  const loop = hasNumbers ? numberLoop(node.name, args, rows, zone) : null;
  if (loop !== null) return loop;
  const run = bind(
    node.name,
    args.map((arg) => (arg.kind === 'constant' ? arg.value : undefined)),
    zone,
  );
  return mapVectors(run, args, rows);
}

/** The function over every combination of values that some row has. */
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

/** All columns have the same codes, so that one code tells the values of all. */
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
  const places = args.flatMap((arg, at) => (arg.kind === 'coded' ? [at] : []));
  const current = args.map(constantOf);
  const values: Value[] = [];
  for (let code = 0; code < count; code++) {
    for (const [at, place] of places.entries()) current[place] = coded[at]!.values[members[at]![code]!]!;
    values.push(run(current));
  }
  return { kind: 'coded', codes, values };
}
