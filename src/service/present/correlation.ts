/** CorrelationNumbers -> the strongest correlations with success and with failure, for the wire. */
import type {
  Correlated,
  CorrelationNumbers,
  CorrelationQuery,
  CorrelationResult,
  CorrelationRow,
} from '../../model/question/correlation.ts';
import { type Element, parseChain } from '../../model/question/elements.ts';
import { ELEMENT_MARK, KEY_MARK } from '../../model/question/mark.ts';
import { compareText } from './ranking.ts';

/** Rows shown per side. */
const SHOWN = 10;
/** Rows with few actors say little. A row needs this many, or a share of all actors if that is less. */
const ENOUGH_ACTORS = 25;
const ENOUGH_SHARE = 0.02;
const SKEW = 10;

/** Counts are scaled up from the sampled share of actors; which rows are enough, and how strong they are, is told by the sample. */
export function presentCorrelation(
  query: CorrelationQuery,
  sampled_share: number,
  numbers: CorrelationNumbers,
): CorrelationResult['result'] {
  const { success, failure } = numbers;
  const scaled = (count: number): number => Math.round(count / sampled_share);
  const enough = Math.min(ENOUGH_ACTORS, ENOUGH_SHARE * (success + failure));
  const found = numbers.rows
    .filter((row) => row.success + row.failure >= enough && !isNobodys(row, numbers))
    .map((row) => ({ row, odds: oddsOf(row, numbers) }));
  const best = found.filter(({ odds }) => odds > 1).sort((a, b) => b.odds - a.odds || compareRows(a.row, b.row));
  const worst = found.filter(({ odds }) => odds <= 1).sort((a, b) => a.odds - b.odds || compareRows(a.row, b.row));
  const events = [...best.slice(0, SHOWN), ...worst.slice(0, SHOWN)].map(({ row, odds }) =>
    correlated(row, odds, scaled),
  );
  const skewed = query.funnel.steps.length > 0 && isSkewed(success, failure);
  return { events, skewed, success_total: scaled(success), failure_total: scaled(failure) };
}

/** Whether the row stands for a property that nobody has. */
function isNobodys({ key, success, failure }: CorrelationRow, all: CorrelationNumbers): boolean {
  return key.at(-1) === '' && success === all.success && failure === all.failure;
}

function isSkewed(success: number, failure: number): boolean {
  return success === 0 || failure === 0 || success / failure > SKEW || failure / success > SKEW;
}

/** Odds ratio: converting with the event versus without. Adds one to each count to avoid division by zero. */
function oddsOf(row: CorrelationRow, all: CorrelationNumbers): number {
  const without_success = all.success - row.success + 1;
  const without_failure = all.failure - row.failure + 1;
  return ((row.success + 1) * without_failure) / (without_success * (row.failure + 1));
}

/** Order of ties: more actors first, then by name. */
function compareRows(a: CorrelationRow, b: CorrelationRow): number {
  return b.success + b.failure - a.success - a.failure || compareText(keyText(a), keyText(b));
}

function keyText({ key }: CorrelationRow): string {
  return key.join(KEY_MARK);
}

function correlated(row: CorrelationRow, odds_ratio: number, scaled: (count: number) => number): Correlated {
  return {
    event: { event: keyText(row), ...capturedOf(row) },
    success_count: scaled(row.success),
    success_people_url: null,
    failure_count: scaled(row.failure),
    failure_people_url: null,
    odds_ratio,
    correlation_type: odds_ratio > 1 ? 'success' : 'failure',
  };
}

/** For autocaptured events: what happened, and to which element. */
function capturedOf({ key }: CorrelationRow): Pick<Correlated['event'], 'properties' | 'elements'> {
  const [event, , value] = key;
  if (event !== '$autocapture' || value === undefined) return { properties: {}, elements: [] };
  const at = value.indexOf(ELEMENT_MARK);
  const elements = parseChain(value.slice(at + ELEMENT_MARK.length)).map(elementShape);
  return { properties: { $event_type: value.slice(0, at) }, elements };
}

function elementShape({ tag_name, classes, attributes }: Element, order: number): Record<string, unknown> {
  const { text, href, attr_id, ...rest } = attributes;
  return {
    tag_name,
    text: text ?? null,
    href: href ?? rest['attr__href'] ?? null,
    attr_id: attr_id ?? rest['attr__id'] ?? null,
    attr_class: classes.length === 0 ? null : classes,
    nth_child: numberOf(rest['nth-child']),
    nth_of_type: numberOf(rest['nth-of-type']),
    attributes: Object.fromEntries(Object.entries(rest).filter(([name]) => name.startsWith('attr__'))),
    order,
  };
}

function numberOf(text: string | undefined): number | null {
  const number = text === undefined || text === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}
