/** Everybody, or those a search finds: the people behind all events ever. */
import { invalid } from '../../model/error.ts';
import { textLiteral } from '../../sql/grammar/literal.ts';
import { NO_GROUP } from '../../store/types/store.ts';
import type { ProjectContext } from '../contract/context.ts';

/** Usual properties for names of people. */
const NAMES = ['email', 'name', 'username', '$email', '$name'];

export interface Sought {
  readonly search?: string | undefined;
  readonly distinct_id?: string | undefined;
}

/** A question about these people. `search`: part of a name or email, or a whole distinct id. */
export function directoryQuestion(context: ProjectContext, { search, distinct_id }: Sought): Record<string, unknown> {
  if (search !== undefined && distinct_id !== undefined) {
    throw invalid('distinct_id', 'Send "search" or "distinct_id", not both.');
  }
  const values =
    search !== undefined
      ? [...named(context, search), ofDistinctId(search)]
      : distinct_id !== undefined
        ? [ofDistinctId(distinct_id)]
        : [];
  return {
    kind: 'trend',
    events: [{ id: null }],
    date_from: 'all',
    ...(values.length === 0 ? {} : { properties: { type: 'OR', values } }),
  };
}

/** Only existing properties: others would cause warnings. */
function named({ service, project }: ProjectContext, search: string) {
  const there = NAMES.filter((name) => {
    const asked = { owner: 'person', group_type_index: NO_GROUP, name } as const;
    return service.store.definitions.property(project.id, asked) !== undefined;
  });
  return there.map((key) => ({ key, type: 'person', operator: 'icontains', value: search }));
}

function ofDistinctId(id: string) {
  return { type: 'hogql', key: `distinct_id = ${textLiteral(id)}` };
}
