/** How a question was understood, and what looks odd about it. Part of every computed answer. */
import type { Entity, Interval, TimeRange } from '../../model/query.ts';
import type { Resolved } from '../../model/result.ts';
import type { ProjectContext } from '../contract/context.ts';
import { unknownEventTexts } from '../names/events.ts';
import { cutsLastDay } from '../resolve/dates/dates.ts';
import { isoWithOffset } from '../words/labels.ts';
import type { QuestionWords } from './words/questions.ts';

/** What was counted, as far as an answer names it. */
type Asked = Pick<Entity, 'type' | 'id' | 'name' | 'order'>;

export interface Understood {
  readonly timezone: string;
  readonly range: TimeRange;
  readonly interval: Interval | null;
  readonly entities: readonly Asked[];
  /** The period it is compared with. */
  readonly previous?: TimeRange | undefined;
  /** How long a funnel may take. */
  readonly window_ms?: number;
  readonly words: QuestionWords;
  /** The end as it was asked for, unless it was asked for to the second. */
  readonly ends?: { readonly date_to?: string | undefined; readonly explicit_date?: boolean | undefined };
}

export function presentResolved(context: ProjectContext, question: Understood): Resolved {
  const { timezone, range, interval, entities, previous, window_ms, words } = question;
  return {
    ...datesOf(timezone, range),
    ...(previous ? { previous: datesOf(timezone, previous) } : {}),
    interval,
    timezone,
    ...(window_ms === undefined ? {} : { window_ms }),
    question: words.question,
    entities: entities.map(({ type, id, name, order }, at) => ({
      type,
      id,
      name,
      order,
      words: words.lines[at] ?? name,
    })),
    warnings: [...warningsOf(context, entities), ...rangeWarnings(question)],
  };
}

/** A last day of which only midnight counts is rarely what was meant. */
function rangeWarnings({ ends, interval }: Understood): string[] {
  const { date_to, explicit_date } = ends ?? {};
  if (date_to === undefined || explicit_date === true || !cutsLastDay(date_to, interval)) return [];
  const day = date_to.trim();
  return [
    `By ${interval} the range ends with the first instant of ${day}, as date_to names no time of day. For the whole day send "date_to": "${day}T23:59:59".`,
  ];
}

function datesOf(timezone: string, range: TimeRange): { date_from: string; date_to: string } {
  return { date_from: isoWithOffset(timezone, range.from_ms), date_to: isoWithOffset(timezone, range.until_ms - 1) };
}

export function warningsOf(context: ProjectContext, entities: readonly Asked[]): string[] {
  if (entities.length === 0) return ['Nothing is counted: there are neither events nor actions that exist.'];
  const asked = new Set(entities.map((entity) => entity.id).filter((id) => typeof id === 'string'));
  return unknownEventTexts(context, [...asked]);
}
