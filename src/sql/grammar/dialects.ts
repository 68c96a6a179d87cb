/** Calls as other databases write them, if their arguments must be looked at. */

import { plainName } from './definitions.ts';
import { CASTS, isUnit } from './operators.ts';
import { type CallSyntax, callOf, type Syntax } from './syntax.ts';

/** The same call as HogQL writes it; the call itself if there is nothing to translate. */
export function translated(call: CallSyntax): Syntax {
  const name = plainName(call.name);
  const date = /^(?:date|timestamp|datetime)_?(add|sub|diff|trunc|part)$/.exec(name);
  if (date !== null) return ofDates(call, date[1]!);
  if (JSON_PATH.test(name)) return atPath(call) ?? typedMember(call) ?? call;
  if (FORMATS.test(name)) return formatted(call, name) ?? call;
  return call;
}

/** The unit comes first in HogQL. In calls that have it last, the later time comes first. */
function ofDates(call: CallSyntax, what: string): CallSyntax {
  const args = call.args.map(unitOf);
  const [first, last] = [args[0], args.at(-1)];
  const is_last = args.length > 1 && isUnit(last!) && !isUnit(first!);
  const others = args.slice(0, -1);
  const sorted = is_last ? [last!, ...(what === 'diff' ? others.toReversed() : others)] : args;
  const [unit, ...rest] = sorted;
  if (what === 'diff' && args.length === 2 && !args.some(isUnit)) return callOf('daysBetween', args, call.at);
  const is_part = what === 'part' && unit?.kind === 'literal';
  return is_part ? callOf(`part${unit.value}`, rest, call.at) : { ...call, name: `date_${what}`, args: sorted };
}

/** dateDiff(day, a, b) means dateDiff('day', a, b). */
function unitOf(arg: Syntax): Syntax {
  const value = arg.kind === 'path' ? arg.parts.join() : '';
  const literal: Syntax = { kind: 'literal', value: value.replace(/^iso(?=week)/i, ''), at: arg.at };
  return value !== '' && isUnit(literal) ? literal : arg;
}

const JSON_PATH = /^json(extract|value|query|extractscalar|extractstring|extractpathtext)$|^getjsonobject$/;

/** json_value(properties, '$.a.b') is properties.a.b. */
function atPath({ args, at }: CallSyntax): Syntax | null {
  const [of, path] = args;
  // A name of a property may begin with $, too: JSONExtractString(properties, '$browser').
  if (of === undefined || path?.kind !== 'literal' || args.length !== 2 || !/^\$(?:[.[]|$)/.test(String(path.value)))
    return null;
  const names = String(path.value).match(/[^.[\]"'$]+/g) ?? [];
  const keys = names.map((name) => (/^\d+$/.test(name) ? Number(name) + 1 : name));
  return keys.reduce<Syntax>((inner, key) => memberOf(inner, key, at), of);
}

/** A member by its name or index. For a path it becomes one more part. */
export function memberOf(of: Syntax, key: string | number, at: number): Syntax {
  if (of.kind === 'path') return { ...of, parts: [...of.parts, String(key)] };
  return elementOf(of, { kind: 'literal', value: key, at }, at);
}

function elementOf(of: Syntax, index: Syntax, at: number): Syntax {
  return { kind: 'element', of, index, at };
}

/** Cast -> the function that reads a member of that type. */
const MEMBERS: ReadonlyMap<string, string> = new Map([
  ['toString', 'JSONExtractString'],
  ['toInt', 'JSONExtractInt'],
  ['toFloat', 'JSONExtractFloat'],
  ['toBool', 'JSONExtractBool'],
]);

/** JSONExtract(properties, 'plan', 'String'). Of a type that is a list, or unknown, it is the member as it is. */
function typedMember({ name, args, at }: CallSyntax): Syntax | null {
  const [of, ...keys] = args;
  const type = keys.pop();
  if (plainName(name) !== 'jsonextract' || of === undefined || type?.kind !== 'literal') return null;
  const said = String(type.value).replace(/^(?:Nullable|LowCardinality)\((.*)\)$/i, '$1');
  const cast = CASTS.find(([pattern]) => pattern.test(said))?.[1];
  // JSONExtractString of what is missing is ''; a type that is Nullable asks for null.
  const is_nullable_text = cast === 'toString' && said !== String(type.value);
  const typed = cast === undefined ? undefined : MEMBERS.get(cast);
  if (typed !== undefined && !is_nullable_text) return callOf(typed, [of, ...keys], at);
  // A list in a property is one already; as text it would have to be taken apart again.
  const list = /^Array\(/i.test(said) && of.kind === 'call' && of.name === 'toString' ? of.args[0]! : of;
  const member = keys.reduce((inner, key) => elementOf(inner, key, at), list);
  return is_nullable_text ? callOf('toString', [member], at) : member;
}

const FORMATS = /^(strftime|formatdate|formatdatetime|formattimestamp|tochar)$/;
/** Format letters of C -> those of formatDateTime. */
const OF_C: Readonly<Record<string, string>> = { M: 'i', B: 'M', A: 'W' };
const OF_CHAR: readonly (readonly [RegExp, string])[] = [
  [/YYYY/g, '%Y'],
  [/YY/g, '%y'],
  [/Month|MONTH/g, '%M'],
  [/Mon|MON/g, '%b'],
  [/HH24/g, '%H'],
  [/HH12|HH/g, '%I'],
  [/MI/g, '%i'],
  [/MM/g, '%m'],
  [/SS/g, '%S'],
  [/DD/g, '%d'],
  [/Day|DAY/g, '%W'],
  [/Dy|DY/g, '%a'],
  [/AM|PM/g, '%p'],
];

/** strftime('%Y-%m', time), to_char(time, 'YYYY-MM') */
function formatted(call: CallSyntax, name: string): Syntax | null {
  const [first, second] = call.args;
  const [time, pattern] = first?.kind === 'literal' && second?.kind !== 'literal' ? [second, first] : [first, second];
  if (time === undefined || pattern?.kind !== 'literal' || call.args.length !== 2) return null;
  const is_ours = name === 'formatdatetime' && time === first;
  if (is_ours || typeof pattern.value !== 'string') return null;
  const value =
    name === 'tochar'
      ? OF_CHAR.reduce((text, [said, letter]) => text.replace(said, letter), pattern.value)
      : pattern.value.replace(/%(.)/g, (said, letter: string) => (OF_C[letter] ? `%${OF_C[letter]}` : said));
  return callOf('formatDateTime', [time, { ...pattern, value }], call.at);
}
