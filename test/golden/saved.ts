/** Saves the actions and cohorts of a case under the numbers that its question uses. */
import { must } from '../../src/base/assert.ts';
import type { Project } from '../../src/model/saved/project.ts';
import type { World } from './world.ts';

interface CaseAction {
  readonly id: number;
  readonly name: string;
  readonly steps: readonly unknown[];
}

interface CaseCohort {
  readonly id: number;
  readonly name: string;
  readonly filters?: unknown;
  readonly is_static?: boolean;
  /** Distinct ids of a static one. */
  readonly members?: readonly string[];
}

export interface SavedThings {
  readonly actions?: readonly CaseAction[];
  readonly cohorts?: readonly CaseCohort[];
}

/** After the persons: static cohorts name them. */
export function saveThings(world: World, project: Project, { actions = [], cohorts = [] }: SavedThings): void {
  const { store } = world.service;
  const shared = {
    project_id: project.id,
    description: '',
    deleted: false,
    created_at_ms: world.clock_ms,
    created_by: null,
    updated_at_ms: world.clock_ms,
  };
  store.transaction(() => {
    for (const { id, name, steps } of actions) store.actions.insert({ ...shared, name, steps, tags: [] }, id);
    for (const { id, name, filters = {}, is_static = false, members = [] } of cohorts) {
      store.cohorts.insert({ ...shared, name, filters, is_static }, id);
      const ords = members.map((text) => must(store.people.find(project.id, text), `the member ${text} of a case`).ord);
      store.cohorts.addMembers(project.id, id, ords);
    }
  });
}
