/**
 * SQL fragments, made with `sql`...``. Literal text is this program's, and each value becomes a bound parameter, so
 * values can never become SQL.
 */
import { assert } from '../../base/assert.ts';

type Scalar = 'String' | 'Int64' | 'Float64';

/** A value with the type the server parses it as. */
export interface Bound {
  readonly type: Scalar | `Array(${Scalar})`;
  readonly value: string | number | readonly string[] | readonly number[];
}

/** texts[0] values[0] texts[1] … texts[n]. */
export interface Sql {
  readonly texts: readonly string[];
  readonly values: readonly Bound[];
}

/** For the client: `{p0:String}` in the text is parameters.p0. */
export interface Rendered {
  readonly statement: string;
  readonly parameters: Readonly<Record<string, Bound['value']>>;
}

/** Texts and numbers are bound, integers as Int64. */
export function sql(strings: TemplateStringsArray, ...values: readonly (Sql | Bound | string | number)[]): Sql {
  const texts: string[] = [strings[0]!];
  const bound: Bound[] = [];
  for (const [at, value] of values.entries()) {
    const piece = pieceOf(value);
    texts[texts.length - 1] += piece.texts[0]!;
    texts.push(...piece.texts.slice(1));
    bound.push(...piece.values);
    texts[texts.length - 1] += strings[at + 1]!;
  }
  return { texts, values: bound };
}

function pieceOf(value: Sql | Bound | string | number): Sql {
  if (typeof value === 'object') return 'texts' in value ? value : { texts: ['', ''], values: [value] };
  if (typeof value === 'string') return pieceOf({ type: 'String', value });
  return pieceOf({ type: Number.isInteger(value) ? 'Int64' : 'Float64', value });
}

const NAME = /^[a-z_][a-z0-9_]*$/i;

/** An identifier made by this program: a column, table or alias. */
export function name(text: string): Sql {
  assert(NAME.test(text), 'a plain name');
  return { texts: [text], values: [] };
}

export function textList(value: readonly string[]): Bound {
  return { type: 'Array(String)', value };
}

export function integers(value: readonly number[]): Bound {
  return { type: 'Array(Int64)', value };
}

export function numberList(value: Iterable<number>): Bound {
  return { type: 'Array(Float64)', value: [...value] };
}

/** Stands for "unbounded": no event can have such a time. */
const FAR_MS = 9e15;

/** A time bound; infinite ones become very distant, fractions are rounded up. */
export function ms(value: number): Bound {
  return { type: 'Int64', value: Math.ceil(Math.min(Math.max(value, -FAR_MS), FAR_MS)) };
}

export function msList(values: Iterable<number>): Bound {
  return { type: 'Array(Int64)', value: Array.from(values, (value) => Number(ms(value).value)) };
}

/** Empty if there are no pieces. */
function joined(pieces: readonly Sql[], separator: Sql): Sql {
  return pieces.reduce<Sql>((all, piece, at) => (at === 0 ? piece : sql`${all}${separator}${piece}`), sql``);
}

export function list(pieces: readonly Sql[]): Sql {
  return joined(pieces, sql`, `);
}

/** True if empty. */
export function allOf(pieces: readonly Sql[]): Sql {
  const said = pieces.filter((piece) => piece.texts.length > 1 || piece.texts[0] !== '1');
  if (said.length < 2) return said[0] ?? sql`1`;
  return sql`(${joined(said, sql` and `)})`;
}

/** False if empty. */
export function anyOf(pieces: readonly Sql[]): Sql {
  if (pieces.length < 2) return pieces[0] ?? sql`0`;
  return sql`(${joined(pieces, sql` or `)})`;
}

/** Equal values share a parameter. */
export function render({ texts, values }: Sql): Rendered {
  const names = new Map<string, string>();
  const parameters: Record<string, Bound['value']> = {};
  let statement = texts[0]!;
  for (const [at, { type, value }] of values.entries()) {
    const key = JSON.stringify([type, value]);
    const known = names.get(key) ?? `p${names.size}`;
    names.set(key, known);
    parameters[known] = value;
    statement += `{${known}:${type}}${texts[at + 1]!}`;
  }
  return { statement, parameters };
}
