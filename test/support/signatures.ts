/** What functions of a source take, and what it claims about types. Types become blanks, so that places stay the same. */
import { stripTypeScriptTypes } from 'node:module';

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

/** And without texts in quotes. */
function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'/g, blank);
}

interface Source {
  readonly path: string;
  readonly text: string;
}

interface Signature {
  readonly name: string;
  readonly parameters: number;
  /** From the name to the closing bracket. */
  readonly lines: number;
  /** Before it. */
  readonly comment: string;
}

/** Functions of a source and how many parameters each has, with the comment before it. */
export function* signaturesIn({ path, text }: Source): Iterable<Signature> {
  const code = withoutComments(stripTypeScriptTypes(text));
  for (const found of code.matchAll(
    /(?:\bfunction\b\s*\*?\s*([\w$]*)\s*|^ {2}(?:(?:static|async|get|set)\s+)*\*?(#?\w+))\(/gm,
  )) {
    const open = found.index + found[0].length;
    const list = listFrom(code, open);
    const [body = ''] = list === null ? [] : (/^\s*\{/.exec(code.slice(open + list.length + 1)) ?? []);
    if (list === null || body === '') continue;
    const before = text.slice(0, found.index);
    const [comment = ''] = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*(?:export\s+)?(?:async\s+)?$/.exec(before) ?? [];
    const inside = listFrom(code, open + list.length + 1 + body.length) ?? '';
    const lines = `${found[0].trimStart()}${list}${body}${inside}`.split('\n').length;
    yield { name: `${path} ${found[1] ?? found[2]}`, parameters: parametersIn(list), lines, comment };
  }
}

/** What stands between two brackets; null where they do not close. */
function listFrom(code: string, open: number): string | null {
  let depth = 1;
  for (let at = open; at < code.length; at++) {
    if ('([{'.includes(code[at]!)) depth++;
    else if (')]}'.includes(code[at]!) && --depth === 0) return code.slice(open, at);
  }
  return null;
}

function parametersIn(list: string): number {
  let depth = 0;
  let count = list.trim() === '' ? 0 : 1;
  const whole = list.trim().replace(/,$/, '');
  for (const sign of whole) {
    if ('([{'.includes(sign)) depth++;
    else if (')]}'.includes(sign)) depth--;
    else if (sign === ',' && depth === 0) count++;
  }
  return count;
}

/** `as T` that claims what the compiler does not know; `as const` claims nothing. */
export function castsIn({ path, text }: Source): string[] {
  const code = stripTypeScriptTypes(text);
  const plain = withoutComments(text).replace(/^(?:import|export) [^;]*? from /gm, blank);
  return [...plain.matchAll(/(?<=[\s)}\]])as (?!const\b)/g)]
    .filter(({ index }) => code[index] === ' ')
    .map(({ index }) => `${path}: ${plain.slice(index, plain.indexOf('\n', index))}`);
}
