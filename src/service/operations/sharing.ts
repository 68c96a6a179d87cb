/** Sharing an insight by link. */

import { z } from 'zod';
import { formatIso } from '../../base/time.ts';
import { insightId } from '../../model/fields.ts';
import { SHARING_TOKEN_BYTES, SharingSchema, SharingWrite } from '../../model/saved/sharing.ts';
import type { Sharing } from '../../store/types/store.ts';
import { requireStatements } from '../access/scopes.ts';
import type { ProjectContext, Service } from '../contract/context.ts';
import { operation } from '../contract/operation.ts';
import { liveInsight } from '../insights/find.ts';
import { INSIGHT_SCOPE, logActivity } from '../insights/log.ts';
import { isStatement } from '../questions/question.ts';
import { INSIGHT_ID } from './insights.ts';

type Shown = z.output<typeof SharingSchema>;

const ONE = z.object({ insight_id: insightId(INSIGHT_ID) });

function newToken(service: Service): string {
  return Buffer.from(service.randomBytes(SHARING_TOKEN_BYTES)).toString('base64url');
}

function shown({ origin }: ProjectContext, { created_at_ms, enabled, access_token }: Sharing): Shown {
  const url = origin === null ? {} : { url: `${origin}/shared/${access_token}` };
  return { created_at: formatIso(created_at_ms), enabled, access_token, ...url };
}

/** Over stdio nothing may be served, so there is just the path. */
function sharingText({ enabled, created_at, url, access_token }: Shown): string {
  if (!enabled) return 'Not shared by link. "enabled": true shares it.';
  const link = url ?? `/shared/${access_token} at the address of insights-mcp serve`;
  return `Shared by link since ${created_at}: anybody who opens ${link} sees it.`;
}

function locate(context: ProjectContext, { insight_id }: Readonly<Record<string, unknown>>): void {
  if (insight_id !== undefined && insight_id !== null) liveInsight(context, insight_id);
}

export const getInsightSharing = operation({
  name: 'get_insight_sharing',
  title: 'Read the sharing of an insight',
  description:
    'Whether anybody who holds the link can read an insight, and the token in that link. Reading it shares nothing. Example: {"insight_id":"k3VbQ0pZ"}.',
  routes: [{ method: 'GET', path: '/insights/:insight_id/sharing/' }],
  tool: true,
  scope: 'sharing_configuration:read',
  effect: 'read',
  input: ONE,
  output: SharingSchema,
  text: sharingText,
  locate,
  handle(context, { insight_id }) {
    // Reading stores nothing, so a token made here is a throwaway that opens nothing.
    return shown(context, storedOrNew(context, liveInsight(context, insight_id).id));
  },
});

export const shareInsight = operation({
  name: 'share_insight',
  title: 'Share an insight by link, or stop',
  description:
    'Switches the link of an insight on or off: with it, anybody sees /shared/<access_token>. The token stays the same. Example: {"insight_id":"k3VbQ0pZ","enabled":true}.',
  routes: [{ method: 'PATCH', path: '/insights/:insight_id/sharing/' }],
  tool: true,
  scope: 'sharing_configuration:write',
  effect: 'update',
  input: z.object({ ...ONE.shape, ...SharingWrite.shape }),
  output: SharingSchema,
  text: sharingText,
  locate,
  handle(context, { insight_id, enabled }) {
    const { store } = context.service;
    return store.transaction(() => {
      const row = liveInsight(context, insight_id);
      const before = storedOrNew(context, row.id);
      const after = { ...before, enabled: enabled ?? before.enabled };
      if (after.enabled && !before.enabled && isStatement(row)) requireStatements(context, 'share');
      store.sharing.put(after);
      if (after.enabled !== before.enabled) {
        const changes = [{ type: INSIGHT_SCOPE, action: 'changed' as const, field: 'sharing', after: after.enabled }];
        logActivity(context, after.enabled ? 'sharing enabled' : 'sharing disabled', row, changes);
      }
      return shown(context, after);
    });
  },
});

export const refreshInsightSharing = operation({
  name: 'refresh_insight_sharing',
  title: 'Change the link of an insight',
  description:
    'Gives the link of an insight a new token. The old link shows nothing from then on. Example: {"insight_id":"k3VbQ0pZ"}.',
  routes: [{ method: 'POST', path: '/insights/:insight_id/sharing/refresh/' }],
  tool: true,
  scope: 'sharing_configuration:write',
  effect: 'update',
  input: ONE,
  output: SharingSchema,
  text: sharingText,
  locate,
  handle(context, { insight_id }) {
    const { store } = context.service;
    return store.transaction(() => {
      const row = liveInsight(context, insight_id);
      const after = { ...storedOrNew(context, row.id), access_token: newToken(context.service) };
      store.sharing.put(after);
      logActivity(context, 'access token refreshed', row, null);
      return shown(context, after);
    });
  },
});

function storedOrNew({ service, now_ms }: ProjectContext, insight_id: number): Sharing {
  const found = service.store.sharing.get(insight_id);
  return found ?? { insight_id, enabled: false, access_token: newToken(service), created_at_ms: now_ms };
}
