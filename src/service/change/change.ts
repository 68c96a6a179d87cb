/** A change between two periods, and what accounts for it. */
import { DAY_MS } from '../../base/time.ts';
import { visibleJson } from '../../base/visible.ts';
import { LIMIT } from '../../model/limit.ts';
import { ChangeBody, type ChangeResult } from '../../model/question/change.ts';
import type { TimeRange } from '../../model/question/query.ts';
import type { Resolved } from '../../model/question/result.ts';
import type { TrendMath } from '../../model/question/trend.ts';
import type { ProjectContext } from '../contract/context.ts';
import { beginningAfter, beginningText } from '../names/data_span.ts';
import { inQuestion } from '../resolve/body.ts';
import { lengthOf } from '../resolve/dates/dates.ts';
import { isoWithOffset } from '../words/labels.ts';
import { counted } from '../words/lists.ts';
import { see } from '../words/operation_names.ts';
import { likelyCandidates, namedCandidates } from './candidates.ts';
import { dispersionOf, pOfChange, SIGNIFICANT } from './chance.ts';
import { factorsByCohort, factorsByProperty, factorsOf, squaresOf, type Whole } from './factors.ts';
import { askedTrend, countLine, type Line, lineOf, numberOf, type Periods, periodsOf } from './periods.ts';

const ROWS = 10;

export async function changeOf(context: ProjectContext, body: ChangeBody): Promise<ChangeResult> {
  const sent = askedTrend(context, body);
  const line = inQuestion(ChangeBody, body, () => lineOf(context, body, sent));
  const periods = inQuestion(ChangeBody, body, () => periodsOf(context, sent, line, body));
  const { before, after } = periods;
  const begins = beginningAfter(context, before, after);
  const { timezone } = context.project;
  const ratio = lengthOf(timezone, after) / lengthOf(timezone, before);
  const [was, is] = [await wholeOf(context, line, before), await wholeOf(context, line, after)];
  const by_day = line.adds_up ? dispersionOf([was.days, is.days]) : 1;
  const people = was.people + is.people;
  const whole = {
    before: was.value,
    after: is.value,
    ratio,
    dispersion: (was.value + is.value) / people,
    squares: await squaresOf(context, line, periods),
  };
  const few = fewText(whole, people, { ...line.question, ...daysOf(shown(context, after, is.value)) }, body.series);
  const { factors, looked_at } = await rawFactors(context, line, body, periods);
  const expected = was.value * ratio;
  const p_value = pOfChange(was.value, is.value, ratio, by_day);
  return {
    line: line.entity.name,
    before: { ...shown(context, before, was.value), ...(begins === null ? {} : { data_from: begins }) },
    after: shown(context, after, is.value),
    expected,
    change: is.value - expected,
    change_percent: expected === 0 ? null : (100 * (is.value - expected)) / expected,
    p_value,
    // A fall from a time that is partly before the data is real, a rise may not be.
    significant: (begins === null || is.value <= expected) && p_value < SIGNIFICANT,
    result: factorsOf(factors, whole).slice(0, body.limit ?? ROWS),
    looked_at,
    resolved: warned(is.resolved, [begins === null ? '' : beginningText(begins), few].map(context.wording)),
  };
}

function warned(resolved: Resolved, texts: readonly string[]): Resolved {
  return { ...resolved, warnings: [...texts.filter((text) => text !== ''), ...resolved.warnings] };
}

/** Below so many, and such a share of all, it matters more who they are than what they have in common. */
const FEW = { people: 10, share: 1 / 3 };

/** No property may tell a test account or a robot from others. */
function fewText({ before, after, squares }: Whole, people: number, question: object, series = 0): string {
  /** How many people with equally many events would be as uneven a sum. */
  const even = squares === 0 ? people : (before + after) ** 2 / squares;
  if (even >= FEW.people || even >= FEW.share * people) return '';
  const asked = {
    question: { kind: 'trend', ...question },
    ...(series === 0 ? {} : { series }),
    order: '-count',
    limit: 5,
  };
  return `A few people did most of it, as if it were ${counted(Math.max(1, Math.round(even)), 'person')}: ${see('list_persons')} with ${visibleJson(asked)} names them.`;
}

function daysOf({ date_from, date_to }: ChangeResult['after']) {
  const day = 'YYYY-MM-DD'.length;
  return { date_from: date_from.slice(0, day), date_to: date_to.slice(0, day) };
}

const PEOPLE: TrendMath = { kind: 'unique', actor: { kind: 'person' } };

/** Totals of a period, of its people, and of each complete day in it. */
async function wholeOf(context: ProjectContext, line: Line, period: TimeRange) {
  const total = await countLine(context, line, period);
  const by_day = line.adds_up
    ? await countLine(context, line, period, { interval: 'day', display: 'ActionsLineGraph' })
    : null;
  const people = line.adds_up ? await countLine(context, line, period, {}, PEOPLE) : total;
  return {
    value: numberOf(total.series[0]),
    people: numberOf(people.series[0]),
    days: wholeDays(by_day?.series[0]?.data ?? [], period),
    resolved: total.resolved,
  };
}

/** Drops incomplete days at both ends, which would look like quiet days. */
function wholeDays(days: readonly number[], { from_ms, until_ms }: TimeRange): readonly number[] {
  const is_whole = Math.abs((until_ms - from_ms) / DAY_MS - days.length) < 0.1;
  return is_whole ? days : days.slice(1, -1);
}

async function rawFactors(context: ProjectContext, line: Line, body: ChangeBody, periods: Periods) {
  const cohorts = body.cohorts === false ? [] : await factorsByCohort(context, line, periods);
  const named = body.properties !== undefined && body.properties.length > 0;
  const candidates = named ? namedCandidates(context, body.properties ?? []) : likelyCandidates(context);
  const most = named ? candidates.length : LIMIT.change_properties;
  const { factors, looked_at } = await factorsByProperty(context, line, periods, candidates, most);
  const names = [...looked_at, ...cohorts.map(({ value }) => `cohort ${value}`)];
  return { factors: [...factors, ...cohorts], looked_at: [...new Set(names)] };
}

function shown({ project }: ProjectContext, period: TimeRange, value: number): ChangeResult['before'] {
  const days = Math.round((100 * lengthOf(project.timezone, period)) / DAY_MS) / 100;
  const date = (ms: number) => isoWithOffset(project.timezone, ms);
  return { date_from: date(period.from_ms), date_to: date(period.until_ms - 1), days, value };
}
