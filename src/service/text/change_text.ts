/** What accounts for a change, as text: the change, then one line per value that stands out. */
import { quoted, visible } from '../../base/visible.ts';
import type { ChangeResult, Factor } from '../../model/question/change.ts';
import type { Resolved } from '../../model/question/result.ts';
import type { Table } from '../contract/operation.ts';
import { numberText } from '../words/numbers.ts';
import { endsOf, spanOf } from '../words/periods.ts';
import { written } from './passages.ts';

/** A change below this share of the total is too small to be divided into parts. */
const LEAST_CHANGE = 0.02;

export function changeText(answer: ChangeResult): string {
  const { line, before, after, change, result, resolved } = answer;
  const is_steady = Math.abs(change) < LEAST_CHANGE * Math.max(answer.expected, after.value);
  const noun = is_steady ? 'change' : change > 0 ? 'rise' : 'fall';
  const telling = result.filter(({ significant }) => significant);
  return written([
    `${resolved.question}.`,
    `${quoted(line)}: ${numberText(before.value)} ${periodText(before, resolved)}, ${numberText(after.value)} ${periodText(after, resolved)}, ${resolved.timezone}.`,
    changeLine(answer),
    ...resolved.warnings.map(visible),
    result.length === 0 ? '' : telling.length === 0 ? EVEN : is_steady ? STEADY : '',
    result.length === 0
      ? 'No value of what was looked at changed.'
      : {
          head: [`value | before | after | change | of the ${noun} | of all before | chance`],
          rows: (telling.length === 0 ? result.slice(0, EVEN_ROWS) : result).map((factor) =>
            factorLine(factor, is_steady),
          ),
          keep: 'first',
          noun: 'values',
          how: 'A lower `limit` tells fewer.',
        },
    `Looked at: ${answer.looked_at.map((name) => quoted(name)).join(', ') || 'nothing'}.`,
    nextLine(telling[0]),
  ]);
}

/** Rows shown if no value stands out. */
const EVEN_ROWS = 3;
const EVEN = 'No value changed otherwise than the whole by more than chance. The largest:';

const STEADY = 'The whole hardly changed; this is what shifted within it.';

function periodText(period: ChangeResult['before'], { timezone }: Resolved): string {
  const [from, to] = endsOf(spanOf(period, timezone), timezone);
  return to === undefined ? `on ${from}` : `from ${from} to ${to}`;
}

function changeLine({ before, after, expected, change, change_percent, p_value, significant }: ChangeResult): string {
  const percent = change_percent === null ? '' : ` (${signed(change_percent, 1)} %)`;
  const scaled =
    before.days === after.days ? '' : `; ${numberText(round(expected))} were to be expected in ${after.days} days`;
  if (before.data_from !== undefined && change > 0) return `Change: ${signed(change)}${percent}${scaled}.`;
  const chance = significant
    ? `more than chance (p ${pText(p_value)})`
    : `days differ as much by chance (p ${pText(p_value)})`;
  return `Change: ${signed(change)}${percent}${scaled}; ${chance}.`;
}

function factorLine(factor: Factor, is_steady: boolean): string {
  const { property, type, value, before, after, change, share, share_before, p_value } = factor;
  const name =
    type === 'cohort'
      ? `in cohort ${quoted(value ?? property)}`
      : `${type === 'person' ? "person's " : ''}${quoted(property)} ${value === null ? 'without a value' : `= ${quoted(value)}`}`;
  const cells = [
    numberText(round(before)),
    numberText(after),
    signed(change),
    is_steady ? '–' : percentOf(share),
    percentOf(share_before),
  ];
  return [name, ...cells, `p ${pText(p_value)}`].join(' | ');
}

function nextLine(factor: Factor | undefined): string {
  if (factor === undefined || factor.type === 'cohort') return '';
  const { property, type, value } = factor;
  const filter =
    value === null ? { key: property, operator: 'is_not_set', type } : { key: property, value: [value], type };
  return `Next: the same question with properties [${visible(JSON.stringify(filter))}], over time or explained again.`;
}

function signed(value: number, digits = 2): string {
  const rounded = round(value, digits);
  return `${rounded > 0 ? '+' : ''}${numberText(rounded)}`;
}

function round(value: number, digits = 2): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}

function percentOf(share: number): string {
  return `${Math.round(100 * share)} %`;
}

function pText(p: number): string {
  return p < 0.001 ? '< 0.001' : String(Math.round(p * 1_000) / 1_000);
}

export function changeTable({ result }: ChangeResult): Table {
  const columns = [
    'type',
    'property',
    'value',
    'before',
    'after',
    'change',
    'share',
    'share_before',
    'p_value',
  ] as const;
  return { columns, rows: result.map((factor) => columns.map((name) => factor[name])) };
}
