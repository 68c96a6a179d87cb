/** The meaning of names among tables and columns, and where the conditions of WHERE go. */
import { not } from '../../model/question/predicate.ts';
import { resolveSyntax } from '../expression/resolver.ts';
import { asCondition, type Typed } from '../expression/typed.ts';
import { nearestText, type Source, wrongAt } from '../grammar/source.ts';
import type { Syntax } from '../grammar/syntax.ts';
import { type Binding, type Bound, type Path, relationOf, savedNamed } from './binding.ts';
import { sideOnly } from './join.ts';
import { type Aliases, type Common, hasWindow, partsOf, rowLevel } from './levels.ts';
import { keepWhere } from './push.ts';
import { isAction } from './special.ts';
import { scanOnly, scanWithFilters } from './tables.ts';

export function findIn({ source }: Binding, bound: Bound, aliases: Aliases): (path: Path) => Typed {
  return (path) => {
    const found = bound.find(path);
    if (found !== null) return found;
    const known = [...bound.names, ...aliases.keys()];
    const alias = aliases.get(path.parts.join('.'));
    throw alias === undefined ? unknownName(source, path, known) : tooEarly(source, path, hasWindow(alias, aliases));
  };
}

/** The name of a column that is made of groups or windows, where there are only rows. */
function tooEarly(source: Source, { parts, at }: Path, is_windowed: boolean): Error {
  const [made, keep] = is_windowed ? ['windows', 'QUALIFY'] : ['groups', 'HAVING'];
  return wrongAt(
    source,
    at,
    `${parts.join('.')} is made of ${made}, which come after WHERE and GROUP BY: use ${keep}, or a sub-query: SELECT … FROM (SELECT …).`,
  );
}

/** Names that people write -> what they may mean. */
const MEANT: Readonly<Record<string, string>> = {
  ...{ user_id: 'person_id, or distinct_id', userid: 'person_id, or distinct_id', session_id: '$session_id' },
  ...{ event_name: 'event', name: 'event', event_type: 'event', event_id: 'uuid' },
  ...{ created_at: 'timestamp', time: 'timestamp', event_time: 'timestamp', date: 'toDate(timestamp)' },
};

function unknownName(source: Source, { parts, at }: Path, known: readonly string[]): Error {
  const name = parts.join('.');
  const last = parts.at(-1)!;
  if (source.text[at] === '"')
    return wrongAt(
      source,
      at,
      `there is no column ${name}. Double quotes hold names; a text stands in single ones: '${name}'.`,
    );
  const has_properties = known.includes('properties.NAME');
  const owner = parts.length === 2 && known.includes(`${parts[0]}.properties.NAME`) ? `${parts[0]}.` : '';
  const meant = MEANT[last.toLowerCase()];
  const hint =
    owner !== ''
      ? `A property is written ${owner}properties.${last}. `
      : has_properties && meant !== undefined && parts.length === 1
        ? `Use ${meant}. A property is written properties.${name}. `
        : `${has_properties && parts.length === 1 ? `A property is written properties.${name}. ` : ''}${nearestText(last, known)}`;
  const list = known.length === 0 ? 'There is no FROM; ' : `Known are ${known.join(', ')}; `;
  return wrongAt(source, at, `there is no ${name} here. ${hint}${list}text stands in single quotes: '${name}'.`);
}

/** Applies one conjunct of WHERE: in the table that it is about if possible, or else to all rows. */
export function keepPart(part: Syntax, bound: Bound, common: Common, find: (path: Path) => Typed): void {
  const { binding, aliases } = common;
  const { scan } = bound;
  if (part.kind === 'placeholder' && part.parts.join() === 'filters') {
    binding.setting.used.add('filters');
    if (scan !== null) scanWithFilters(binding, scan);
    else if (binding.setting.filters !== null) {
      throw wrongAt(
        binding.source,
        part.at,
        '{filters} hold for events: put it into the select that reads FROM events.',
      );
    }
    return;
  }
  const is_not = part.kind === 'unary' && part.operator === 'not';
  const inner = is_not ? part.of : part;
  if (inner.kind === 'call' && isAction(inner.name) && inner.args.length === 1 && scan !== null) {
    const where = savedNamed(binding, 'action', inner.args[0]!).where();
    scanOnly(scan, is_not ? not(where) : where);
    return;
  }
  const side = sideOf(part, bound, aliases);
  if (side !== null) {
    keepPart(part, side, common, findIn(binding, side, aliases));
    return;
  }
  const { scope } = rowLevel(common, find, () => relationOf(bound));
  keepWhere(binding, bound, asCondition(scope, resolveSyntax(scope, part)));
}

/**
 * The one side of a join that the condition is about. null if the other side keeps rows without a partner: filtering
 * first would add such rows.
 */
function sideOf(part: Syntax, { sides }: Bound, aliases: Aliases): Bound | null {
  if (sides === null) return null;
  const isAlias = (each: Syntax) => each.kind === 'path' && each.parts.length === 1 && aliases.has(each.parts[0]!);
  if (partsOf(part, new Map()).some(isAlias)) return null;
  const side = sideOnly(sides.left, sides.right, part);
  if (side === null || sides[side === 'left' ? 'keeps_right' : 'keeps_left']) return null;
  return sides[side];
}
