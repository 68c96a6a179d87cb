/**
 * Parts of the interface that this product lacks. Their lists are empty, as in a project that does not use them, so
 * that no client stops there. Requests to create something are refused.
 */
import { z } from 'zod';
import { operation } from '../contract/operation.ts';

/** Paths of the missing parts whose lists clients read. */
const PATHS = [
  ...['feature_flags', 'experiments', 'experiment_holdouts', 'experiment_saved_metrics', 'surveys'],
  ...['early_access_feature', 'early_access_features', 'scheduled_changes', 'web_experiments', 'product_tours'],
  ...['notebooks', 'comments', 'subscriptions', 'insight_variables', 'dashboard_templates', 'data_color_themes'],
  ...['session_recordings', 'session_recording_playlists', 'saved', 'heatmaps'],
  ...['error_tracking/issues', 'error_tracking/assignment_rules', 'error_tracking/grouping_rules'],
  ...['error_tracking/suppression_rules', 'error_tracking/symbol_sets', 'health_issues'],
  ...['hog_functions', 'hog_function_templates', 'hog_flows', 'messaging_templates', 'plugins', 'plugin_configs'],
  ...['batch_exports', 'exports', 'integrations', 'webhooks', 'taggers', 'evaluations', 'datasets'],
  ...['external_data_sources', 'external_data_schemas', 'warehouse_tables', 'warehouse_saved_queries'],
  ...['warehouse_view_links', 'endpoints', 'access_controls', 'approval_policies', 'change_requests'],
];

export const listNothing = operation({
  name: 'list_nothing',
  title: 'List what is not here',
  description: 'Empty: this program has no such thing. Clients that ask for it find none, as in a project without any.',
  routes: PATHS.map((path) => ({ method: 'GET', path: `/${path}/` })),
  tool: false,
  scope: 'project:read',
  effect: 'read',
  input: z.object({ limit: z.int().optional(), offset: z.int().optional(), search: z.string().optional() }),
  output: z.object({
    count: z.literal(0),
    next: z.null(),
    previous: z.null(),
    results: z.array(z.unknown()).max(0),
  }),
  text: () => 'None.',
  handle: () => ({ count: 0 as const, next: null, previous: null, results: [] }),
});
