/** Creates, changes and removes saved insights. Removal is soft: nothing is lost. */

import { z } from 'zod';
import { listOf } from '../../base/json.ts';
import { quoted, visible } from '../../base/visible.ts';
import { invalid } from '../../model/error.ts';
import { insightId } from '../../model/fields.ts';
import { INSIGHT_NAMES } from '../../model/question/kind.ts';
import { type Insight, InsightSchema, InsightWrite } from '../../model/saved/insight.ts';
import type { InsightRow } from '../../store/types/store.ts';
import type { ProjectContext } from '../contract/context.ts';
import { operation } from '../contract/operation.ts';
import { anyInsight } from '../insights/find.ts';
import { ASKS_NOTHING, asksNothing, onItsOwn } from '../insights/result.ts';
import { around, fullInsight } from '../insights/show.ts';
import { insightHead, insightTable, savedQuestion } from '../insights/text.ts';
import { createInsight, dashboardsOf, updateInsight } from '../insights/write.ts';
import { questionWarnings, writtenFields } from '../insights/written.ts';
import { written as textOf } from '../text/passages.ts';
import { INSIGHT_ID, locateInsight } from './insights.ts';

function written(context: ProjectContext, row: InsightRow): Insight {
  return fullInsight(row, around(context, [row]), onItsOwn(row), writtenFields(context, row));
}

/** With warnings of slips in the question, for models only: programs read them with the answer. */
function asked(context: ProjectContext, row: InsightRow, { filters, query }: InsightWrite): Insight {
  const is_asked = context.face === 'mcp' && (filters !== undefined || query !== undefined);
  const warnings = is_asked ? questionWarnings(context, row) : [];
  return { ...written(context, row), ...(warnings.length === 0 ? {} : { warnings }) };
}

/** Programs may complete a question later, but a model has forgotten what it did not send. */
function checkAsks({ face }: ProjectContext, { filters, query = null }: InsightWrite, before: string | null): void {
  if (face !== 'mcp' || !asksNothing({ filters, query })) return;
  throw invalid('filters', `${ASKS_NOTHING}${before === null ? '' : ` Its question is ${before}.`}`, 'required');
}

function writtenText(insight: Insight): string {
  const { warnings } = insight;
  const told = listOf(warnings).map((warning) => visible(String(warning)));
  return textOf([...insightHead(insight), ...told]);
}

/** Includes soft-deleted insights, because a change may restore them. */
function locateAny(context: ProjectContext, input: Readonly<Record<string, unknown>>): void {
  if (input['id'] !== undefined && input['id'] !== null) anyInsight(context, input['id']);
}

export const createInsightOperation = operation({
  name: 'create_insight',
  title: 'Save an insight',
  description: `Saves a question. Try it first with its compute tool; the same arguments go into "filters", with "insight": ${INSIGHT_NAMES.join(', ')}. Example: {"name":"Sign-ups","filters":{"events":[{"id":"sign up"}]}}.`,
  routes: [{ method: 'POST', path: '/insights/', status: 201, csv: true }],
  tool: true,
  scope: 'insight:write',
  effect: 'create',
  repeatable: true,
  input: InsightWrite,
  output: InsightSchema,
  text: writtenText,
  table: insightTable,
  handle(context, body) {
    checkAsks(context, body, null);
    return asked(context, createInsight(context, body), body);
  },
});

export const updateInsightOperation = operation({
  name: 'update_insight',
  title: 'Change an insight',
  description:
    'Changes the fields you send of a saved insight; "filters" and "tags" as a whole. "deleted": false brings it back. Example: {"id":"k3VbQ0pZ","name":"Sign-ups by week"}.',
  routes: [{ method: 'PATCH', path: '/insights/:id/', csv: true }],
  tool: true,
  scope: 'insight:write',
  effect: 'update',
  repeatable: true,
  input: z.object({ id: insightId(INSIGHT_ID), ...InsightWrite.shape }),
  output: InsightSchema,
  text: writtenText,
  table: insightTable,
  locate: locateAny,
  handle: (context, { id, ...body }) => changed(context, id, body),
});

/** With what a model needs to take the change back, even if somebody else had made what was there. */
function changed(context: ProjectContext, id: string, body: InsightWrite): Insight {
  const row = anyInsight(context, id);
  const before = { question: savedQuestion(row), dashboards: dashboardsOf(context, row.id) };
  checkAsks(context, body, before.question);
  const insight = asked(context, updateInsight(context, id, body), body);
  if (context.face !== 'mcp') return insight;
  const { warnings, ...fields } = insight;
  const is_replaced = before.question !== null && before.question !== savedQuestion(insight);
  const told = [
    ...(is_replaced ? [`Before, its question was ${before.question}.`] : []),
    ...(insight.deleted ? takenOffTexts(insight, before.dashboards) : []),
    ...listOf(warnings),
  ];
  return told.length === 0 ? fields : { ...fields, warnings: told };
}

function takenOffTexts({ short_id }: Insight, dashboards: ReturnType<typeof dashboardsOf>): string[] {
  return dashboards.map(
    ({ id, name }) =>
      `It was on dashboard ${id} ${quoted(name)}, and will not be on it again by itself: update_dashboard with {"id":${id},"tiles":[{"insight":"${short_id}"}]} puts it there.`,
  );
}

export const softDeleteInsight = operation({
  name: 'soft_delete_insight',
  title: 'Remove an insight (can be undone)',
  description:
    'Takes an insight out of lists and dashboards; update_insight with "deleted": false brings it back to lists. Example: {"id":"k3VbQ0pZ"}.',
  routes: [],
  tool: true,
  scope: 'insight:write',
  effect: 'destroy',
  input: z.object({ id: insightId(INSIGHT_ID) }),
  output: InsightSchema,
  text: writtenText,
  locate: locateInsight,
  handle: (context, { id }) => changed(context, id, { deleted: true }),
});

/** The interface we follow has this route but always refuses it: 405 without a body, for every id. */
export const deleteInsight = operation({
  name: 'delete_insight',
  title: 'Hard delete (always refused)',
  description: 'Insights are never removed for good: PATCH with {"deleted": true} removes one softly.',
  routes: [{ method: 'DELETE', path: '/insights/:id/', status: 405, present: () => undefined }],
  tool: false,
  scope: 'insight:write',
  effect: 'destroy',
  audited: false,
  input: z.object({ id: insightId(INSIGHT_ID) }),
  output: z.null(),
  text: () => 'Insights are never removed for good; soft_delete_insight takes one out of sight.',
  handle: () => null,
});
