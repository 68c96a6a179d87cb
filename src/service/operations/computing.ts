/** Cancels computations, and records how long users waited for one. */

import { z } from 'zod';
import { quoted } from '../../base/visible.ts';
import { insightId, restOnly, textField } from '../../model/fields.ts';
import { LIMIT } from '../../model/limit.ts';
import { noInsight } from '../../model/saved/insight.ts';
import { operation } from '../contract/operation.ts';
import { TIMED_EVENTS } from '../contract/timings.ts';

/** Shaped like an insight, as clients expect, although there is none. */
const NoInsight = z.looseObject({ id: z.null() });

const CancelledInsight = z.looseObject({
  ...NoInsight.shape,
  query_status: z.object({
    id: z.string().nullable(),
    complete: z.boolean().describe('Nothing is computed under that name any more'),
    cancelled: z.boolean().describe('Whether anything was'),
  }),
});

export const cancelComputation = operation({
  name: 'cancel_computation',
  title: 'Cancel a computation',
  description:
    'Stops what is being computed under the client_query_id you gave it: that call ends with the error "cancelled". Use it when a question takes too long. Example: {"client_query_id":"weekly-sign-ups"}.',
  routes: [{ method: 'POST', path: '/insights/cancel/', csv: true }],
  tool: true,
  scope: 'insight:read',
  effect: 'act',
  input: z.object({
    client_query_id: textField(
      'The name sent with the question; without it nothing is cancelled',
      LIMIT.client_query_id_chars,
    ),
  }),
  output: CancelledInsight,
  text({ query_status: { id, cancelled } }) {
    if (id === null) return 'Nothing was cancelled: say which computation, by the client_query_id you gave it.';
    const name = quoted(id);
    return cancelled ? `The computation ${name} was cancelled.` : `Nothing was being computed under the name ${name}.`;
  },
  table: ({ query_status: { id, complete, cancelled } }) => ({
    columns: ['id', 'complete', 'cancelled'],
    rows: [[id, complete, cancelled]],
  }),
  handle({ project, service }, { client_query_id: id = null }) {
    const waiting = id === null ? 0 : service.computing.in_progress.cancel(project.id, id);
    return { ...noInsight(), query_status: { id, complete: true, cancelled: waiting > 0 } };
  },
});

const MILLISECONDS = z.number().min(0).max(LIMIT.timing_ms).optional();

export const recordTiming = operation({
  name: 'record_timing',
  title: 'Record how long somebody waited',
  description:
    'Reports how long somebody waited for an insight, for the metrics of this server. Use it if you measured. Example: {"insight":"k3VbQ0pZ","milliseconds":840,"event":"load"}.',
  routes: [{ method: 'POST', path: '/insights/timing/', csv: true }],
  tool: true,
  scope: 'insight:read',
  effect: 'act',
  input: z.object({
    insight: insightId('').optional().describe('Which insight was shown'),
    milliseconds: MILLISECONDS.describe('How long it took'),
    event: z.enum(TIMED_EVENTS).default('load').describe('Until the data were there, or until they were drawn'),
    time_to_see_data_ms: restOnly(MILLISECONDS.describe('The same as milliseconds, as older clients call it')),
  }),
  output: NoInsight,
  text: () => 'Recorded.',
  table: () => ({ columns: ['recorded'], rows: [[true]] }),
  handle({ service }, { milliseconds, time_to_see_data_ms, event }) {
    const waited_ms = milliseconds ?? time_to_see_data_ms;
    if (waited_ms !== undefined) service.timings.record(event, waited_ms);
    return { ...noInsight() };
  },
});
