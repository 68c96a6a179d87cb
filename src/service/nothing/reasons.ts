/**
 * Why a line found nothing: there is no such event in the range, or nothing passes a condition. Adds the nearest
 * existing values. Runs where the numbers are computed and returns plain data.
 */

import { parseNested } from '../../base/json.ts';
import { nearestNames } from '../../base/nearest.ts';
import type { DatasetView } from '../../engine/frame/dataset.ts';
import { withoutSlash } from '../../engine/kinds/path/names.ts';
import { findsAny, holdsForAny, isText, textsBeside, textsOf } from '../../engine/select/passing.ts';
import { LIMIT } from '../../model/limit.ts';
import {
  ALL,
  type Behaviour,
  type EventMatch,
  type Predicate,
  type ValueSource,
  type ValueTest,
} from '../../model/question/predicate.ts';
import { type Compared, comparedIn } from './compared.ts';
import { conditionText } from './condition.ts';
import type { Line, PathEnds } from './lines.ts';

export type Reason = { readonly name: string | null } /** None of its events is in the range. */ & (
  | { readonly kind: 'absent'; readonly events: readonly (string | null)[] }
  /**
   * `near`: similar existing values, nearest first. `values`: some others if there is none. `item`: what is compared as a
   * whole is in lists, as one of several.
   */
  | {
      readonly kind: 'condition';
      readonly text: string;
      readonly near: readonly string[];
      readonly values: readonly string[];
      readonly item: WantedValue | null;
    }
  /** An excluded value does not exist. */
  | { readonly kind: 'idle'; readonly key: string; readonly text: string; readonly near: readonly string[] }
  | { readonly kind: 'nobody'; readonly cohort: string }
  /** Each condition passes some events, but no event passes all. */
  | { readonly kind: 'together' }
  /** Some match, but none has the property that numbers are made of. */
  | { readonly kind: 'valueless'; readonly key: string }
  /** Some have it, and in none it is a number. */
  | { readonly kind: 'numberless'; readonly key: string }
  /** None has the property that tells people apart, but events of these steps do. */
  | {
      readonly kind: 'unsplit';
      readonly key: string;
      readonly steps: readonly { readonly place: number; readonly name: string }[];
    }
  /** Some match, but the numbers made of them are 0. */
  | { readonly kind: 'zero' }
  /** No path has this step; `near`: the nearest addresses. */
  | { readonly kind: 'point'; readonly point: string; readonly near: readonly string[] }
  /** All steps that were named occur, but no session goes from one to another. */
  | { readonly kind: 'apart'; readonly start: string | null; readonly end: string | null }
  /** No path has this step, which is to be left out; `near`: the nearest addresses. */
  | { readonly kind: 'left_out'; readonly step: string; readonly near: readonly string[] }
  /** A statement compares a property with a text that nothing has. */
  | {
      readonly kind: 'value';
      readonly source: Compared['source'];
      readonly text: string;
      readonly near: readonly string[];
    }
  | { readonly kind: 'step'; readonly place: number; readonly before: string; readonly window_ms: number }
);

/** A path step's name is one of these properties, or else its event. */
const ADDRESS = '$current_url';
const SCREEN = '$screen_name';

const ZERO: Reason = { kind: 'zero', name: null };

/** Reasons for the empty lines, and conditions without effect on any line. Empty if something was found. */
export function reasonsOf(lines: readonly Line[], empty: readonly Line[], view: DatasetView): Reason[] {
  const why = empty.slice(0, LIMIT.reason_lines).flatMap((line) => whyEmpty(line, view));
  const is_all = empty.length === lines.length || empty.some(({ is_start }) => is_start);
  const is_zero =
    why.length === 0 &&
    empty.length > 0 &&
    is_all &&
    empty.every(({ points, split }) => points === undefined && split === undefined);
  return [
    ...(is_zero ? [ZERO] : why),
    ...lines
      .slice(0, LIMIT.reason_lines)
      .flatMap((line) => [...idleConditions(line, view), ...idleSteps(line, view), ...unknownTexts(line, view)]),
  ];
}

/**
 * Whether `reasonsOf` could give any, for which events must be fetched. Not for texts in statements, almost all of which
 * exist: to look would take as long as the statement.
 */
export function mayHaveReasons(lines: readonly Line[], empty: readonly Line[]): boolean {
  const leavesOut = ({ matches, left_out = [] }: Line): boolean =>
    left_out.length > 0 || conditionsOf(matches).some(({ where }) => where.kind === 'not');
  return empty.length > 0 || lines.some(leavesOut);
}

/** Excluded values that nobody has. The filter has no effect and is probably misspelt. */
function idleConditions({ name, matches, range }: Line, view: DatasetView): Reason[] {
  return conditionsOf(matches)
    .slice(0, LIMIT.reason_conditions)
    .flatMap((match): Reason[] => {
      const { where } = match;
      if (where.kind !== 'not') return [];
      return wantedValues(where.of).flatMap(({ source, value }): Reason[] => {
        // For numbers, a similar spelling means nothing.
        if ((source.of !== 'event' && source.of !== 'person') || !Number.isNaN(Number(value))) return [];
        if (isText(source, value, [match], range, view)) return [];
        const texts = textsOf(source, [match], range, view, LIMIT.values_compared + 1);
        // Numbers have no texts, and past the limit the value may exist unseen.
        if (texts.length === 0 || texts.length > LIMIT.values_compared || texts.includes(value)) return [];
        const near = nearestNames(value, texts);
        return near.length === 0 ? [] : [{ kind: 'idle', name, key: source.key, text: conditionText(where.of), near }];
      });
    });
}

/** Steps that are left out though no path has them. Events of that name are known elsewhere. */
function idleSteps({ name, matches, range, left_out = [] }: Line, view: DatasetView): Reason[] {
  if (left_out.length === 0) return [];
  const most = LIMIT.values_compared + 1;
  const texts = [ADDRESS, SCREEN].flatMap((key) => textsOf({ of: 'event', key }, matches, range, view, most));
  if (texts.length >= most) return [];
  const steps = [...new Set(texts.map(withoutSlash))];
  return left_out
    .filter((step) => !steps.includes(step))
    .map((step) => ({ kind: 'left_out', name, step, near: nearestNames(step, steps) }));
}

/** Texts that are compared though nothing has them, if something similar exists. */
function unknownTexts({ name, matches, range, compared = [] }: Line, view: DatasetView): Reason[] {
  const searched = { matches, range, view, most: LIMIT.values_compared + 1 };
  return compared.slice(0, LIMIT.reason_conditions).flatMap(({ source, values }): Reason[] => {
    const texts = textsBeside(source, values, searched);
    if (texts === null || texts.size === searched.most) return [];
    const missing = values.filter((text) => !texts.has(text)).slice(0, LIMIT.values_told);
    return missing.flatMap((text): Reason[] => {
      const near = nearestNames(text, [...texts]);
      return near.length === 0 ? [] : [{ kind: 'value', name, source, text, near }];
    });
  });
}

function whyEmpty(line: Line, view: DatasetView): Reason[] {
  const { name, matches, range, step, points, split } = line;
  const bare = matches.map(({ event }) => ({ event, where: ALL }));
  if (!findsAny(bare, range, view)) return [{ kind: 'absent', name, events: bare.map(({ event }) => event) }];
  const conditions = conditionsOf(matches).slice(0, LIMIT.reason_conditions);
  const barred = conditions.filter((condition) => !findsAny([condition], range, view));
  if (barred.length > 0) return barred.map((condition) => aboutCondition(name, condition, range, view));
  if (!findsAny(matches, range, view)) return [{ kind: 'together', name }];
  const unsplit = split === undefined ? [] : whyUnsplit(line, split, view);
  if (unsplit.length > 0) return unsplit;
  const lack = lackOf(line, view);
  if (lack !== null) return [{ name, ...lack }];
  if (step !== undefined) return [{ kind: 'step', name, ...step }];
  return points === undefined ? [] : whyNoPath(line, points, view);
}

/** What the line's number is made of and its events do not have. */
function lackOf({ matches, range, made_of: source }: Line, view: DatasetView) {
  if (source === undefined || !('key' in source)) return null;
  const { key } = source;
  if (!findsAny(withValue(matches, source), range, view)) return { kind: 'valueless', key } as const;
  return findsAny(withValue(matches, source, ANY_NUMBER), range, view) ? null : ({ kind: 'numberless', key } as const);
}

const ANY_NUMBER: ValueTest = {
  ...{ op: 'number', min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY },
  ...{ min_open: false, max_open: false },
};

/** Matches whose events have a value, or one that passes. */
function withValue(matches: readonly EventMatch[], source: ValueSource, test: ValueTest = { op: 'set' }): EventMatch[] {
  const passes: Predicate = { kind: 'value', source, test };
  return matches.map(({ event, where }) => ({ event, where: { kind: 'and', of: [where, passes] } }));
}

function whyUnsplit(line: Line, { source, steps }: NonNullable<Line['split']>, view: DatasetView): Reason[] {
  const hasValue = ({ matches }: Pick<Line, 'matches'>) => findsAny(withValue(matches, source), line.range, view);
  if (!('key' in source) || hasValue(line)) return [];
  const having = steps.map((step, at) => ({ ...step, place: at + 1 })).filter(hasValue);
  if (having.length === 0) return [];
  const told = having.map(({ place, name }) => ({ place, name }));
  return [{ kind: 'unsplit', name: line.name, key: source.key, steps: told }];
}

function whyNoPath({ name, matches, range }: Line, points: PathEnds, view: DatasetView): Reason[] {
  const { start_point: start, end_point: end, is_weighed } = points;
  const addresses = textsOf({ of: 'event', key: ADDRESS }, matches, range, view, LIMIT.values_compared);
  // Events without an address are steps by their own names, as far as the question asks for them.
  const isStep = (point: string) => {
    const named = matches.filter(({ event }) => event === null || event === point);
    return (
      addresses.includes(point) ||
      findsAny(
        named.map(({ where }) => ({ event: point, where })),
        range,
        view,
      )
    );
  };
  const sent = [...new Set([start, end])].filter((point) => point !== null);
  const missed = sent.filter((point) => !isStep(point));
  const near = missed.map((point) => ({ kind: 'point', name, point, near: nearestNames(point, addresses) }) as const);
  if (near.length > 0) return near;
  return is_weighed ? [] : [{ kind: 'apart', name, start, end }];
}

/** The conditions that must all hold, without duplicates. */
function conditionsOf(matches: readonly EventMatch[]): EventMatch[] {
  const all = matches.flatMap(({ event, where }) =>
    (where.kind === 'and' ? where.of : [where]).map((part) => ({ event, where: part })),
  );
  const different = new Map(all.map((condition) => [JSON.stringify(condition), condition]));
  return [...different.values()].filter(({ where }) => where.kind !== 'all' && where.kind !== 'sampled');
}

function aboutCondition(name: string | null, match: EventMatch, range: Line['range'], view: DatasetView): Reason {
  const { where } = match;
  if (where.kind === 'cohort' && !holdsForAny(where, view)) {
    return { kind: 'nobody', name, cohort: conditionText(where) };
  }
  const asked = where.kind === 'behaviour' ? deedsOf(where.behaviour) : [{ match, range }];
  const values = asked
    .flatMap((one) => wantedValues(one.match.where).map((wanted) => ({ ...one, ...wanted })))
    .slice(0, LIMIT.values_told)
    .map((one) => {
      const texts = textsOf(one.source, [one.match], one.range, view, LIMIT.values_compared);
      return { ...one, near: texts.includes(one.value) ? [] : nearestNames(one.value, texts), texts };
    });
  const near = [...new Set(values.flatMap((value) => value.near))];
  const item = values.find(({ texts, value }) => texts.some((text) => isItem(text, value)));
  return {
    kind: 'condition',
    name,
    text: conditionText(where),
    near: near.slice(0, LIMIT.values_told),
    values: (values[0]?.texts ?? []).slice(0, LIMIT.values_told),
    item: item === undefined ? null : { source: item.source, value: item.value },
  };
}

/** Whether the text is a list that holds the value. */
function isItem(text: string, value: string): boolean {
  const list = parseNested(text, LIMIT.json_depth);
  return Array.isArray(list) && list.some((item) => String(item) === value);
}

/** What people must have done, with the dates of each. */
function deedsOf(behaviour: Behaviour): { readonly match: EventMatch; readonly range: Line['range'] }[] {
  if (behaviour.op === 'regular') {
    const { matches, edges_ms } = behaviour;
    return matches.map((match) => ({ match, range: { from_ms: edges_ms[0]!, until_ms: edges_ms.at(-1)! } }));
  }
  const all = behaviour.op === 'sequence' ? [behaviour.deeds, behaviour.later] : [behaviour.deeds];
  return all.flatMap(({ matches, from_ms, until_ms }) =>
    matches.map((match) => ({ match, range: { from_ms, until_ms } })),
  );
}

/** A text that a condition accepts, and where it looks for it. */
export interface WantedValue {
  readonly source: Parameters<typeof textsOf>[0];
  readonly value: string;
}

function wantedValues(where: Predicate): WantedValue[] {
  if (where.kind === 'and' || where.kind === 'or') return where.of.flatMap(wantedValues);
  if (where.kind !== 'value') return [];
  if (where.source.of === 'expression')
    return comparedIn(where).flatMap(({ source, values }) => values.map((value) => ({ source, value })));
  if (where.test.op !== 'in') return [];
  const { source, test } = where;
  return test.values.map((value) => ({ source, value }));
}
