/** Actions: saved definitions of what people do. Questions and cohorts refer to them by number. */

import { z } from 'zod';
import { definedOnly } from '../../base/json.ts';
import { formatIso } from '../../base/time.ts';
import { quoted, visible, visibleJson } from '../../base/visible.ts';
import { invalid } from '../../model/error.ts';
import { numberId } from '../../model/fields.ts';
import { LIMIT } from '../../model/limit.ts';
import { type Action, ActionSchema, type ActionStep, ActionWrite } from '../../model/saved/action.ts';
import { paginated } from '../../model/saved/insight.ts';
import type { ActionRow } from '../../store/types/saved.ts';
import { savedThing } from '../access/saved.ts';
import type { ProjectContext } from '../contract/context.ts';
import { operation } from '../contract/operation.ts';
import { unknownEventTexts } from '../names/events.ts';
import { nameWarnings } from '../names/properties.ts';
import { eventsIn } from '../names/used.ts';
import { limitField, linksOf, offsetField } from '../pages/page.ts';
import { resolveSteps } from '../resolve/filters/actions.ts';
import { settingOf } from '../resolve/filters/setting.ts';
import { listText } from '../text/listing.ts';
import { removedText } from '../words/removed.ts';

const ID = numberId('Number of the action');
const ONE = z.object({ id: ID });

export const listActions = operation({
  name: 'list_actions',
  title: 'List actions',
  description: 'Saved actions of the project: several kinds of events under one name. Example: {"search":"sign"}.',
  routes: [{ method: 'GET', path: '/actions/' }],
  tool: true,
  scope: 'action:read',
  effect: 'read',
  input: z.object({
    search: z.string().max(LIMIT.search_chars).optional().describe('Text in name or description, in any case'),
    limit: limitField,
    offset: offsetField,
  }),
  output: paginated(ActionSchema),
  text: (page) => listText('action', page, actionText),
  handle(context, { search = '', limit = LIMIT.page_default, offset = 0 }) {
    const { count, rows } = context.service.store.actions.list(context.project.id, { search, limit, offset });
    const results = rows.map((row) => shown(context, row));
    return { count, ...linksOf(context.url, { count, limit, offset }), results };
  },
});

export const createAction = operation({
  name: 'create_action',
  title: 'Create an action',
  description:
    'Saves several kinds of events under one name; an event that fits any step belongs to it. Example: {"name":"Saw prices","steps":[{"event":"$pageview","url":"/pricing"}]}.',
  routes: [{ method: 'POST', path: '/actions/', status: 201 }],
  tool: true,
  scope: 'action:write',
  effect: 'create',
  input: ActionWrite,
  output: ActionSchema,
  text: actionText,
  handle(context, body) {
    const { store } = context.service;
    const { name, steps = [] } = body;
    if (name === undefined) throw invalid('name', 'This field is required.', 'required');
    return store.transaction(() => {
      const warnings = checkSteps(context, steps);
      const row = store.actions.insert({
        project_id: context.project.id,
        name,
        description: body.description ?? '',
        tags: body.tags ?? [],
        steps,
        deleted: body.deleted ?? false,
        created_at_ms: context.now_ms,
        created_by: context.caller.user.id,
        updated_at_ms: context.now_ms,
      });
      return { ...shown(context, row), ...(warnings.length === 0 ? {} : { warnings }) };
    });
  },
});

export const getAction = operation({
  name: 'get_action',
  title: 'Read an action',
  description: 'One saved action with its steps. Example: {"id":1}.',
  routes: [{ method: 'GET', path: '/actions/:id/' }],
  tool: true,
  scope: 'action:read',
  effect: 'read',
  input: ONE,
  output: ActionSchema,
  text: actionText,
  locate: (context, { id }) => void savedThing(context, 'action', id),
  handle: (context, { id }) => shown(context, savedThing(context, 'action', id)),
});

export const updateAction = operation({
  name: 'update_action',
  title: 'Change an action',
  description:
    'Changes the fields you send and leaves the others; "steps" are replaced as a whole. "deleted": true removes it, false brings it back. Example: {"id":1,"name":"Saw the prices"}.',
  routes: [{ method: 'PATCH', path: '/actions/:id/' }],
  tool: true,
  scope: 'action:write',
  effect: 'update',
  input: z.object({ ...ONE.shape, ...ActionWrite.shape }),
  output: ActionSchema,
  text: actionText,
  locate: (context, { id }) => void savedThing(context, 'action', id, true),
  handle(context, { id, ...body }) {
    const { store } = context.service;
    return store.transaction(() => {
      savedThing(context, 'action', id, body.deleted === false);
      const warnings = body.steps === undefined ? [] : checkSteps(context, body.steps, id);
      const { description, name, tags, steps, deleted } = body;
      const row = store.actions.update(context.project.id, id, {
        ...definedOnly({ name, tags, steps, deleted }),
        ...(description === undefined ? {} : { description: description ?? '' }),
        updated_at_ms: context.now_ms,
      });
      return { ...shown(context, row), ...(warnings.length === 0 ? {} : { warnings }) };
    });
  },
});

/** Refuses steps that cannot be computed. Returns warnings for unknown names. `id`: the action being changed. */
function checkSteps(context: ProjectContext, steps: readonly ActionStep[], id?: number): string[] {
  if (context.face === 'mcp' && steps.length === 0)
    throw invalid('steps', 'Say which events: [{"event":"saw prices"}].', 'required');
  const matches = resolveSteps(steps, 'steps', settingOf(context, [`action ${id ?? 'asked for'}`]));
  if (context.face !== 'mcp') return [];
  const warnings = [...unknownEventTexts(context, eventsIn(matches)), ...nameWarnings(context, matches, {})];
  return warnings.map(context.wording);
}

function shown(context: ProjectContext, row: ActionRow): Action {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    tags: [...row.tags],
    steps: [...row.steps],
    deleted: row.deleted,
    created_at: formatIso(row.created_at_ms),
    created_by: context.service.store.users.author(row.created_by),
    updated_at: formatIso(row.updated_at_ms),
  };
}

function actionText(action: Action): string {
  const line = `${action.id} ${quoted(action.name ?? '')}: ${visibleJson(action.steps)}`;
  const removed = action.deleted ? [removedText('action')] : [];
  return [line, ...removed, ...(action.warnings ?? []).map(visible)].join('\n');
}
