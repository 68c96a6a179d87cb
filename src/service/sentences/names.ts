/** People and properties of a question, under the project's names. These are data, so they are quoted. */
import { quoted } from '../../base/visible.ts';
import type { ValueSource } from '../../model/question/predicate.ts';
import type { ValueActorKind } from '../../model/question/query.ts';
import type { ProjectContext } from '../contract/context.ts';

export const NAME_CHARS = 80;

export function named(text: string): string {
  return quoted(text, NAME_CHARS);
}

export function groupTypeName({ service, project }: ProjectContext, index: number): string {
  const found = service.store.groups.types(project.id).find((type) => type.group_type_index === index);
  return found === undefined ? `type ${index}` : named(found.group_type);
}

export function cohortName({ service, project }: ProjectContext, id: unknown): string {
  const name = service.store.cohorts.get(project.id, Number(id))?.name ?? null;
  return `cohort ${Number(id)}${name === null || name === '' ? '' : ` ${named(name)}`}`;
}

/** Actors, for example `people` or `groups of type "company"`. */
export function actorWords(context: ProjectContext, actor: ValueActorKind): string {
  if (actor.kind === 'person') return 'people';
  if (actor.kind === 'expression') return 'values of an expression';
  return `groups of type ${groupTypeName(context, actor.type_index)}`;
}

/** Source of a value, for example `"plan"` or `person's "plan"`. */
export function sourceWords(context: ProjectContext, source: ValueSource): string {
  switch (source.of) {
    case 'event':
      return named(source.key);
    case 'person':
      return `person's ${named(source.key)}`;
    case 'group':
      return `${groupTypeName(context, source.type_index)} group's ${named(source.key)}`;
    case 'session':
      return `session's ${named(source.key)}`;
    case 'metadata':
      return `event's ${source.key}`;
    case 'expression':
      return 'an expression';
  }
}
