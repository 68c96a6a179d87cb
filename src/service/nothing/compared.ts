/** Which texts a query compares properties with: in filters, and in expressions. Values nobody has are usually typos. */
import { isObject, listOf } from '../../base/json.ts';

/** A property that must equal one of these texts. */
export interface Compared {
  readonly source: { readonly of: 'event' | 'person'; readonly key: string };
  readonly values: readonly string[];
}

/** Conditions "equals one of these texts" anywhere in a resolved query, except in saved cohorts. */
export function comparedIn(node: unknown): Compared[] {
  if (Array.isArray(node)) return typeof node[0] === 'object' ? node.flatMap(comparedIn) : [];
  if (!isObject(node) || ArrayBuffer.isView(node) || node['kind'] === 'cohort') return [];
  const { kind, source, test, nodes } = node;
  if (Array.isArray(nodes)) return nodes.flatMap((call) => comparedBy(call, nodes));
  if (kind === 'value' && isObject(test) && test['op'] === 'in') {
    const own = comparedWith(source, test['values']);
    if (own.length > 0) return own;
  }
  return Object.values(node).flatMap(comparedIn);
}

const EQUALITIES: readonly unknown[] = ['equal', 'not_equal', 'in'];

/** Literals may stand on either side. */
function comparedBy(call: unknown, nodes: readonly unknown[]): Compared[] {
  if (!isObject(call) || !EQUALITIES.includes(call['name'])) return [];
  const args = listOf(call['args']).map((at) => uncast(nodes[Number(at)], nodes));
  const literals = args.filter(({ kind }) => kind === 'literal').map(({ value }) => value);
  return args.filter(({ kind }) => kind === 'source').flatMap(({ source }) => comparedWith(source, literals));
}

/** The node below a cast to text. */
function uncast(node: unknown, nodes: readonly unknown[]): Readonly<Record<string, unknown>> {
  if (!isObject(node)) return {};
  return node['name'] === 'to_text' ? uncast(nodes[Number(listOf(node['args'])[0])], nodes) : node;
}

function comparedWith(source: unknown, sent: unknown): Compared[] {
  if (!isObject(source)) return [];
  const { of, key } = source;
  if ((of !== 'event' && of !== 'person') || typeof key !== 'string') return [];
  // For numbers, a similar spelling means nothing.
  const values = listOf(sent).filter((value) => typeof value === 'string' && Number.isNaN(Number(value)));
  return values.length === 0 ? [] : [{ source: { of, key }, values: values.map(String) }];
}
