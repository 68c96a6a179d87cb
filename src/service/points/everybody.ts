/** Lists everybody, or people found by a search: the people behind all events ever. */
import { definedOnly } from '../../base/json.ts';
import { invalid } from '../../model/error.ts';
import { textLiteral } from '../../sql/grammar/literal.ts';
import { NO_GROUP } from '../../store/types/store.ts';
import type { ProjectContext } from '../contract/context.ts';

/** Properties that usually hold a person's name. */
const NAMES = ['email', 'name', 'username', '$email', '$name'];

export interface Sought {
  readonly search?: string | undefined;
  readonly distinct_id?: string | undefined;
  readonly email?: string | undefined;
}

/** A trend of all events ever, by these people. `search`: part of a name or email, or a whole distinct id. */
export function directoryQuestion(context: ProjectContext, sought: Sought): Record<string, unknown> {
  const { search, distinct_id, email } = sought;
  if (Object.values(definedOnly({ search, distinct_id, email })).length > 1) {
    throw invalid('distinct_id', 'Send one of "search", "distinct_id" and "email".');
  }
  const values = [
    ...(search === undefined ? [] : [...named(context, search), ofDistinctId(search)]),
    ...(distinct_id === undefined ? [] : [ofDistinctId(distinct_id)]),
    ...(email === undefined ? [] : [{ key: 'email', type: 'person', operator: 'exact', value: email }]),
  ];
  return {
    kind: 'trend',
    events: [{ id: null }],
    date_from: 'all',
    ...(values.length === 0 ? {} : { properties: { type: 'OR', values } }),
  };
}

/** Conditions on the properties that exist; others would cause warnings. */
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
