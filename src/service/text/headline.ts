/** First lines of an answer: what was counted, when, and warnings. */
import { formatMinute } from '../../base/time.ts';
import { quoted, visible } from '../../base/visible.ts';
import type { Resolved } from '../../model/question/result.ts';
import { comparisonAdvice, instantOf, periodLines } from '../words/periods.ts';
import type { Passage } from './passages.ts';

/** Who the text is for. */
export interface Telling {
  readonly tokens: number;
  /** Name of the tool that takes the arguments named in the text; null if it is the tool that answers. */
  readonly via: string | null;
}

export interface Told {
  readonly resolved: Resolved;
  readonly last_refresh: string | null;
}

export function headlines({ resolved, last_refresh }: Told, title: string): string[] {
  return [
    // Answers stored by older versions have no question in words, so their lines are named.
    `${resolved.question ?? `${title} of ${resolved.entities.map(({ name }) => quoted(name)).join(', ') || 'nothing'}`}.`,
    ...periodLines(resolved, nowOf({ resolved, last_refresh })),
    comparisonAdvice(resolved, nowOf({ resolved, last_refresh })),
    ...resolved.warnings.map(visible),
    ...markLines(resolved),
  ];
}

/** Annotations, which may be why a number rose or fell. */
function markLines({ annotations = [], timezone }: Resolved): string[] {
  if (annotations.length === 0) return [];
  const marks = annotations.map(({ date, content }) => `${shortDate(timezone, date)} ${quoted(content)}`);
  return [`Marked in this time: ${marks.join(', ')}.`];
}

/** Without seconds, and without the time of day if it is midnight. */
function shortDate(timezone: string, date: string): string {
  return formatMinute(timezone, Date.parse(date)).replace(/ 00:00$/, '');
}

/** When the answer was computed. Later points have not happened yet. */
export function nowOf({ resolved, last_refresh }: Told): number {
  return last_refresh === null ? Number.POSITIVE_INFINITY : instantOf(last_refresh, resolved.timezone);
}

/** Names of arguments, as the reader can send them. */
export function byArguments({ via }: Telling, ...names: readonly string[]): string {
  const list = names.map((name) => `\`${name}\``).join(' or ');
  return via === null ? list : `${list} of ${via}`;
}

/** `nothing`: what the numbers of the answer come to. */
export function emptyReason(resolved: Resolved, nothing = 'All numbers are 0'): Passage {
  const reason = resolved.warnings.length > 0 ? 'see above' : 'widen date_from, or drop a filter';
  return `${nothing} between ${resolved.date_from} and ${resolved.date_to}: ${reason}.`;
}
