/** Functions of text. */
import type { FunctionName } from '../../model/question/expression.ts';
import { matching, patternOf } from './comparison.ts';
import { MANY, type Signature, type Signatures, shaped, takes } from './signature.ts';
import type { Tree } from './tree.ts';
import { apply, asList, asNumber, asText, literal, type Scope, shown, type Type, type Typed } from './typed.ts';

/** Patterns whose group is the host of a URL, and its path. */
const DOMAIN = String.raw`^(?:[a-zA-Z][a-zA-Z0-9+.\-]*:)?//(?:[^/?#@]*@)?([^/?#:]*)`;
const PATH = String.raw`^(?:[a-zA-Z][a-zA-Z0-9+.\-]*:)?//[^/?#]*([^?#]*)`;

const TO_STRING: Signature = takes(1, 1, (scope, [of], at) => {
  const is_list = of!.type === 'list' || of!.type === 'parts';
  return { type: 'text', node: is_list ? apply('to_text', asList(scope, of!)) : shown(scope, of!), at };
});
/** Number of characters of a text, or of items of a list. */
const LENGTH: Signature = takes(1, 1, (scope, [of], at) => ({
  type: 'number',
  node: isList(of!) ? apply('list_length', asList(scope, of!)) : apply('length', asText(scope, of!)),
  at,
}));
const LOWER = textual('lower', 'text');
const UPPER = textual('upper', 'text');
const TRIM = textual('trim', 'text');
const TRIM_LEFT = textual('trim_left', 'text');
const TRIM_RIGHT = textual('trim_right', 'text');
const SUBSTRING = shaped('text', [asText, asNumber, asNumber], (...args) => apply('substring', ...args), 1);
const REPLACE_ALL = textual('replace_all', 'text', 3);
const QUOTED = String.raw`^"([^"\\]*)"$`;
const JSON_TEXT = jsonMember('to_text', 'text');
const SPLIT: Signature = takes(2, 2, (scope, [separator, text], at) => ({
  type: 'parts',
  node: apply('split_part', asText(scope, separator!), asText(scope, text!)),
  at,
}));

export const TEXT: Signatures = {
  toString: TO_STRING,
  concat: takes(1, MANY, (scope, args, at) => ({
    type: 'text',
    node: apply('concat', ...args.map((arg) => shown(scope, arg))),
    at,
  })),
  length: LENGTH,
  lengthUTF8: LENGTH,
  lower: LOWER,
  lowerUTF8: LOWER,
  upper: UPPER,
  upperUTF8: UPPER,
  trim: TRIM,
  trimBoth: TRIM,
  trimLeft: TRIM_LEFT,
  trimRight: TRIM_RIGHT,
  ltrim: TRIM_LEFT,
  rtrim: TRIM_RIGHT,
  substring: SUBSTRING,
  substr: SUBSTRING,
  left: shaped('text', [asText, asNumber], (text, count) => apply('substring', text, literal(1), count)),
  right: shaped('text', [asText, asNumber], lastOf),
  replace: REPLACE_ALL,
  replaceAll: REPLACE_ALL,
  replaceOne: textual('replace_one', 'text', 3),
  startsWith: textual('starts_with', 'boolean', 2),
  endsWith: textual('ends_with', 'boolean', 2),
  position: textual('position', 'number', 2),
  positionCaseInsensitive: shaped('number', [asText, asText], (a, b) =>
    apply('position', apply('fold', a), apply('fold', b)),
  ),
  splitByChar: SPLIT,
  splitByString: SPLIT,
  empty: takes(1, 1, (scope, [of], at) => isEmpty(scope, of!, at)),
  notEmpty: takes(1, 1, (scope, [of], at) => ({
    type: 'boolean',
    node: apply('not', isEmpty(scope, of!, at).node),
    at,
  })),
  match: takes(2, 2, (scope, [text, pattern], at) => matching(scope, 'matches', text!, pattern!, at)),
  like: takes(2, 2, (scope, [text, pattern], at) => matching(scope, 'like', text!, pattern!, at)),
  ilike: takes(2, 2, (scope, [text, pattern], at) => matching(scope, 'ilike', text!, pattern!, at)),
  extract: takes(2, 2, (scope, [text, pattern], at) => extracted(scope, text!, patternOf(scope, pattern!, true), at)),
  extractAll: takes(2, 2, (scope, [text, pattern], at) => ({
    type: 'array',
    node: apply('extract_all', asText(scope, text!), literal(patternOf(scope, pattern!, true))),
    at,
  })),
  replaceRegexpOne: replacing(false),
  replaceRegexpAll: replacing(true),
  cutQueryString: shaped('text', [asText], (url) => apply('extract', url, literal('^[^?#]*'))),
  extractURLParameter: takes(2, 2, (scope, [url, name], at) => {
    const said = patternOf(scope, name!, false).replace(/[^\w-]/g, '.');
    return extracted(scope, url!, `[?&]${said}=([^&#]*)`, at);
  }),
  domainWithoutWWW: shaped('text', [asText], (url) =>
    apply('extract', url, literal(DOMAIN.replace('([^/', '(?:www\\.)?([^/'))),
  ),
  domain: shaped('text', [asText], (url) => apply('extract', url, literal(DOMAIN))),
  path: shaped('text', [asText], (url) => apply('extract', url, literal(PATH))),
  // '' where there is none, so that != '' finds what is set.
  JSONExtractString: takes(1, MANY, (scope, args, at) => {
    const { node } = JSON_TEXT.make(scope, args, at);
    // Without a name it takes an item of JSONExtractArrayRaw out of its quotes.
    const bare = args.length > 1 ? node : apply('replace_pattern', node, ...[QUOTED, '\\1', false].map(literal));
    return { type: 'text', node: apply('coalesce', bare, literal('')), at };
  }),
  JSONExtractInt: jsonMember('to_integer', 'number'),
  JSONExtractFloat: jsonMember('to_number', 'number'),
  JSONExtractBool: jsonMember('to_boolean', 'boolean'),
  JSONExtractRaw: jsonMember('json_text', 'text', 'to_text'),
  JSONExtractArrayRaw: jsonMember('json_texts', 'array'),
  JSONExtractKeys: jsonMember('json_keys', 'array'),
  JSONLength: jsonMember('json_length', 'number'),
  JSONHas: jsonMember('is_null', 'boolean'),
};

/** The last so many characters; a negative count leaves out as many at the beginning. */
function lastOf(text: Tree, count: Tree): Tree {
  const without = apply('substring', text, apply('subtract', literal(1), count));
  const last = apply('substring', text, apply('negate', count), count);
  return apply('choose', apply('less', count, literal(0)), without, last);
}

function isList({ type }: Typed): boolean {
  return type === 'array' || type === 'list' || type === 'parts';
}

/** For functions whose arguments are all texts. */
function textual(name: FunctionName, type: 'text' | 'number' | 'boolean', count = 1): Signature {
  return takes(count, count, (scope, args, at) => ({
    type,
    node: apply(name, ...args.map((arg) => asText(scope, arg))),
    at,
  }));
}

function replacing(is_all: boolean): Signature {
  return takes(3, 3, (scope, [text, pattern, to], at) => {
    const said = literal(patternOf(scope, pattern!, true));
    return {
      type: 'text',
      node: apply('replace_pattern', asText(scope, text!), said, asText(scope, to!), literal(is_all)),
      at,
    };
  });
}

/** The number 0 is empty, as in ClickHouse. */
function isEmpty(scope: Scope, of: Typed, at: number): Typed {
  if (isList(of))
    return { type: 'boolean', node: apply('equal', apply('list_length', asList(scope, of)), literal(0)), at };
  const node = of.type === 'number' ? apply('equal', of.node, literal(0)) : apply('is_empty', shown(scope, of));
  return { type: 'boolean', node, at };
}

function extracted(scope: Scope, text: Typed, pattern: string, at: number): Typed {
  return { type: 'text', node: apply('extract', asText(scope, text), literal(pattern)), at };
}

/** Reads a member of an object or list, one name after the other. */
function jsonMember(cast: FunctionName, type: Type, of_all = cast): Signature {
  return takes(1, MANY, (scope, [of, ...keys], at) => {
    shown(scope, of!); // Refuses lists and intervals.
    const names = keys.map((key) => (key.type === 'number' ? key.node : asText(scope, key)));
    const node = names.reduce((inner, name) => apply('json_get', inner, name), of!.node);
    const made = apply(names.length === 0 ? of_all : cast, node);
    return { type, node: cast === 'is_null' ? apply('not', made) : made, at };
  });
}
