/** Lists the insights that most users looked at lately. */
import { z } from 'zod';
import { DAY_MS, formatIso } from '../../base/time.ts';
import { LIMIT } from '../../model/limit.ts';
import { BasicInsightSchema, paginated } from '../../model/saved/insight.ts';
import { operation } from '../contract/operation.ts';
import { cachedFields, onItsOwn } from '../insights/result.ts';
import { around, basicInsight } from '../insights/show.ts';
import { insightsText } from '../insights/text.ts';
import { linksOf, offsetField } from '../pages/page.ts';

const DAYS = 7;
const SHOWN = 10;

const Trending = z.object({
  ...BasicInsightSchema.shape,
  view_count: z.int().describe('How many users looked at it'),
  last_viewed_at: z.string(),
});

export const trendingInsights = operation({
  name: 'trending_insights',
  title: 'Insights most looked at',
  description: 'Saved insights by how many users looked at them lately, without results. Who looks twice counts once.',
  routes: [{ method: 'GET', path: '/insights/trending/' }],
  tool: false,
  scope: 'insight:read',
  effect: 'read',
  input: z.object({
    days: z.int().min(1).max(LIMIT.retention_days).optional().describe(`Within how many days (default ${DAYS})`),
    limit: z.int().min(1).max(LIMIT.page_max).optional().describe(`How many (default ${SHOWN})`),
    offset: offsetField,
  }),
  output: paginated(Trending),
  text: insightsText,
  async handle(context, { days = DAYS, limit = SHOWN, offset = 0 }) {
    const { views, insights } = context.service.store;
    const { count, rows } = views.popular(context.project.id, context.now_ms - days * DAY_MS, { limit, offset });
    const found = rows.flatMap((seen) => {
      const row = insights.get(context.project.id, seen.insight_id);
      return row === undefined ? [] : [{ row, seen }];
    });
    const near = around(
      context,
      found.map(({ row }) => row),
    );
    const results = await Promise.all(
      found.map(async ({ row, seen }) => ({
        ...basicInsight(row, near, (await cachedFields(context, onItsOwn(row), true)).last_refresh),
        view_count: seen.users,
        last_viewed_at: formatIso(seen.viewed_at_ms),
      })),
    );
    return { count, ...linksOf(context.url, { count, limit, offset }), results };
  },
});
