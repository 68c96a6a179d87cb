/** Answers about feature flags, in the format of the libraries. There are no flags. */
import type { Project } from '../../model/saved/project.ts';
import { remoteConfig } from '../browser/config.ts';

/** `/flags/?v=2`: no flags, computed without error. */
export function flagsAnswer(project: Project, request_id: string, now_ms: number): Record<string, unknown> {
  return {
    ...remoteConfig(project.api_token, project),
    errorsWhileComputingFlags: false,
    flags: {},
    featureFlags: {},
    featureFlagPayloads: {},
    requestId: request_id,
    evaluatedAt: now_ms,
  };
}

/** Answer to server libraries that evaluate flags locally. */
export function localFlags(): Record<string, unknown> {
  return { flags: [], group_type_mapping: {}, cohorts: {} };
}
