/** The columns of a select: stars, ordinals, aliases, and names from ARRAY JOIN. */
import { nearestText, wrongAt } from '../grammar/source.ts';
import { callOf, type Select, type SelectColumn, type Syntax } from '../grammar/syntax.ts';
import type { Binding, Bound } from './binding.ts';
import { type Aliases, hasAggregate } from './levels.ts';

export interface OwnColumn extends SelectColumn {
  readonly of: Syntax;
}

export function withoutStars({ source }: Binding, { columns }: Select, bound: Bound): OwnColumn[] {
  return columns.flatMap((column) => {
    if (column.of !== null) return [{ ...column, of: column.of }];
    const paths = bound.columns(column.table);
    if (paths === null) throw wrongAt(source, column.at, `there is no table ${column.table} here.`);
    const seen = new Set<string>();
    const without = new Set(column.without);
    const odd = [...without].find((name) => !paths.some(({ parts }) => parts.at(-1) === name));
    if (odd !== undefined) {
      const known = paths.map(({ parts }) => parts.at(-1)!);
      throw wrongAt(
        source,
        column.at,
        `there is no column ${odd}. ${nearestText(odd, known)}Columns are ${known.join(', ')}.`,
      );
    }
    return paths
      .filter(({ parts }) => !without.has(parts.at(-1)!))
      .map(({ parts }) => {
        const last = parts.at(-1)!;
        const name = seen.has(last) ? parts.join('.') : last;
        seen.add(last);
        return {
          of: { kind: 'path' as const, parts, at: column.at },
          table: null,
          name,
          alias: null,
          text: name,
          at: column.at,
        };
      });
  });
}

/** `group by all` groups by each column without an aggregate. */
export function groupKeys({ group_by }: Select, columns: readonly OwnColumn[], aliases: Aliases): readonly Syntax[] {
  const [only] = group_by;
  const is_all = group_by.length === 1 && only?.kind === 'path' && only.parts.join().toLowerCase() === 'all';
  return is_all ? columns.flatMap(({ of }) => (hasAggregate(of, aliases) ? [] : [of])) : group_by;
}

/** Names from `array join a as x, b as y`: x and y are the items of a and b at the same index. */
export function itemNames({ array_join: lists }: Select): [string, Syntax][] {
  const ofs = lists.flatMap(({ of }) => of ?? []);
  if (ofs.length === 1)
    return [[lists[0]!.alias ?? lists[0]!.name.split('.').at(-1)!, callOf('arrayJoin', ofs, ofs[0]!.at)]];
  return lists.map(({ alias, name, at }, place) => {
    const of = callOf('arrayJoin', [callOf('arrayZip', ofs, at)], at);
    return [alias ?? name, { kind: 'element', of, index: { kind: 'literal', value: place + 1, at }, at }];
  });
}

/** The column as a reference to its alias, which is not visible in its own definition: number + 1 as number. */
export function asNamed({ of, alias, at }: OwnColumn, aliases: Aliases): Syntax {
  return alias !== null && aliases.get(alias) === of ? { kind: 'path', parts: [alias], at } : of;
}

/** Replaces an integer by the column at that position, from 1. */
export function ordinal({ source }: Binding, syntax: Syntax, columns: readonly OwnColumn[]): Syntax {
  if (syntax.kind !== 'literal' || typeof syntax.value !== 'number') return syntax;
  const column = columns[syntax.value - 1];
  if (column !== undefined)
    return column.alias === null ? column.of : { kind: 'path', parts: [column.alias], at: syntax.at };
  throw wrongAt(
    source,
    syntax.at,
    `there is no column ${syntax.value}: columns are counted from 1 to ${columns.length}.`,
  );
}
