/** DELETE of saved things. It is soft: it sets `deleted`, as a PATCH can, and a PATCH undoes it. */
import { z } from 'zod';
import { numberId } from '../../model/fields.ts';
import type { Scope } from '../../model/scope.ts';
import { savedThing } from '../access/saved.ts';
import type { ProjectContext } from '../contract/context.ts';
import { type Operation, operation } from '../contract/operation.ts';
import { updateDashboard } from '../dashboards/write.ts';

interface Removable {
  readonly noun: Noun | 'dashboard';
  readonly path: string;
  readonly scope: Scope;
  remove(context: ProjectContext, id: number): void;
}

interface Kept {
  update(project_id: number, id: number, patch: { deleted: boolean; updated_at_ms: number }): unknown;
}

type Noun = 'action' | 'cohort' | 'annotation' | 'alert';

function keptAs(noun: Noun): Removable {
  const storeOf = ({ service }: ProjectContext): Kept => service.store[`${noun}s`];
  return {
    noun,
    path: `${noun}s`,
    scope: `${noun}:write`,
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
  remove: (context, id) => void updateDashboard(context, id, { deleted: true }),
};

export const REMOVALS: readonly Operation[] = [
  DASHBOARD,
  ...(['action', 'cohort', 'annotation', 'alert'] as const).map(keptAs),
].map(({ noun, path, scope, remove }) =>
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
    locate: (context, { id }) => void savedThing(context, noun, id),
    handle(context, { id }) {
      savedThing(context, noun, id);
      remove(context, id);
      return { id };
    },
  }),
);
