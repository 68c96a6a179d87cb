/**
 * Pieces of statements. A piece is made by `sql`...``: what stands between the values is text of this program, each value
 * becomes a parameter of its own. So no value can ever become text of a statement.
 */
import { assert } from '../../base/assert.ts';

type Scalar = 'String' | 'Int64' | 'Float64';

/** A value and the type the server reads it as. */
export interface Bound {
  readonly type: Scalar | `Array(${Scalar})`;
  readonly value: string | number | readonly string[] | readonly number[];
}

/** texts[0] values[0] texts[1] … texts[n]. */
export interface Sql {
  readonly texts: readonly string[];
  readonly values: readonly Bound[];
}

/** A statement as the client takes it: `{p0:String}` in the text is parameters.p0. */
export interface Rendered {
  readonly statement: string;
  readonly parameters: Readonly<Record<string, Bound['value']>>;
}

/** Texts and numbers are bound, whole numbers as Int64. */
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

/** A name that this program made: of a column, a table or an alias. */
export function name(text: string): Sql {
  assert(NAME.test(text), 'a plain name');
  return { texts: [text], values: [] };
}

export function textList(value: readonly string[]): Bound {
  return { type: 'Array(String)', value };
}

export function numberList(value: Iterable<number>): Bound {
  return { type: 'Array(Float64)', value: [...value] };
}

/** Times that no event can have stand for no bound. */
const FAR_MS = 9e15;

/** A bound in time: infinite ones are far away, and between two milliseconds there is nothing. */
export function ms(value: number): Bound {
  return { type: 'Int64', value: Math.ceil(Math.min(Math.max(value, -FAR_MS), FAR_MS)) };
}

export function msList(values: Iterable<number>): Bound {
  return { type: 'Array(Int64)', value: Array.from(values, (value) => Number(ms(value).value)) };
}

/** Nothing where there are no pieces. */
function joined(pieces: readonly Sql[], separator: Sql): Sql {
  return pieces.reduce<Sql>((all, piece, at) => (at === 0 ? piece : sql`${all}${separator}${piece}`), sql``);
}

export function list(pieces: readonly Sql[]): Sql {
  return joined(pieces, sql`, `);
}

/** True of nothing at all. */
export function allOf(pieces: readonly Sql[]): Sql {
  const said = pieces.filter((piece) => piece.texts.length > 1 || piece.texts[0] !== '1');
  if (said.length < 2) return said[0] ?? sql`1`;
  return sql`(${joined(said, sql` and `)})`;
}

/** False of nothing at all. */
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
