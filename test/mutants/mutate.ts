/** Small wrong changes to a source, one place each: what a slip of the hand would leave behind. */
import { parseAst } from 'rolldown/parseAst';

export interface Mutant {
  readonly path: string;
  readonly line: number;
  /** Of the text that is replaced; neighbours do not overlap. */
  readonly start: number;
  readonly end: number;
  readonly before: string;
  /** Empty where a statement is dropped. */
  readonly after: string;
  /** Made when the file is loaded, not in a function: a schema, a table. */
  readonly is_loaded: boolean;
}

/** As the parser makes them: what a node has depends on its type. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [name: string]: unknown;
}

const SWAPPED: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
};

/** Methods whose result may be forgotten without the types noticing. */
const FORGOTTEN = new Set(['filter', 'toSorted', 'sort', 'reverse', 'toReversed', 'slice', 'trim', 'toLowerCase']);

/** Every place where one change can be made. They may lie within each other. */
export function mutantsOf(path: string, text: string): Mutant[] {
  const found: Mutant[] = [];
  const cut = (node: Node): string => text.slice(node.start, node.end);
  const visit = (node: Node, is_loaded: boolean): void => {
    for (const after of changesOf(node, cut)) {
      const line = text.slice(0, node.start).split('\n').length;
      found.push({ path, line, start: node.start, end: node.end, before: cut(node), after, is_loaded });
    }
    const is_later = is_loaded && !/Function/.test(node.type);
    for (const [name, value] of Object.entries(node)) {
      if (name === 'key' && node['computed'] !== true) continue;
      for (const child of Array.isArray(value) ? value : [value]) {
        if (isNode(child) && (!child.type.startsWith('TS') || 'expression' in child)) visit(child, is_later);
      }
    }
  };
  visit(parseAst(text, { lang: 'ts' }) as unknown as Node, true);
  return found;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function* changesOf(node: Node, cut: (node: Node) => string): Iterable<string> {
  const part = (name: string): Node => node[name] as Node;
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const operator = String(node['operator']);
      const [left, right] = [part('left'), part('right')];
      const swapped = SWAPPED[operator];
      if (swapped !== undefined && !(operator === '+' && [left, right].some(isText))) {
        yield `(${cut(left)}) ${swapped} (${cut(right)})`;
      }
      if (operator === '??') yield cut(left);
      return;
    }
    case 'UnaryExpression':
      if (node['operator'] === '!') yield cut(part('argument'));
      return;
    case 'Literal':
      if (typeof node['value'] === 'boolean') yield String(!node['value']);
      if (typeof node['value'] === 'number') yield String(node['value'] + 1);
      return;
    case 'CallExpression': {
      const callee = part('callee');
      const property = callee['property'];
      if (callee.type === 'MemberExpression' && isNode(property) && FORGOTTEN.has(String(property['name']))) {
        yield cut(callee['object'] as Node);
      }
      return;
    }
    case 'ExpressionStatement':
      if (typeof node['directive'] !== 'string') yield '';
      return;
    case 'ConditionalExpression':
      yield cut(part('consequent'));
      yield cut(part('alternate'));
  }
}

function isText(node: Node): boolean {
  return node.type === 'TemplateLiteral' || typeof node['value'] === 'string';
}

/**
 * A source with all given mutants in it, each asleep: `__mutant(number)` tells at run time whether it is awake. So one text
 * is compiled once, and one run of the tests tells which of them come past which mutant.
 */
export function withAsleep(text: string, mutants: readonly (Mutant & { readonly number: number })[]): string {
  let changed = text;
  for (const { start, end, before, after, number } of mutants.toSorted((a, b) => b.start - a.start)) {
    const awake = `globalThis.__mutant?.(${number})`;
    // In a block, or the "else" that may follow would be taken for its own.
    const both = after === '' ? `{ if (!${awake}) { ${before} } }` : `(${awake} ? (${after}) : (${before}))`;
    changed = changed.slice(0, start) + both + changed.slice(end);
  }
  return changed;
}
