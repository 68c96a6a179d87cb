/** DELETE of saved things. It is soft: it sets `deleted`, as a PATCH can, and a PATCH undoes it. */
import { z } from 'zod';
import { numberId } from '../../model/fields.ts';
import type { Scope } from '../../model/scope.ts';
import type { ProjectContext } from '../contract/context.ts';
import { type Operation, operation } from '../contract/operation.ts';
import { liveDashboard, updateDashboard } from '../dashboards/write.ts';
import { existing } from '../words/removed.ts';

interface Removable {
  readonly noun: string;
  readonly path: string;
  readonly scope: Scope;
  /** @throws ServiceError not_found */
  check(context: ProjectContext, id: number): void;
  remove(context: ProjectContext, id: number): void;
}

interface Kept {
  get(project_id: number, id: number): { readonly deleted: boolean } | undefined;
  update(project_id: number, id: number, patch: { deleted: boolean; updated_at_ms: number }): unknown;
}

type Noun = 'action' | 'cohort' | 'annotation' | 'alert';

function keptAs(noun: Noun): Removable {
  const storeOf = ({ service }: ProjectContext): Kept => service.store[`${noun}s`];
  return {
    noun,
    path: `${noun}s`,
    scope: `${noun}:write`,
    check(context, id) {
      existing(noun, storeOf(context).get(context.project.id, id));
    },
    remove(context, id) {
      const { store } = context.service;
      store.transaction(() =>
        storeOf(context).update(context.project.id, id, { deleted: true, updated_at_ms: context.now_ms }),
      );
    },
  };
}

const DASHBOARD: Removable = {
  noun: 'dashboard',
  path: 'dashboards',
  scope: 'dashboard:write',
  check: (context, id) => void liveDashboard(context, id),
  remove: (context, id) => void updateDashboard(context, id, { deleted: true }),
};

export const REMOVALS: readonly Operation[] = [
  DASHBOARD,
  ...(['action', 'cohort', 'annotation', 'alert'] as const).map(keptAs),
].map(({ noun, path, scope, check, remove }) =>
  operation({
    name: `remove_${noun}`,
    title: `Remove ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`,
    description: 'Softly: a PATCH with "deleted": false brings it back.',
    routes: [{ method: 'DELETE', path: `/${path}/:id/`, status: 204, present: () => undefined }],
    tool: false,
    scope,
    effect: 'destroy',
    input: z.object({ id: numberId(`Number of the ${noun}`) }),
    output: z.object({ id: z.int() }),
    text: ({ id }) => `${id} is removed.`,
    locate: (context, { id }) => check(context, Number(id)),
    handle(context, { id }) {
      check(context, id);
      remove(context, id);
      return { id };
    },
  }),
);
