/** Who is counted, and how group types are named (decision: index 0 means people, a name reaches every type). */
import { invalid } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { ActorKind } from '../../model/query.ts';
import type { ProjectContext } from '../context.ts';

const PERSON: ActorKind = { kind: 'person' };

export interface Aggregation {
  readonly aggregation_group_type?: string | undefined;
  readonly aggregation_group_type_index?: number | undefined;
}

export function resolveActor(context: ProjectContext, body: Aggregation): ActorKind {
  const name = body.aggregation_group_type;
  if (name !== undefined) return { kind: 'group', type_index: groupTypeIndex(context, name, 'aggregation_group_type') };
  const index = body.aggregation_group_type_index ?? 0;
  return index === 0 ? PERSON : { kind: 'group', type_index: index };
}

function groupTypeIndex(context: ProjectContext, name: string, attr: string): number {
  const types = context.service.store.groups.types(context.project.id);
  const found = types.find((type) => type.group_type === name);
  if (found) return found.group_type_index;
  // An index as text: how query nodes say it, where 0 is the first group type.
  if (/^\d$/.test(name) && Number(name) < LIMIT.groups_per_project) return Number(name);
  const known = types.map((type) => type.group_type).join(', ');
  const help = known === '' ? 'This project has no group types yet.' : `This project has: ${known}.`;
  throw invalid(attr, `There is no group type "${name}". ${help}`, 'does_not_exist');
}
