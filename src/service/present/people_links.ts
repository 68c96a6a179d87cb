/**
 * Adds to an answer the addresses of the people behind its numbers (see operations/persons.ts). They are kept apart from
 * it, as they depend on where it is asked, and not everybody may have them: outside HTTP there are none, list_persons
 * takes the same, and whoever holds a sharing link learns nothing of people.
 */
import { isObject } from '../../base/json.ts';
import type { Patch } from '../../base/written.ts';
import type { Correlated } from '../../model/correlation.ts';
import type { FunnelResult, Step } from '../../model/funnel.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Edge } from '../../model/path.ts';
import type { RetentionRow } from '../../model/retention.ts';
import type { Series } from '../../model/trend.ts';
import { OTHER } from './funnel_values.ts';
import { viewOf } from './funnel_views.ts';
import { OTHER_VALUE } from './ranking.ts';
import type { Result, ShownKind } from './showing.ts';

type Point = Readonly<Record<string, unknown>>;
/** The address of a point's list; null where it would be too long. */
type LinkTo = (point: Point) => string | null;

/** What a link needs of a question. */
export interface Linked {
  readonly kind: ShownKind;
  readonly filters: Point;
}

/** All that links are made of, but for what whoever asks calls the server: an answer is made once for all. */
export interface LinkBase extends Linked {
  readonly project_id: number;
  /** Of the question, where it is kept; null: links hold all of it. */
  readonly question_id: string | null;
}

/** Stands where the server's own will stand. */
const ORIGIN = 'http://links.invalid';
const BEGIN = `"${ORIGIN}/api/projects/`;

/** The links of a text as whoever asks can follow them. */
export function linksAt(origin: string, patches: readonly Patch[]): Patch[] {
  return patches.map((patch) => ({ ...patch, text: linkedText(origin, patch.text) }));
}

/** Of a long text a plain search is the quickest. Only members that are links count: data may say the same. */
function linkedText(origin: string, text: string): string {
  const begin = BEGIN.replace(ORIGIN, () => origin);
  const parts = text.split(BEGIN);
  const joined = parts.map((part, at) => {
    if (at === parts.length - 1) return part;
    // A change may begin with the value: its name is common to both texts.
    const is_link = part.endsWith('url":') || (at === 0 && part === '');
    return part + (is_link ? begin : BEGIN);
  });
  return joined.join('');
}

export function withPeopleLinks(base: LinkBase, result: Result): Result {
  return LINKED[base.kind](result, linksFor(base), base.filters);
}

function linksFor({ project_id, question_id, kind, filters }: LinkBase): LinkTo {
  const question = encodeURIComponent(JSON.stringify({ kind, ...filters }));
  const named = question_id === null ? `question=${question}` : `q=${question_id}`;
  const begin = `${ORIGIN}/api/projects/${project_id}/persons/?${named}`;
  let left = LIMIT.people_links_chars;
  return (point) => {
    const sent = Object.entries(point).filter(([, value]) => value !== undefined);
    const texts = sent.map(([name, value]) => `&${name}=${encodeURIComponent(textOf(value))}`);
    const address = begin + texts.join('');
    if (address.length > Math.min(left, LIMIT.people_link_chars)) return null;
    left -= address.length;
    return address;
  };
}

function textOf(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  return value.length === 1 ? String(value[0]) : JSON.stringify(value);
}

const LINKED: Readonly<Record<ShownKind, (result: Result, link: LinkTo, filters: Point) => Result>> = {
  trend: linkSeries,
  lifecycle: linkSeries,
  stickiness: linkSeries,
  funnel: linkFunnel,
  path: linkPath,
  retention: linkRetention,
  correlation: linkCorrelation,
};

/** The rest of the values is no value of its own. */
function isOther(value: unknown): boolean {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  return texts.includes(OTHER_VALUE);
}

/** Where there is no room for all points, the latest of each line have theirs: with another day it leads to the others. */
function linkSeries(result: Result, link: LinkTo): Result {
  const lines = (result as readonly Series[]).map((series) => ({
    series,
    point: pointOf(series),
    urls: urlsOf(series),
  }));
  const most = lines.reduce((longest, { urls }) => Math.max(longest, urls.length), 0);
  for (let back = 1; back <= most; back++) {
    for (const { series, point, urls } of lines) {
      const at = urls.length - back;
      if (point !== null && at >= 0) urls[at] = { url: link({ ...point, day: series.days[at] }) };
    }
  }
  return lines.map(({ series, point, urls }) => {
    if (point === null) return series;
    return series.aggregated_value === undefined
      ? { ...series, persons_urls: urls }
      : { ...series, persons: { url: link(point) } };
  });
}

/** null where it has no people of its own: formulas are made of several lines. */
function pointOf({ action, breakdown_value, compare_label, status }: Series): Point | null {
  if (action === null || action === undefined || isOther(breakdown_value)) return null;
  return { series: action['order'], period: compare_label, status, breakdown_value };
}

function urlsOf({ days, aggregated_value }: Series): { url: string | null }[] {
  return aggregated_value === undefined ? Array.from(days, () => ({ url: null })) : [];
}

function linkFunnel(result: Result, link: LinkTo, filters: Point): Result {
  const view = viewOf({ result: result as FunnelResult['result'] });
  if (view.viz !== 'steps') return result;
  const table = (steps: readonly Step[]): readonly Step[] => {
    const breakdown_value = steps[0]?.['breakdown_value'];
    if (isPooled(filters, breakdown_value)) return steps;
    return steps.map((step) => ({
      ...step,
      converted_people_url: link({ funnel_step: step.order + 1, breakdown_value }),
      dropped_people_url: step.order === 0 ? null : link({ funnel_step: -step.order - 1, breakdown_value }),
    }));
  };
  const tables = view.tables.map(table);
  return Array.isArray(result) && Array.isArray(result[0]) ? tables : (tables[0] ?? []);
}

/** A funnel calls the rest of the values by a word that might be a value as well. */
function isPooled({ breakdown_type }: Point, value: unknown): boolean {
  return breakdown_type !== 'cohort' && [value].flat().join() === OTHER[0];
}

function linkPath(result: Result, link: LinkTo): Result {
  return (result as readonly Edge[]).map((edge) => ({
    ...edge,
    persons_url: link({ source: edge.source, target: edge.target }),
  }));
}

function linkRetention(result: Result, link: LinkTo): Result {
  return (result as readonly RetentionRow[]).map((row) => {
    if (isOther(row.breakdown_value)) return row;
    // Rows of a period are numbered in their label; those of a value are of all periods.
    const cohort = row.date === undefined ? undefined : Number(row.label.split(' ').at(-1));
    const of_row = { cohort, breakdown_value: row.breakdown_value };
    return {
      ...row,
      people_url: link(of_row),
      values: row.values.map((cell, later) => ({ ...cell, people_url: link({ ...of_row, later }) })),
    };
  });
}

function linkCorrelation(result: Result, link: LinkTo): Result {
  if (!isObject(result)) return result;
  const events = (result['events'] as readonly Correlated[]).map((row) => ({
    ...row,
    success_people_url: link({ correlated: row.event.event, outcome: 'success' }),
    failure_people_url: link({ correlated: row.event.event, outcome: 'failure' }),
  }));
  return { ...result, events };
}
