/** Functions of lists. Some take a lambda first: arrayMap(x -> x * 2, list). */
import type { FunctionName } from '../../model/question/expression.ts';
import { isIn } from './comparison.ts';
import { MANY, type Signature, type Signatures, shaped, takes } from './signature.ts';
import type { Tree } from './tree.ts';
import {
  apply,
  asCondition,
  asList,
  asNumber,
  asText,
  eachItem,
  itemNode,
  literal,
  type Scope,
  type Type,
  type Typed,
} from './typed.ts';

const lengthOf = (list: Tree): Tree => apply('list_length', list);
/** Items for which the lambda is true. */
const chosen: Build = (scope, lists, lambda) =>
  apply('list_where', asList(scope, lists[0]!), flagsOf(scope, lists, lambda!));
const flagsOf: Build = (scope, lists, lambda) => eachItem(scope, lambda!, lists, asCondition);

export const LIST: Signatures = {
  array: takes(0, MANY, listMade),
  tuple: takes(1, MANY, listMade),
  arrayMap: higher('array', (scope, lists, lambda) => eachItem(scope, lambda!, lists, itemNode)),
  arrayFilter: higher('array', chosen),
  arrayExists: higher('boolean', (...args) => apply('has_item', literal(true), flagsOf(...args))),
  arrayAll: higher('boolean', (scope, lists, lambda) =>
    apply('equal', lengthOf(chosen(scope, lists, lambda)), lengthOf(asList(scope, lists[0]!))),
  ),
  arrayCount: higher('number', (...args) => lengthOf(chosen(...args))),
  arrayFirst: higher('any', (...args) => apply('json_get', chosen(...args), literal(1))),
  arrayLast: higher('any', (...args) => apply('json_get', chosen(...args), literal(-1))),
  arrayFirstIndex: higher('number', (...args) => apply('list_find', flagsOf(...args), literal(true))),
  arraySort: higher('array', sortedBy('list_sort'), true),
  arrayReverseSort: higher('array', sortedBy('list_sort_down'), true),
  arraySum: higher('number', mapped('list_sum'), true),
  arrayAvg: higher('number', mapped('list_avg'), true),
  arrayMin: higher('any', mapped('list_min'), true),
  arrayMax: higher('any', mapped('list_max'), true),
  arrayCumSum: higher('array', mapped('list_running'), true),
  arrayReverse: ofLists('list_reverse', 'array'),
  arrayDistinct: ofLists('list_unique', 'array'),
  arrayEnumerate: ofLists('list_places', 'array'),
  arrayConcat: ofLists('list_joined', 'array', MANY),
  arrayZip: ofLists('list_zip', 'array', MANY),
  arrayUniq: shaped('number', [asList], (list) => lengthOf(apply('list_unique', list))),
  arrayIntersect: shaped('array', [asList, asList], (a, b) => apply('list_unique', apply('list_common', a, b))),
  hasAny: shaped('boolean', [asList, asList], (a, b) =>
    apply('greater', lengthOf(apply('list_common', a, b)), literal(0)),
  ),
  hasAll: shaped('boolean', [asList, asList], (a, b) =>
    apply('equal', lengthOf(apply('list_common', b, a)), lengthOf(b)),
  ),
  has: takes(2, 2, (scope, [list, value], at) =>
    isIn(scope, value!, list!.type === 'list' ? list! : { type: 'array', node: asList(scope, list!), at }, at),
  ),
  indexOf: shaped('number', [asList, itemNode], (list, value) => apply('list_find', list, value)),
  arraySlice: shaped('array', [asList, asNumber, asNumber], (...args) => apply('list_slice', ...args), 1),
  arrayElement: shaped('any', [asList, asNumber], (list, place) => apply('json_get', list, place)),
  range: shaped(
    'array',
    [asNumber, asNumber],
    (a, b) => (b === undefined ? apply('list_range', literal(0), a!) : apply('list_range', a!, b)),
    1,
  ),
  arrayStringConcat: shaped(
    'text',
    [asList, asText],
    (list, between = literal('')) => apply('list_text', list, between),
    1,
  ),
};

type Build = (scope: Scope, lists: readonly Typed[], lambda: Typed | null) => Tree;

/** `is_optional`: without a lambda the items themselves are used. */
function higher(type: Type, build: Build, is_optional = false): Signature {
  return {
    min: is_optional ? 1 : 2,
    max: MANY,
    make(scope, args, at) {
      const has_lambda = !is_optional || args[0]!.type === 'lambda';
      const lists = has_lambda ? args.slice(1) : args;
      return { type, node: build(scope, lists, has_lambda ? args[0]! : null), at };
    },
  };
}

const valuesOf: Build = (scope, lists, lambda) =>
  lambda === null ? asList(scope, lists[0]!) : eachItem(scope, lambda, lists, itemNode);

function sortedBy(name: FunctionName): Build {
  return (scope, lists, lambda) => apply(name, asList(scope, lists[0]!), valuesOf(scope, lists, lambda));
}

function mapped(name: FunctionName): Build {
  return (...args) => apply(name, valuesOf(...args));
}

function ofLists(name: FunctionName, type: Type, max = 1): Signature {
  return {
    min: 1,
    max,
    make: (scope, lists, at) => ({ type, node: apply(name, ...lists.map((list) => asList(scope, list))), at }),
  };
}

function listMade(scope: Scope, items: readonly Typed[], at: number): Typed {
  return { type: 'list', node: apply('list_of', ...items.map((item) => itemNode(scope, item))), items, at };
}
