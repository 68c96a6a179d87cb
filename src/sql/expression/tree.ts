/** Expressions under construction: trees that may share branches, and the flat list made from a tree. */
import { canonical } from '../../base/json.ts';
import type { ExpressionNode, FunctionName } from '../../model/question/expression.ts';

export type Tree =
  | Exclude<ExpressionNode, { readonly kind: 'call' | 'each' }>
  | { readonly kind: 'each'; readonly args: readonly Tree[]; readonly lists: number; readonly body: Tree }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly args: readonly Tree[] };

/** Flattens a tree, arguments before their call. Equal branches are listed once. */
export function listed(root: Tree): ExpressionNode[] {
  const nodes: ExpressionNode[] = [];
  const of_tree = new Map<Tree, number>();
  const of_text = new Map<string, number>();
  const add = (tree: Tree): number => {
    const known = of_tree.get(tree);
    if (known !== undefined) return known;
    const node = nodeOf(tree, add);
    const text = canonical(node);
    const place = of_text.get(text) ?? nodes.push(node) - 1;
    of_text.set(text, place);
    of_tree.set(tree, place);
    return place;
  };
  add(root);
  return nodes;
}

function nodeOf(tree: Tree, place: (tree: Tree) => number): ExpressionNode {
  if (tree.kind === 'each') return { ...tree, args: tree.args.map(place), body: listed(tree.body) };
  return tree.kind === 'call' ? { ...tree, args: tree.args.map(place) } : tree;
}

export function argsOf(tree: Tree): readonly Tree[] {
  return tree.kind === 'call' || tree.kind === 'each' ? tree.args : [];
}
