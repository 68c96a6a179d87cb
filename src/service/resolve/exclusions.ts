/** Exclusions of a funnel, checked against its steps. */
import { canonical } from '../../base/json.ts';
import { invalid } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { ExclusionBody } from '../../model/question/body.ts';
import type { Exclusion, FunnelOrder } from '../../model/question/funnel.ts';
import type { EventMatch, Predicate } from '../../model/question/predicate.ts';
import type { Entity } from '../../model/question/query.ts';
import type { ProjectContext } from '../contract/context.ts';
import { settingOf } from './filters/setting.ts';
import { resolveEntity } from './series/entities.ts';

export function resolveExclusions(
  context: ProjectContext,
  sent: readonly ExclusionBody[],
  steps: readonly Entity[],
  order: FunnelOrder,
): Exclusion[] {
  if (sent.length > LIMIT.exclusions) {
    throw invalid('exclusions', `A funnel can have at most ${LIMIT.exclusions} exclusions.`);
  }
  const setting = settingOf(context);
  return sent.map((body, at) => {
    const attr = `exclusions__${at}`;
    const type = body['type'] === 'actions' ? 'actions' : 'events';
    const span = resolveSpan(body, attr, steps.length, order);
    const entity = resolveEntity(context, setting, { body, attr, type }, at);
    refuseStep(entity, steps.slice(span.from_step, span.to_step + 1), attr);
    return { ...entity, ...span };
  });
}

function resolveSpan(
  body: ExclusionBody,
  attr: string,
  steps: number,
  order: FunnelOrder,
): { from_step: number; to_step: number } {
  const { funnel_from_step: from_step, funnel_to_step: to_step } = body;
  if (from_step === undefined || to_step === undefined) {
    const missing = from_step === undefined ? 'funnel_from_step' : 'funnel_to_step';
    const form = '{"id":"refund","funnel_from_step":0,"funnel_to_step":1}';
    throw invalid(`${attr}__${missing}`, `Exclusion event needs to define funnel steps, as ${form}.`, 'required');
  }
  const wrong = (name: string, text: string) =>
    invalid(`${attr}__${name}`, `Exclusion event range is invalid. ${text}`);
  if (from_step < 0) throw wrong('funnel_from_step', 'Steps are counted from 0.');
  if (to_step <= from_step) throw wrong('funnel_to_step', 'End of range should be greater than start.');
  if (from_step >= steps - 1) throw wrong('funnel_from_step', 'Start of range is greater than number of steps.');
  if (to_step > steps - 1) throw wrong('funnel_to_step', 'End of range is greater than number of steps.');
  if (order === 'unordered' && (from_step !== 0 || to_step !== steps - 1)) {
    throw invalid(
      attr,
      `Partial Exclusions not allowed in unordered funnels: use funnel_from_step 0 and funnel_to_step ${steps - 1}.`,
    );
  }
  return { from_step, to_step };
}

/** Refuses to exclude what a step matches, and all that a later step matches: nobody would convert. */
function refuseStep(exclusion: Entity, steps: readonly Entity[], attr: string): void {
  const isOf = (wide: Entity) => (match: EventMatch) => wide.matches.some((each) => covers(each, match));
  const clash = steps.find(
    (step, at) => exclusion.matches.some(isOf(step)) || (at > 0 && step.matches.every(isOf(exclusion))),
  );
  if (!clash) return;
  throw invalid(
    attr,
    `Exclusion steps cannot contain an event that's part of funnel steps. Exclude another event than "${clash.name}", or narrow one of the two with properties.`,
  );
}

/** Whether every row of `narrow` is certainly a row of `wide`. */
function covers(wide: EventMatch, narrow: EventMatch): boolean {
  if (wide.event !== null && wide.event !== narrow.event) return false;
  const held = new Set(conditions(narrow.where).map(canonical));
  return conditions(wide.where).every((condition) => held.has(canonical(condition)));
}

function conditions(where: Predicate): readonly Predicate[] {
  if (where.kind === 'all') return [];
  return where.kind === 'and' ? where.of : [where];
}
