/** Whether an insight is shared by link. */
import { z } from 'zod';
import { formatIso } from '../../base/time.ts';
import { insightId } from '../../model/insight.ts';
import { SHARING_TOKEN_BYTES, SharingSchema } from '../../model/sharing.ts';
import { liveInsight } from '../insights/find.ts';
import { operation } from '../operation.ts';
import { INSIGHT_ID } from './insights.ts';

export const getInsightSharing = operation({
  name: 'get_insight_sharing',
  title: 'Read the sharing of an insight',
  description:
    'Whether anybody who holds the link can read an insight, and the token in that link. Reading it shares nothing. Example: {"insight_id":"k3VbQ0pZ"}.',
  routes: [{ method: 'GET', path: '/insights/:insight_id/sharing/' }],
  tool: true,
  scope: 'sharing_configuration:read',
  effect: 'read',
  input: z.object({ insight_id: insightId(INSIGHT_ID) }),
  output: SharingSchema,
  text: ({ enabled, created_at }) => (enabled ? `Shared by link since ${created_at}.` : 'Not shared by link.'),
  locate: (context, input) => {
    if (input['insight_id'] !== undefined && input['insight_id'] !== null) liveInsight(context, input['insight_id']);
  },
  handle(context, input) {
    const row = liveInsight(context, input.insight_id);
    const found = context.service.store.sharing.get(row.id);
    if (!found) {
      // Nothing is stored by reading: this token opens nothing, and the next answer has another.
      const access_token = Buffer.from(context.service.randomBytes(SHARING_TOKEN_BYTES)).toString('base64url');
      return { created_at: null, enabled: false, access_token };
    }
    return {
      created_at: formatIso(found.created_at_ms),
      enabled: found.enabled,
      access_token: found.access_token,
    };
  },
});
