/** How a question was understood, and warnings. Part of every computed answer. */
import type { KindName } from '../../model/question/kind.ts';
import type { TimeRange } from '../../model/question/query.ts';
import type { Resolved } from '../../model/question/result.ts';
import type { ProjectContext } from '../contract/context.ts';
import type { Understood } from '../kinds/record/kind.ts';
import { beginningAfter, beginningText } from '../names/data_span.ts';
import { unknownEventTexts } from '../names/events.ts';
import { cutsLastDay } from '../resolve/dates/dates.ts';
import { isoWithOffset } from '../words/labels.ts';

export function presentResolved(context: ProjectContext, kind: KindName, question: Understood): Resolved {
  const {
    timezone,
    range,
    interval,
    entities,
    previous,
    window_ms,
    viz,
    overlapping = false,
    columns,
    behind = null,
    words,
    warnings = [],
  } = question;
  const begins = previous === undefined ? null : beginningAfter(context, previous, range);
  const dataFrom = begins === null ? {} : { data_from: begins };
  return {
    kind,
    ...(viz === undefined ? {} : { viz }),
    ...datesOf(timezone, range),
    ...(previous ? { previous: { ...datesOf(timezone, previous), ...dataFrom } } : {}),
    interval,
    timezone,
    ...(window_ms === undefined ? {} : { window_ms }),
    ...(overlapping ? { overlapping } : {}),
    ...(columns === undefined
      ? {}
      : { columns: columns.map(([name]) => name!), types: columns.map((column) => [...column]) }),
    ...(behind === null ? {} : { behind }),
    question: words.question,
    entities: entities.map(({ type, id, name, order }, at) => ({
      type,
      id,
      name,
      order,
      words: words.lines[at] ?? name,
    })),
    warnings: [
      ...(columns === undefined ? warningsOf(context, entities) : []),
      ...(begins === null ? [] : [beginningText(begins)]),
      ...rangeWarnings(question),
      ...warnings,
    ],
  };
}

/** Warns if only the first instant of the last day counts, which is rarely intended. */
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

export function warningsOf(context: ProjectContext, entities: Understood['entities']): string[] {
  if (entities.length === 0) return ['Nothing is counted: there are neither events nor actions that exist.'];
  const asked = new Set(
    entities
      .flatMap(({ id, matches = [] }) => (id === null ? matches.map(({ event }) => event) : [id]))
      .filter((name) => typeof name === 'string'),
  );
  return unknownEventTexts(context, [...asked]);
}
