/** Audit log: changes to keys, settings, saved things and sharing, by whom and when. */
import { z } from 'zod';
import { formatIso } from '../../base/time.ts';
import { visible } from '../../base/visible.ts';
import { LIMIT } from '../../model/limit.ts';
import type { AuditRow } from '../../store/types/access.ts';
import type { ProjectContext } from '../contract/context.ts';
import { operation } from '../contract/operation.ts';
import { limitField } from '../pages/page.ts';

const AuditSchema = z.object({
  id: z.int(),
  at: z.string(),
  user: z.string().nullable().describe('E-mail or first name; null where there is nobody any more'),
  key_id: z.int().nullable().describe('Number of the API key; null = the owner of the file, at the machine'),
  action: z.string().describe('An operation by its name, or create_key, rotate_key, revoke_key, apply_files'),
  target: z.string().nullable().describe('What it was done to'),
  fields: z.array(z.string()).describe('What was sent, by name'),
});

export const listAuditLog = operation({
  name: 'list_audit_log',
  title: 'Read the audit log',
  description:
    'Who changed settings, saved things, sharing and keys, newest first; fields by name, without values. Example: {"limit":20}.',
  routes: [{ method: 'GET', path: '/audit_log/', csv: true }],
  tool: true,
  scope: 'activity_log:read',
  effect: 'read',
  input: z.object({
    limit: limitField,
    before: z.int().min(1).optional().describe('Only entries older than the one of this id'),
  }),
  output: z.object({
    results: z.array(AuditSchema),
    has_more: z.boolean().describe('Whether there are older ones: send the last id as "before"'),
  }),
  text: ({ results }) =>
    results.length === 0
      ? 'Nothing was changed yet.'
      : results
          .map(({ at, user, key_id, action, target, fields }) =>
            `${at} ${user ?? 'unknown'} (${key_id === null ? 'owner' : `key ${key_id}`}): ${action} ${visible(target ?? '')} ${fields.map(visible).join(', ')}`.trimEnd(),
          )
          .join('\n'),
  table: ({ results }) => ({
    columns: ['at', 'user', 'key_id', 'action', 'target', 'fields'],
    rows: results.map(({ at, user, key_id, action, target, fields }) => [
      at,
      user,
      key_id,
      action,
      target,
      fields.join(' '),
    ]),
  }),
  handle(context, { limit = LIMIT.page_default, before }) {
    const { service, project, caller } = context;
    const rows = service.store.audit.list({
      project_id: project.id,
      // Only callers who may see all projects get entries about all projects.
      with_global: caller.project_ids === null,
      before: before ?? null,
      limit: limit + 1,
    });
    const results = rows.slice(0, limit).map((row) => shown(context, row));
    return { results, has_more: rows.length > limit };
  },
});

function shown({ service }: ProjectContext, row: AuditRow): z.output<typeof AuditSchema> {
  const user = row.user_id === null ? undefined : service.store.users.get(row.user_id);
  const { seq: id, key_id, action, target, fields } = row;
  return {
    id,
    at: formatIso(row.at_ms),
    user: user?.email || user?.first_name || null,
    key_id,
    action,
    target,
    fields: [...fields],
  };
}
