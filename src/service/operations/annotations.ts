/** Annotations: releases, campaigns and outages, marked on the time line. */
import { z } from 'zod';
import { definedOnly } from '../../base/json.ts';
import { formatIso } from '../../base/time.ts';
import { quoted } from '../../base/visible.ts';
import { invalid } from '../../model/error.ts';
import { numberId } from '../../model/fields.ts';
import { LIMIT } from '../../model/limit.ts';
import { type Annotation, AnnotationSchema, AnnotationWrite } from '../../model/saved/annotation.ts';
import { paginated } from '../../model/saved/insight.ts';
import type { AnnotationRow } from '../../store/types/saved.ts';
import { savedThing } from '../access/saved.ts';
import type { ProjectContext } from '../contract/context.ts';
import { operation } from '../contract/operation.ts';
import { limitField, linksOf, offsetField } from '../pages/page.ts';
import { clockOf } from '../resolve/dates/clock.ts';
import { parseDate } from '../resolve/dates/dates.ts';
import { listText } from '../text/listing.ts';
import { isoWithOffset } from '../words/labels.ts';
import { removedText } from '../words/removed.ts';

const ID = numberId('Number of the annotation');
const ONE = z.object({ id: ID });

export const listAnnotations = operation({
  name: 'list_annotations',
  title: 'List annotations',
  description: 'What was marked on the time line: releases, campaigns, outages. Example: {"search":"release"}.',
  routes: [{ method: 'GET', path: '/annotations/' }],
  tool: true,
  scope: 'annotation:read',
  effect: 'read',
  input: z.object({
    search: z.string().max(LIMIT.search_chars).optional().describe('Text in it, in any case'),
    limit: limitField,
    offset: offsetField,
  }),
  output: paginated(AnnotationSchema),
  text: (page) => listText('annotation', page, annotationText),
  handle(context, { search = '', limit = LIMIT.page_default, offset = 0 }) {
    const { count, rows } = context.service.store.annotations.list(context.project.id, { search, limit, offset });
    const results = rows.map((row) => shown(context, row));
    return { count, ...linksOf(context.url, { count, limit, offset }), results };
  },
});

export const createAnnotation = operation({
  name: 'create_annotation',
  title: 'Mark a moment',
  description:
    'Marks a release, a campaign or an outage on the time line: answers that cover it tell it. Example: {"content":"Release 2.0","date_marker":"2026-01-31"}.',
  routes: [{ method: 'POST', path: '/annotations/', status: 201 }],
  tool: true,
  scope: 'annotation:write',
  effect: 'create',
  repeatable: true,
  input: AnnotationWrite,
  output: AnnotationSchema,
  text: annotationText,
  handle(context, { content, date_marker, deleted = false }) {
    if (content === undefined) throw invalid('content', 'This field is required: what happened.', 'required');
    const { now_ms, project, caller } = context;
    const date_ms = readDate(context, date_marker) ?? now_ms;
    const times = { created_at_ms: now_ms, updated_at_ms: now_ms };
    const values = { project_id: project.id, content, date_ms, deleted, created_by: caller.user.id, ...times };
    const { store } = context.service;
    return shown(
      context,
      store.transaction(() => store.annotations.insert(values)),
    );
  },
});

export const getAnnotation = operation({
  name: 'get_annotation',
  title: 'Read an annotation',
  description: 'One moment that was marked on the time line. Example: {"id":1}.',
  routes: [{ method: 'GET', path: '/annotations/:id/' }],
  tool: true,
  scope: 'annotation:read',
  effect: 'read',
  input: ONE,
  output: AnnotationSchema,
  text: annotationText,
  locate: (context, { id }) => void savedThing(context, 'annotation', id),
  handle: (context, { id }) => shown(context, savedThing(context, 'annotation', id)),
});

export const updateAnnotation = operation({
  name: 'update_annotation',
  title: 'Change an annotation',
  description:
    'Changes the fields you send and leaves the others. "deleted": true removes it, false brings it back. Example: {"id":1,"deleted":true}.',
  routes: [{ method: 'PATCH', path: '/annotations/:id/' }],
  tool: true,
  scope: 'annotation:write',
  effect: 'update',
  repeatable: true,
  input: z.object({ ...ONE.shape, ...AnnotationWrite.shape }),
  output: AnnotationSchema,
  text: annotationText,
  locate: (context, { id }) => void savedThing(context, 'annotation', id, true),
  handle(context, { id, content, date_marker, deleted }) {
    const { store } = context.service;
    const date_ms = readDate(context, date_marker);
    return store.transaction(() => {
      savedThing(context, 'annotation', id, deleted === false);
      const row = store.annotations.update(context.project.id, id, {
        ...definedOnly({ content, deleted }),
        ...(date_ms === null ? {} : { date_ms }),
        updated_at_ms: context.now_ms,
      });
      return shown(context, row);
    });
  },
});

/** null if not sent. */
function readDate(context: ProjectContext, text: string | undefined): number | null {
  if (text === undefined) return null;
  const date = parseDate(text, clockOf(context));
  if (date !== null) return date.ms;
  throw invalid('date_marker', 'Not a date. Send 2026-01-31, 2026-01-31T13:00:00, or a relative date as -2d.');
}

function shown({ project, service }: ProjectContext, row: AnnotationRow): Annotation {
  return {
    id: row.id,
    content: row.content,
    date_marker: isoWithOffset(project.timezone, row.date_ms),
    scope: 'project',
    deleted: row.deleted,
    created_at: formatIso(row.created_at_ms),
    created_by: service.store.users.author(row.created_by),
    updated_at: formatIso(row.updated_at_ms),
  };
}

function annotationText({ id, date_marker, content, deleted }: Annotation): string {
  return `${id} ${date_marker} ${quoted(content)}${deleted ? `\n${removedText('annotation')}` : ''}`;
}
