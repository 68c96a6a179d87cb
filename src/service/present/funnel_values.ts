/**
 * Breakdown values in a funnel's answer. A single key comes back as plain text and a list of keys as a list. Properties
 * of groups have plain values, and a cohort has its name and id. A missing value is ''.
 */
import type { FunnelQuery } from '../../model/question/funnel.ts';
import type { Breakdown, GroupKey } from '../../model/question/query.ts';
import { compareText } from './ranking.ts';

/** How the breakdown was sent. This determines the form of its values. */
export interface ValueForm {
  /** Whether it was sent as `breakdowns`; then values are lists. */
  readonly is_list: boolean;
  /** Whether it was sent as a list in `breakdown`. */
  readonly has_list: boolean;
}

/** What presenting a funnel needs besides the query. */
export interface FunnelShowing {
  readonly form: ValueForm;
  /** Sampled share of persons; 1 means everybody. */
  readonly sampled_share: number;
}

/** Name of the pooled values past the limit. */
export const OTHER: GroupKey = ['Other'];

/** Whether a step's value is that of the pooled rest. A real value could have this name, too. */
export function isPooled(breakdown_value: unknown): boolean {
  return [breakdown_value].flat().join() === OTHER[0];
}

/** The members of a step that carry its value. */
export function stepValue(form: ValueForm, breakdown: Breakdown, key: GroupKey): Record<string, unknown> {
  if (breakdown.kind === 'cohorts') {
    const { id, name } = cohortOf(breakdown, key);
    return { breakdown: name, breakdown_value: id === 'all' ? 0 : id };
  }
  const value = plainValue(form, breakdown, key);
  return form.is_list
    ? { breakdowns: textsOf(key), breakdown_value: value }
    : { breakdown: value, breakdown_value: value };
}

/** The breakdown value of a series. */
export function seriesValue(form: ValueForm, breakdown: Breakdown, key: GroupKey): string | readonly string[] {
  return breakdown.kind === 'cohorts' ? cohortOf(breakdown, key).name : plainValue(form, breakdown, key);
}

/** Cohorts and expressions are not pooled. */
export function hasOther({ breakdown }: FunnelQuery): boolean {
  return breakdown?.kind === 'values' && breakdown.dimensions.every(({ source }) => source.of !== 'expression');
}

export function compareKeys(a: GroupKey, b: GroupKey): number {
  for (let dimension = 0; dimension < a.length; dimension++) {
    const difference = compareText(a[dimension] ?? '', b[dimension] ?? '');
    if (difference !== 0) return difference;
  }
  return 0;
}

type Of<K extends Breakdown['kind']> = Extract<Breakdown, { kind: K }>;

function cohortOf({ cohorts }: Of<'cohorts'>, key: GroupKey): Of<'cohorts'>['cohorts'][number] {
  return cohorts.find((cohort) => String(cohort.id) === key[0])!;
}

function plainValue(form: ValueForm, { dimensions }: Of<'values'>, key: GroupKey): string | readonly string[] {
  const texts = textsOf(key);
  const alone = dimensions.length === 1 && !form.is_list;
  return alone && (!form.has_list || dimensions[0]!.source.of === 'group') ? texts[0]! : texts;
}

function textsOf(key: GroupKey): string[] {
  return key.map((text) => text ?? '');
}
