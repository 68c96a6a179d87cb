/** Paths as flows, and correlations of a funnel as odds. */

import { SECOND_MS } from '../../base/time.ts';
import { full, share, timesText } from '../../chart/format.ts';
import { oddsText } from '../../chart/odds.ts';
import type { Chart } from '../../model/question/chart.ts';
import type { CorrelationResult } from '../../model/question/correlation.ts';
import { KEY_MARK } from '../../model/question/mark.ts';
import type { Edge } from '../../model/question/path.ts';
import type { ComputedAnswer } from '../../model/question/result.ts';
import { stepAndName } from '../text/path_text.ts';
import { sidesText } from '../words/sides.ts';
import { type ChartAsked, frameOf, rangeControl, shownName, tableOf } from './frame.ts';
import { pathTitle, wayTitle } from './title.ts';

const EDGES_DRAWN = 60;

export function pathChart(answer: ComputedAnswer<readonly Edge[]>, asked: ChartAsked): Chart {
  const { result } = answer;
  const edges = result.slice(0, EDGES_DRAWN);
  const ids = [...new Set(edges.flatMap(({ source, target }) => [source, target]))];
  const nodes = ids.map((id) => ({ id, step: stepOf(id), name: placeName(id) }));
  const [first] = result;
  const frame = frameOf(answer, asked, {
    title: pathTitle(asked),
    summary:
      first === undefined
        ? ''
        : `The most usual way is from ${placeName(first.source)} to ${placeName(first.target)}, ${timesText(first.value)}.`,
    notes:
      result.length > edges.length
        ? [`The ${edges.length} largest of ${result.length} ways are drawn; the table has more.`]
        : [],
    is_empty: result.length === 0,
    controls: [rangeControl(asked)],
    table: edgeTable(result),
  });
  return {
    ...frame,
    kind: 'flow',
    nodes: nodes.toSorted((a, b) => a.step - b.step),
    edges: edges.map(({ source, target, value, average_conversion_time }) => ({
      source,
      target,
      value,
      average_s: average_conversion_time / SECOND_MS,
      people: { source, target },
    })),
  };
}

function edgeTable(edges: readonly Edge[]) {
  return tableOf(
    [
      ['Step', 'count'],
      ['From', 'text'],
      ['To', 'text'],
      ['Times', 'count'],
      ['Average time', 'seconds'],
    ],
    edges.map(({ source, target, value, average_conversion_time }) => [
      stepOf(source),
      placeName(source),
      placeName(target),
      value,
      average_conversion_time / SECOND_MS,
    ]),
  );
}

function stepOf(id: string): number {
  return Number(stepAndName(id)[0]);
}

function placeName(id: string): string {
  return shownName(stepAndName(id)[1]);
}

export function correlationChart(answer: ComputedAnswer<CorrelationResult['result']>, asked: ChartAsked): Chart {
  const { events, skewed, success_total, failure_total } = answer.result;
  // Names of events may have the mark that joins properties and values.
  const is_joined = (asked.arguments['funnel_correlation_type'] ?? 'events') !== 'events';
  const rows = events.map(({ event, odds_ratio, success_count, failure_count }) => ({
    name: shownName(is_joined ? event.event.replaceAll(KEY_MARK, ' · ') : event.event),
    odds: odds_ratio,
    with_success: success_count,
    with_failure: failure_count,
    people: { correlated: event.event, outcome: 'success' },
  }));
  const [first] = rows;
  const frame = frameOf(answer, asked, {
    title: wayTitle('What goes with converting', answer.resolved, asked),
    summary: first === undefined ? '' : `${first.name}: ${oddsText(first.odds)}.`,
    figures: [`${full(success_total, 'count')} completed it, ${full(failure_total, 'count')} dropped off.`],
    notes: [sidesText({ skewed, success_total, failure_total })].filter(Boolean),
    is_empty: rows.length === 0,
    controls: [rangeControl(asked)],
    table: tableOf(
      [
        ['What', 'text'],
        ['Odds ratio', 'number'],
        ['Completed', 'count'],
        ['Dropped off', 'count'],
        ['Completed with it', 'text'],
      ],
      rows.map(({ name, odds, with_success, with_failure }) => [
        name,
        odds,
        with_success,
        with_failure,
        share(with_success, with_success + with_failure),
      ]),
    ),
  });
  return { ...frame, kind: 'odds', rows };
}
