/** Finds the events behind a row, as conditions in the language of filters. */
import { atLeastOne } from '../../base/known.ts';
import { LIMIT } from '../../model/limit.ts';
import type { SqlBehind, SqlColumn } from '../../model/sql/plan.ts';
import { partsIn, type Select, type SelectColumn, type Statement, type Syntax } from '../grammar/syntax.ts';
import { type Aliases, hasAggregate } from './levels.ts';
import { ownField } from './tables.ts';

/** Syntax that has no meaning outside of a statement. */
const OWN: ReadonlySet<Syntax['kind']> = new Set<Syntax['kind']>(['placeholder', 'subquery', 'over']);
const OWN_CALLS = /^(array_?join|inCohort|notInCohort|exists|matches_?action)$/i;

/** null if no such conditions find the events. `answered`: the columns of the answer. */
export function behindRows({ named, selects }: Statement, answered: readonly SqlColumn[]): SqlBehind | null {
  const [select, ...others] = atLeastOne(selects);
  const { from, columns } = select;
  const is_plain = named.length === 0 && others.length === 0 && columns.every(({ of }) => of !== null);
  const is_of_events = is_plain && from?.kind === 'table' && from.name.toLowerCase() === 'events';
  if (is_of_events && select.array_join.length === 0) {
    const found = ofEvents(select, from.alias, answered);
    if (found !== null) return found;
  }
  return ofPeople(answered);
}

/** All events of a person, if a column names one. */
function ofPeople(answered: readonly SqlColumn[]): SqlBehind | null {
  const column = answered.findIndex(
    ({ name, type }) => /^(\w+\.)?(person_id|distinct_id)$/.test(name) && type !== 'array',
  );
  return column < 0 ? null : { where: null, keys: [{ text: answered[column]!.name.split('.').at(-1)!, column }] };
}

function ofEvents(select: Select, alias: string, answered: readonly SqlColumn[]): SqlBehind | null {
  const { columns, group_by, where } = select;
  const aliases: Aliases = new Map(columns.flatMap(({ alias: name, of }) => (name === null ? [] : [[name, of!]])));
  const isOwnPath = (parts: readonly string[]): boolean =>
    (parts[0] === alias && alias !== 'events') ||
    aliases.has(parts[0]!) ||
    ownField(parts[0] === 'events' ? parts.slice(1) : parts) !== null;
  const isOwn = (syntax: Syntax): boolean =>
    [...partsIn(syntax)].some(
      (part) =>
        OWN.has(part.kind) ||
        (part.kind === 'call' && OWN_CALLS.test(part.name)) ||
        (part.kind === 'path' && isOwnPath(part.parts)),
    );
  const is_grouped = group_by.length > 0 || columns.some(({ of }) => hasAggregate(of!, aliases));
  const shown = is_grouped ? group_by.map((key) => columnOf(key, columns)) : idColumns(columns);
  if ((where !== null && isOwn(where)) || shown.includes(-1) || (!is_grouped && shown.length === 0)) return null;
  if (shown.some((column) => isOwn(columns[column]!.of!) || answered[column]!.type === 'array')) return null;
  const keys = shown.map((column) => ({ text: keyText(columns[column]!.text, answered[column]!), column }));
  const texts = [select.where_text, ...keys.map(({ text }) => text)];
  const is_short = texts.join().length <= LIMIT.expression_chars / 2;
  return is_short ? { where: where && select.where_text, keys } : null;
}

/** Values of properties are grouped by their texts, and compared by what numbers they hold: 1 equals '1.0'. */
function keyText(text: string, { type }: SqlColumn): string {
  return type === 'any' ? `toString(${text})` : text;
}

/** Index of the column that shows a group's key; -1 if there is none. */
function columnOf(key: Syntax, columns: readonly SelectColumn[]): number {
  if (key.kind === 'literal')
    return typeof key.value === 'number' && columns[key.value - 1] !== undefined ? key.value - 1 : -1;
  const text = key.kind === 'path' ? key.parts.join('.') : '';
  const named = columns.findIndex(({ alias }) => alias !== null && alias === text);
  return named >= 0 ? named : columns.findIndex(({ of }) => plain(of!) === plain(key));
}

function idColumns(columns: readonly SelectColumn[]): number[] {
  return columns.flatMap(({ of }, at) =>
    of?.kind === 'path' && /^(person_id|distinct_id)$/.test(of.parts.join('.')) ? [at] : [],
  );
}

/** The syntax as text, without its position. */
function plain(syntax: Syntax): string {
  return JSON.stringify(syntax, (key, value: unknown) => (key === 'at' ? undefined : value));
}
