/** A question of each kind that finds something where people sign up, view and pay. */
import { KINDS_OF_INSIGHT, type KindName } from '../../src/model/question/kind.ts';
import type { Body } from './questions.ts';

const EVENTS = [{ id: 'sign up' }, { id: 'paid' }];

/** Kinds that have a body; statements are asked in `test/sql`. */
type BodyKind = Exclude<KindName, 'sql'>;
export const KINDS_WITH_BODY = KINDS_OF_INSIGHT.filter((kind): kind is BodyKind => kind !== 'sql');

export const KIND_BODIES: Readonly<Record<BodyKind, Body>> = {
  trend: { events: [{ id: 'paid' }] },
  lifecycle: { events: [{ id: 'paid' }], insight: 'LIFECYCLE' },
  stickiness: { events: [{ id: 'paid' }], shown_as: 'Stickiness' },
  funnel: { events: EVENTS },
  path: { include_event_types: ['$pageview', 'custom_event'] },
  retention: { target_entity: { id: 'sign up' }, returning_entity: { id: 'paid' } },
  correlation: { events: EVENTS },
};
