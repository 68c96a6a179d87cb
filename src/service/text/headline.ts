/** The first lines of an answer: what was counted and when, and what is odd about it. */
import { quoted, visible } from '../../base/visible.ts';
import type { Resolved } from '../../model/question/result.ts';
import { instantOf, periodLines } from '../words/periods.ts';
import type { Part } from './parts.ts';

/** What the text of an answer is made for. */
export interface Telling {
  readonly tokens: number;
  /** The tool that takes the arguments that would bring more, where it is not the one that answers. */
  readonly via: string | null;
}

export interface Told {
  readonly resolved: Resolved;
  readonly last_refresh: string | null;
}

export function headlines({ resolved, last_refresh }: Told, title: string): string[] {
  return [
    // What was stored before questions were told in words has its lines only.
    `${resolved.question ?? `${title} of ${resolved.entities.map(({ name }) => quoted(name)).join(', ') || 'nothing'}`}.`,
    ...periodLines(resolved, nowOf({ resolved, last_refresh })),
    ...resolved.warnings.map(visible),
    ...markLines(resolved),
  ];
}

/** What may explain a rise or a fall. */
function markLines({ annotations = [] }: Resolved): string[] {
  if (annotations.length === 0) return [];
  const marks = annotations.map(({ date, content }) => `${markTime(date)} ${quoted(content)}`);
  return [`Marked in this time: ${marks.join(', ')}.`];
}

/** Midnight says the day only. */
function markTime(date: string): string {
  return date.slice(0, 16).replace('T', ' ').replace(' 00:00', '');
}

/** When it was computed: what is later has not happened yet. */
export function nowOf({ resolved, last_refresh }: Told): number {
  return last_refresh === null ? Number.POSITIVE_INFINITY : instantOf(last_refresh, resolved.timezone);
}

/** Names of arguments, as whoever reads the text can send them. */
export function byArguments({ via }: Telling, ...names: readonly string[]): string {
  const list = names.map((name) => `\`${name}\``).join(' or ');
  return via === null ? list : `${list} of ${via}`;
}

export function emptyReason(resolved: Resolved): Part {
  const reason = resolved.warnings.length > 0 ? 'see above' : 'widen date_from, or drop a filter';
  return `Nothing matched between ${resolved.date_from} and ${resolved.date_to}: ${reason}.`;
}
