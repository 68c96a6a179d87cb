/** Everybody, or people found by what is sent in place of a question. */

import { definedOnly } from '../../base/json.ts';
import { folded } from '../../base/letters/caseless.ts';
import { invalid } from '../../model/error.ts';
import type { EverybodyPoint, Listed } from '../../model/question/people.ts';
import { isOfPersons } from '../../model/question/predicate.ts';
import { NO_GROUP } from '../../store/types/store.ts';
import type { ProjectContext } from '../contract/context.ts';
import { everSeen } from '../present/sql_links.ts';
import { resolveFilters } from '../resolve/filters/filters.ts';
import { settingOf } from '../resolve/filters/setting.ts';

/** Properties that usually hold a person's name. */
const NAMES = ['email', 'name', 'username', '$email', '$name'];

export interface Sought {
  readonly search?: string | undefined;
  readonly distinct_id?: string | undefined;
  readonly email?: string | undefined;
  /** Filters, as in questions. */
  readonly properties?: unknown;
}

/** null if some of the filters are about events, so that it takes a question to find who has such. */
export function everybody(context: ProjectContext, sought: Sought): EverybodyPoint | null {
  const where = resolveFilters(filtersOf(context, sought), 'properties', settingOf(context));
  return isOfPersons(where) ? { kind: 'everybody', where } : null;
}

/** A trend of all events ever, by these people. */
export function directoryQuestion(context: ProjectContext, sought: Sought): Record<string, unknown> {
  return everSeen(filtersOf(context, sought));
}

/** `search`: part of a name or email, or a whole distinct id. */
function filtersOf(context: ProjectContext, { search, distinct_id, email, properties }: Sought): unknown {
  if (Object.keys(definedOnly({ search, distinct_id, email, properties })).length > 1) {
    throw invalid('distinct_id', 'Send one of "search", "distinct_id", "email" and "properties".');
  }
  if (search !== undefined) return { type: 'OR', values: [...named(context, search), ofDistinctId(search)] };
  if (distinct_id !== undefined) return [ofDistinctId(distinct_id)];
  return email === undefined ? properties : [{ key: 'email', type: 'person', operator: 'exact', value: email }];
}

/** Conditions on the properties that exist; others would cause warnings. */
function named({ service, project }: ProjectContext, search: string) {
  const there = NAMES.filter((name) => {
    const asked = { owner: 'person', group_type_index: NO_GROUP, name } as const;
    return service.store.definitions.property(project.id, asked) !== undefined;
  });
  return there.map((key) => ({ key, type: 'person', operator: 'icontains', value: search }));
}

/** What of somebody a search has found. */
export function foundBy(search: string, { properties, distinct_ids }: Pick<Listed, 'properties' | 'distinct_ids'>) {
  const wanted = folded(search);
  const found = NAMES.map((key) => ({ key, value: String(properties[key] ?? '') }));
  const by = found.find(({ value }) => folded(value).includes(wanted));
  if (by !== undefined) return by;
  return distinct_ids.includes(search) ? { key: 'distinct_id', value: search } : undefined;
}

function ofDistinctId(id: string) {
  return { key: 'distinct_id', type: 'person', operator: 'exact', value: [id] };
}
