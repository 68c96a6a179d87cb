/** Text -> tokens, each with its position. */
import { losesDigits } from '../../base/json.ts';
import { type Source, wrongAt } from './source.ts';

export type Token =
  /** `quoted`: in double quotes or backticks, so never a keyword. */
  | {
      readonly kind: 'name';
      readonly text: string;
      readonly quoted: boolean;
      readonly at: number;
      readonly end: number;
    }
  | { readonly kind: 'number'; readonly text: string; readonly at: number; readonly end: number }
  | { readonly kind: 'text'; readonly text: string; readonly at: number; readonly end: number }
  | { readonly kind: 'sign'; readonly text: string; readonly at: number; readonly end: number }
  | { readonly kind: 'end'; readonly text: ''; readonly at: number; readonly end: number };

const BLANK = /\s+/y;
/** In statements, comments count as blanks. */
const BLANK_OR_COMMENT = /(?:\s+|--[^\n]*|\/\*[\s\S]*?\*\/)+/y;
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const NUMBER = /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y;
/** 1_000, 0x1F */
const ODD_NUMBER = /\d+_\d|0x[\da-f]|0[ob]\d/iy;
/** Longer signs come first, so that they are not read as two. */
const SIGN = /=~\*|!~\*|<=|>=|!=|<>|==|=~|!~|~\*|~|\|\||\?\?|->>|->|::|[()[\]{},.+\-*/%<>=?:;]/y;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0' };

/** The last token is of kind `end`. */
export function tokensOf(source: Source): Token[] {
  const { text, what } = source;
  const blank = what === 'SQL' ? BLANK_OR_COMMENT : BLANK;
  const tokens: Token[] = [];
  for (let at = 0; ; ) {
    at = match(blank, text, at)?.end ?? at;
    if (at >= text.length) {
      tokens.push({ kind: 'end', text: '', at: text.length, end: text.length });
      return tokens;
    }
    const token = tokenAt(source, at);
    tokens.push(token);
    at = token.end;
  }
}

function match(pattern: RegExp, text: string, at: number): { text: string; end: number } | null {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found && { text: found[0], end: pattern.lastIndex };
}

function tokenAt(source: Source, at: number): Token {
  const { text } = source;
  const first = text[at]!;
  if (first === "'") return { kind: 'text', at, ...quoted(source, at, 'text') };
  if (first === '"' || first === '`') return { kind: 'name', quoted: true, at, ...quoted(source, at, 'name') };
  const name = match(NAME, text, at);
  if (name !== null) return { kind: 'name', quoted: false, at, ...name };
  const number = match(NUMBER, text, at);
  if (number !== null) {
    // Else what follows would be its alias.
    if (match(ODD_NUMBER, text, at) !== null)
      throw wrongAt(source, at, 'numbers are written in decimal digits, with nothing between them: 1000.');
    if (!losesDigits(number.text)) return { kind: 'number', at, ...number };
    // As numbers, an id would equal its neighbours.
    throw wrongAt(
      source,
      at,
      `${number.text} has more digits than a number holds. Write it in quotes: '${number.text}'.`,
    );
  }
  const sign = match(SIGN, text, at);
  if (sign !== null) return { kind: 'sign', at, ...sign };
  if (text.startsWith('&&', at))
    throw wrongAt(source, at, '"&&" does not belong here: write and, or; || puts texts together.');
  throw wrongAt(
    source,
    at,
    `"${String.fromCodePoint(text.codePointAt(at)!)}" does not belong into ${source.what ?? 'an expression'}.`,
  );
}

/** Reads what is between quotes; a quote inside is doubled or escaped by \. */
function quoted(source: Source, at: number, what: string): { text: string; end: number } {
  const { text } = source;
  const quote = text[at]!;
  let inner = '';
  for (let i = at + 1; i < text.length; i++) {
    const character = text[i]!;
    if (character === '\\' && i + 1 < text.length) {
      inner += unescaped(text[++i]!);
    } else if (character !== quote) {
      inner += character;
    } else if (text[i + 1] === quote) {
      inner += quote;
      i++;
    } else {
      return { text: inner, end: i + 1 };
    }
  }
  throw wrongAt(source, at, `this ${what} has no closing ${quote}.`);
}

/** \n is a line break, an escaped sign stands for itself. Other characters keep their \, which patterns (\d) need. */
function unescaped(character: string): string {
  if (Object.hasOwn(ESCAPES, character)) return ESCAPES[character]!;
  return /[\\'"`]/.test(character) ? character : `\\${character}`;
}
