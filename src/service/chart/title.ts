/** Short titles for unnamed charts: what was counted. The whole question stands below. */
import { visible } from '../../base/visible.ts';
import type { Resolved } from '../../model/question/result.ts';
import { breakdownKeys } from '../sentences/splits.ts';
import { listed } from '../words/lists.ts';
import type { ChartAsked } from './frame.ts';

const NAME_CHARS = 48;
const LINES_NAMED = 3;
const STEPS_NAMED = 4;
/** Suffix of a line that has the same name as an earlier one. */
const REPEATED = / no\. \d+$/;
const QUOTATION = /"(?:[^"\\]|\\.)*"/g;

/** For example `Buyers per day` or `$pageview by channel`. Totals have no interval. */
export function trendTitle(resolved: Resolved, asked: ChartAsked, is_total: boolean): string {
  const pace = is_total || resolved.interval === null ? '' : ` per ${resolved.interval}`;
  return `${countedTitle(resolved, asked)}${pace}${splitTitle(asked)}`;
}

function countedTitle(resolved: Resolved, { arguments: { formula, formulas, formulaNodes } }: ChartAsked): string {
  if (typeof formula === 'string' && formula !== '') return visible(formula);
  if ((formulas ?? formulaNodes) !== undefined) return 'Formulas';
  return listed(namesOf(resolved), 'and', LINES_NAMED) || 'Nothing';
}

/** `Lifecycle: $pageview` */
export function aboutTitle(what: string, resolved: Resolved, asked: ChartAsked): string {
  const names = [...new Set(namesOf(resolved))];
  return `${what}${names.length === 0 ? '' : `: ${listed(names, 'and', LINES_NAMED)}`}${splitTitle(asked)}`;
}

/** `Funnel: $pageview → … → purchase` */
export function wayTitle(what: string, resolved: Resolved, asked: ChartAsked): string {
  const names = namesOf(resolved);
  const shown = names.length > STEPS_NAMED ? [...names.slice(0, STEPS_NAMED - 2), '…', names.at(-1)!] : names;
  return `${what}${shown.length === 0 ? '' : `: ${shown.join(' → ')}`}${splitTitle(asked)}`;
}

/** `Paths from / to /thanks` */
export function pathTitle({ arguments: { start_point, end_point } }: ChartAsked): string {
  const [from, to] = [start_point, end_point].map((point) =>
    typeof point === 'string' && point !== '' ? visible(point) : null,
  );
  return `Paths${from === null ? '' : ` from ${from}`}${to === null ? '' : ` to ${to}`}`;
}

/** Names of the lines without quotation marks. In sentences names are quoted as JSON strings (see `quoted`). */
function namesOf({ entities }: Resolved): string[] {
  return entities.map(({ words, name }) => {
    const text = words === undefined ? visible(name) : words.replace(REPEATED, '').replace(QUOTATION, unquoted);
    return text.length > NAME_CHARS ? `${text.slice(0, NAME_CHARS).trimEnd()}…` : text;
  });
}

function unquoted(quotation: string): string {
  return visible(String(JSON.parse(quotation)));
}

function splitTitle({ arguments: sent }: ChartAsked): string {
  if (sent['breakdown_type'] === 'cohort') return ' by cohort';
  const names = breakdownKeys(sent).filter((key): key is string => typeof key === 'string' && key !== '');
  return names.length === 0 ? '' : ` by ${listed(names.map(visible))}`;
}
