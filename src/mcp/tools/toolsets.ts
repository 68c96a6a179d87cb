/** Selects the tools that are listed. Each costs tokens in every conversation, so the default list is small. */
import { ServiceError } from '../../model/error.ts';

/** Tools for questions, findings and everyday upkeep. */
const CORE = [
  'describe_project',
  ...['compute_trend', 'compute_funnel', 'compute_retention', 'compute_path', 'compute_funnel_correlation'],
  'explain_change',
  ...['list_persons', 'list_events', 'run_sql'],
  ...['list_insights', 'get_insight', 'create_insight', 'update_insight', 'soft_delete_insight', 'share_insight'],
  ...['create_dashboard', 'update_dashboard', 'get_dashboard', 'create_cohort', 'create_action'],
  ...['create_annotation', 'create_alert', 'rename_group_type', 'update_project'],
] as const;

const TOOLSETS: Readonly<Record<string, readonly string[]>> = {
  core: CORE,
  /** Managing what is saved. */
  saved: [
    ...[
      'list_dashboards',
      'list_cohorts',
      'get_cohort',
      'update_cohort',
      'list_actions',
      'get_action',
      'update_action',
    ],
    ...['list_annotations', 'get_annotation', 'update_annotation', 'list_alerts', 'get_alert', 'update_alert'],
    ...['get_insight_sharing', 'refresh_insight_sharing'],
  ],
  definitions: ['list_event_definitions', 'list_property_definitions', 'list_property_values', 'list_group_types'],
  /** `import_events` is listed only where `--import-from` allows it, whatever the toolsets. */
  projects: ['list_projects', 'get_project', 'create_project', 'update_project', 'import_events'],
  activity: ['get_activity', 'list_audit_log', 'my_last_viewed', 'mark_insight_viewed'],
  operations: ['cancel_computation', 'record_timing'],
};
const ALL = 'all';
export const TOOLSET_NAMES: readonly string[] = [...Object.keys(TOOLSETS), ALL];
export const DEFAULT_TOOLSETS: readonly string[] = ['core'];

/** @throws ServiceError invalid_choice, listing the valid ones */
export function readToolsets(text: string): readonly string[] {
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  const unknown = names.find((name) => !TOOLSET_NAMES.includes(name));
  if (unknown === undefined && names.length > 0) return names;
  const which = unknown === undefined ? 'Name at least one toolset.' : `There is no toolset ${unknown.slice(0, 40)}.`;
  throw new ServiceError('invalid_choice', `${which} Toolsets: ${TOOLSET_NAMES.join(', ')}.`, { attr: 'toolsets' });
}

export function isInToolsets(tool: string, toolsets: readonly string[]): boolean {
  return toolsets.some((name) => name === ALL || TOOLSETS[name]!.includes(tool));
}

/** A tool's position in lists. The most needed come first. */
export function rankOf(tool: string): number {
  const listed: readonly string[] = CORE;
  const at = listed.indexOf(tool);
  return at < 0 ? CORE.length : at;
}
