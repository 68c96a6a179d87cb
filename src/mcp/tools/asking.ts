/** What the user of a host is asked before a call: whether to remove something, or to make a second one of a name. */
import { hasKey } from '../../base/known.ts';
import { quoted, visibleJson } from '../../base/visible.ts';
import { idOf } from '../../model/fields.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Service } from '../../service/contract/context.ts';
import type { Operation } from '../../service/contract/operation.ts';

type Input = Readonly<Record<string, unknown>>;

/** Tools that make or remove something with a name -> where it is kept. */
const CREATING = {
  create_insight: 'insights',
  create_dashboard: 'dashboards',
  create_cohort: 'cohorts',
  create_action: 'actions',
} as const;
const REMOVING = {
  soft_delete_insight: 'insights',
  update_insight: 'insights',
  update_dashboard: 'dashboards',
  update_cohort: 'cohorts',
  update_action: 'actions',
  update_annotation: 'annotations',
  update_alert: 'alerts',
} as const;
type Kind = (typeof REMOVING)[keyof typeof REMOVING];

/** Whether the tool may remove something: by its nature, or if it is sent `"deleted": true`. */
export function mayRemove({ effect, input }: Operation): boolean {
  return effect === 'destroy' || (effect === 'update' && 'deleted' in input.shape);
}

/** null if there is nothing to ask. */
export function questionBefore(
  service: Service,
  project_id: number,
  operation: Operation,
  input: Input,
): string | null {
  if (operation.effect === 'create') return twinQuestion(service, project_id, operation, input);
  const isRemoving = operation.effect === 'destroy' || (mayRemove(operation) && input['deleted'] === true);
  return isRemoving ? removalQuestion(service, project_id, operation, input) : null;
}

/** Two things with one name are usually a mistake, so the user decides whether to change the first. */
function twinQuestion(service: Service, project_id: number, { name, title }: Operation, { name: sent }: Input) {
  if (!hasKey(CREATING, name) || typeof sent !== 'string') return null;
  const { rows } = service.store[CREATING[name]].list(project_id, { search: sent, limit: LIMIT.page_max, offset: 0 });
  const twin = rows.find((row) => row.name === sent);
  return twin === undefined ? null : `${title}? There is one of that name already: ${twin.id} ${quoted(sent)}.`;
}

/** Nobody is asked about what is not there: the call says so. */
function removalQuestion(service: Service, project_id: number, { name, title }: Operation, input: Input) {
  if (!hasKey(REMOVING, name)) return `${title}? ${visibleJson(input).slice(0, LIMIT.name_chars)}`;
  const kind = REMOVING[name];
  const found = find(service, project_id, kind, String(input['id']).trim());
  if (found === undefined || found.deleted) return null;
  const told = 'content' in found ? found.content : found.name;
  const words = told === null || told === '' ? 'without a name' : quoted(told);
  return `Remove the ${kind.slice(0, -1)} ${found.id} ${words}? It can be brought back.`;
}

function find({ store }: Service, project_id: number, kind: Kind, id: string) {
  const number = idOf(id);
  const by_number = number === null ? undefined : store[kind].get(project_id, number);
  return by_number ?? (kind === 'insights' ? store.insights.byShortId(project_id, id) : undefined);
}
