/** Constant folding: parts that do not depend on rows are computed while binding. */
import { evaluate } from '../../engine/select/expression/evaluate.ts';
import type { Tree } from '../expression/tree.ts';
import { type Binding, finished } from './binding.ts';

/** Replaces calls whose arguments are all literals by their results. */
export function folded(binding: Binding, tree: Tree, done: Map<Tree, Tree> = new Map()): Tree {
  if (tree.kind !== 'call') return tree;
  const known = done.get(tree);
  if (known !== undefined) return known;
  const args = tree.args.map((arg) => folded(binding, arg, done));
  const isSame = args.every((arg, at) => arg === tree.args[at]);
  const made = isSame ? tree : { ...tree, args };
  const result = args.every((arg) => arg.kind === 'literal') ? computed(binding, made) : made;
  done.set(tree, result);
  return result;
}

function computed(binding: Binding, tree: Tree): Tree {
  const vector = evaluate(
    finished(binding, tree),
    1,
    () => ({ kind: 'constant', value: null }),
    () => {},
  );
  if (vector.kind !== 'constant' || (typeof vector.value === 'object' && vector.value !== null)) return tree;
  return { kind: 'literal', value: vector.value };
}
