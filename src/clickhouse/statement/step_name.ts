/** Name of a path step: its event, or a value after cleaning rules and groupings. */
import { literalPattern } from '../../base/pattern_text.ts';
import type { CleaningRule, PathNaming, PathQuery } from '../../model/question/path.ts';
import { everyDefined } from './condition.ts';
import type { Frame } from './frame.ts';
import { list, type Sql, sql, textList } from './sql.ts';

export function stepName(query: PathQuery, frame: Frame): Sql | undefined {
  if (query.expression !== null) return undefined;
  const raw = rawName(query.named, frame);
  const replacements = everyDefined(query.rules.map(replacementOf));
  if (replacements === undefined) return undefined;
  // Rules apply one after the other.
  const clean = query.rules.reduce(
    (text, { regex }, at) => sql`replaceRegexpAll(${text}, ${`(?-s)${regex}`}, ${replacements[at]!})`,
    raw,
  );
  return query.groupings.length === 0 ? clean : grouped(clean, query.groupings);
}

function rawName(named: readonly PathNaming[], frame: Frame): Sql {
  if (named.length === 0) return sql`toString(event)`;
  const cases = named.map(({ event, key, is_url }) => {
    const text = sql`ifNull(${frame.text({ of: 'event', key })!}, '')`;
    const shown = is_url ? sql`if(length(${text}) > 1, replaceRegexpOne(${text}, '/$', ''), ${text})` : text;
    return sql`event = ${event}, ${shown}`;
  });
  return sql`multiIf(${list(cases)}, toString(event))`;
}

/** The alias as a replacement text of the server; references to missing groups become empty. */
function replacementOf({ regex, alias }: CleaningRule): string | undefined {
  const groups = groupsIn(regex);
  if (groups === undefined) return undefined;
  return alias.replace(/\\([0-9\\])|\\/g, (found, sign: string | undefined) => {
    if (sign === undefined || sign === '\\') return '\\\\';
    return Number(sign) <= groups ? found : '';
  });
}

/** undefined if this platform cannot parse the pattern. */
function groupsIn(regex: string): number | undefined {
  try {
    return new RegExp(`${regex}|`).exec('')!.length - 1;
  } catch {
    return undefined;
  }
}

const NO_END = 2 ** 31;

/** The grouping whose match ends first; the text itself if no grouping matches. */
function grouped(text: Sql, groupings: readonly string[]): Sql {
  const ends = groupings.map((grouping) => {
    const pattern = patternOf(grouping);
    return sql`if(match(clean, ${pattern}), toInt64(length(extract(clean, ${pattern}))), ${NO_END})`;
  });
  return sql`arrayMap(clean -> arrayMap(ends -> if(arrayMin(ends) = ${NO_END}, clean, ${textList(groupings)}[indexOf(ends, arrayMin(ends))]),
    [[${list(ends)}]])[1], [${text}])[1]`;
}

/** A star is any run of characters; parts match as early as possible. */
function patternOf(grouping: string): string {
  const parts = grouping.split('*').map(literalPattern);
  return `^(?s:.*?)${parts.join('(?s:.*?)')}`;
}
