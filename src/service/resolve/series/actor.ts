/** Who is counted, and how to name group types. We decided that index 0 means people; a name can select every type. */

import { nearText } from '../../../base/nearest.ts';
import { quoted } from '../../../base/visible.ts';
import { invalid, type ServiceError } from '../../../model/error.ts';
import type { TrendEntityBody } from '../../../model/question/body.ts';
import type { ActorKind } from '../../../model/question/query.ts';
import type { GroupType } from '../../../model/saved/project.ts';
import type { ProjectContext } from '../../contract/context.ts';
import { groupTypeWords, onlyGroupType } from '../../words/group_types.ts';
import { see } from '../../words/operation_names.ts';
import type { Line } from './entities.ts';

const PERSON: ActorKind = { kind: 'person' };

export interface Aggregation {
  readonly aggregation_group_type?: string | undefined;
  readonly aggregation_group_type_index?: number | undefined;
}

export function resolveActor(context: ProjectContext, body: Aggregation): ActorKind {
  const name = body.aggregation_group_type;
  if (name !== undefined) return { kind: 'group', type_index: groupTypeIndex(context, name, 'aggregation_group_type') };
  const index = body.aggregation_group_type_index ?? 0;
  return index === 0 ? PERSON : groupActor(context, index, 'aggregation_group_type_index');
}

/** Who a line counts: groups of its own type, or else whoever the question counts. */
export function lineActor(
  context: ProjectContext,
  body: Aggregation,
  { body: line, attr }: Line<TrendEntityBody>,
): ActorKind {
  const index = line.math_group_type_index;
  const actor: ActorKind = index === undefined ? resolveActor(context, body) : { kind: 'group', type_index: index };
  return line.math === 'unique_group' && actor.kind !== 'group' ? onlyGroups(context, attr) : actor;
}

/** For `unique_group` without saying which groups. */
export function onlyGroups(context: ProjectContext, attr: string): ActorKind {
  return { kind: 'group', type_index: onlyGroupType(typesOf(context), `${attr}__math_group_type_index`) };
}

/** Groups of the type with this index. @throws ServiceError if the project has no such type */
function groupActor(context: ProjectContext, type_index: number, attr: string): ActorKind {
  const types = typesOf(context);
  if (types.some((type) => type.group_type_index === type_index)) return { kind: 'group', type_index };
  throw unknownType(types, String(type_index), attr);
}

function groupTypeIndex(context: ProjectContext, name: string, attr: string): number {
  const types = typesOf(context);
  // Query nodes send the index as text. There 0 is the first group type.
  const found =
    types.find((type) => type.group_type === name) ?? types.find((type) => String(type.group_type_index) === name);
  if (found) return found.group_type_index;
  throw unknownType(types, name, attr);
}

function typesOf({ service, project }: ProjectContext): readonly GroupType[] {
  return service.store.groups.types(project.id);
}

function unknownType(types: readonly GroupType[], sent: string, attr: string): ServiceError {
  const known = types.map(groupTypeWords).join(', ');
  const help = known === '' ? 'This project has no group types yet.' : `This project has: ${known}.`;
  const near = nearText(
    sent,
    types.map((type) => type.group_type),
  );
  const texts = [`There is no group type ${quoted(sent)}.`, near, help, `${see('list_group_types')} tells more.`];
  return invalid(attr, texts.filter(Boolean).join(' '), 'does_not_exist');
}
