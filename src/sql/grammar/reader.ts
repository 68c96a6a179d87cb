/** Reads tokens one by one, for expressions and statements. */
import { LIMIT } from '../../model/limit.ts';
import { type Token, tokensOf } from './lexer.ts';
import { POWER } from './operators.ts';
import { type Source, wrongAt } from './source.ts';
import type { Statement, Syntax } from './syntax.ts';

export interface Reader {
  readonly source: Source;
  readonly tokens: readonly Token[];
  /** Reads an expression of operators that bind at least as tightly as `least`. */
  readonly expression: (reader: Reader, least: number) => Syntax;
  /** Parses sub-queries; null if only expressions are allowed. */
  readonly statement: ((reader: Reader) => Statement) | null;
  readonly most: Most;
  at: number;
  depth: number;
  nodes: number;
}

interface Most {
  readonly chars: number;
  readonly nodes: number;
}

/** @throws ServiceError if the text is too long or contains invalid characters */
export function openReader(source: Source, most: Most, parts: Pick<Reader, 'expression' | 'statement'>): Reader {
  if (source.text.length > most.chars) {
    throw wrongAt(source, most.chars, `${source.what ?? 'an expression'} has at most ${most.chars} characters.`);
  }
  return { source, tokens: tokensOf(source), ...parts, most, at: 0, depth: 0, nodes: 0 };
}

export function readExpression(reader: Reader, least: number = POWER.ternary): Syntax {
  return reader.expression(reader, least);
}

export function current(reader: Reader): Token {
  return reader.tokens[reader.at]!;
}

/** The keyword at this token, or `ahead` tokens further, in lower case; '' for anything else. */
export function word(reader: Reader, ahead = 0): string {
  const token = reader.tokens[reader.at + ahead];
  return token?.kind === 'name' && !token.quoted ? token.text.toLowerCase() : '';
}

export function isSign(reader: Reader, text: string): boolean {
  const token = current(reader);
  return token.kind === 'sign' && token.text === text;
}

/** Consumes the sign or keyword if it is next. */
export function take(reader: Reader, text: string): boolean {
  if (!isSign(reader, text) && word(reader) !== text) return false;
  reader.at++;
  return true;
}

export function expect(reader: Reader, text: string): void {
  if (!take(reader, text)) throw unexpected(reader, `expected ${text}`);
}

/** Reads one or more items with commas between. */
export function readList<T>(reader: Reader, item: (reader: Reader) => T): T[] {
  const items = [item(reader)];
  while (take(reader, ',')) items.push(item(reader));
  return items;
}

/** Like `readList`, but in brackets. */
export function readBracketed<T>(reader: Reader, item: (reader: Reader) => T): T[] {
  expect(reader, '(');
  const items = readList(reader, item);
  expect(reader, ')');
  return items;
}

export function unexpected(reader: Reader, wanted = 'expected an operator or the end'): Error {
  const token = current(reader);
  const found = token.kind === 'end' ? 'it ends too early' : `"${token.text}" does not fit here`;
  return wrongAt(reader.source, token.at, `${found}: ${wanted}.`);
}

/** Counts nodes, to bound the cost of an expression. */
export function node(reader: Reader, syntax: Syntax): Syntax {
  reader.nodes++;
  if (reader.nodes > reader.most.nodes) {
    throw wrongAt(reader.source, syntax.at, `more than ${reader.most.nodes} parts.`);
  }
  return syntax;
}

/** Counts one level of depth while reading. */
export function nested<T>(reader: Reader, read: () => T): T {
  reader.depth++;
  if (reader.depth > LIMIT.expression_depth) {
    throw wrongAt(reader.source, current(reader).at, `nested deeper than ${LIMIT.expression_depth} levels.`);
  }
  const made = read();
  reader.depth--;
  return made;
}
