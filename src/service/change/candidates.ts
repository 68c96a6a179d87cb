/** Properties that may account for a change. Their values split what is counted into a few groups. */
import { nearText } from '../../base/nearest.ts';
import { quoted } from '../../base/visible.ts';
import { invalid, tooLong } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { PropertyDefinition } from '../../store/types/store.ts';
import type { ProjectContext } from '../contract/context.ts';
import { see } from '../words/operation_names.ts';

export interface Candidate {
  readonly type: 'event' | 'person';
  readonly key: string;
  /** Whether values are numbers: with many values, they are a measure and not groups. */
  readonly is_number: boolean;
}

/** If the largest value has less than this share, nearly every event has its own value. */
const LEAST_SHARE = 0.01;
const LEAST_COUNT = 3;
/** Properties that never explain a change: ids, names, libraries, and browser versions, which change by themselves. */
const NO_REASON =
  /^(\$lib|\$insert_id|\$time|\$sent_at|\$session_id|\$window_id|\$device_id|\$anon_distinct_id|token|distinct_id|\$user_id|\$(initial_)?(browser|os)_version|\$feature|\$active_feature|\$groups?|\$geoip_(latitude|longitude|time_zone)|\$screen_|\$viewport_|\$ip$|\$pageview_id|\$process_person|(\$?(e?mail|(user)?name|first_?name|last_?name|phone|uuid|.*_?id)$))/i;

/** Returns both properties if events and persons share the name. @throws ServiceError does_not_exist, invalid_input */
export function namedCandidates(context: ProjectContext, keys: readonly string[]): Candidate[] {
  // Too many are refused and not cut, because whoever names a property wants to know what it says.
  if (keys.length > LIMIT.change_properties) throw tooLong('properties', LIMIT.change_properties, 'items');
  const known = definitionsOf(context);
  return keys.flatMap((key, at) => {
    const found = known.filter(({ name }) => name === key);
    if (found.length > 0) return found.map(({ owner }) => ({ type: owner, key, is_number: false }));
    const near = nearText(
      key,
      known.map(({ name }) => name),
    );
    throw invalid(
      `properties__${at}`,
      `No property of events or people is named ${quoted(key)}. ${near || `${see('list_property_definitions')} lists those there are.`}`,
      'does_not_exist',
    );
  });
}

function definitionsOf({ service, project }: ProjectContext): (PropertyDefinition & { owner: Candidate['type'] })[] {
  return (['event', 'person'] as const).flatMap((owner) =>
    service.store.definitions.properties(project.id, { owner }).map((definition) => ({ ...definition, owner })),
  );
}

/** Candidates by name and type, before their values are read. */
export function likelyCandidates(context: ProjectContext): Candidate[] {
  return definitionsOf(context)
    .filter(({ type, name }) => type !== 'DateTime' && !NO_REASON.test(name))
    .slice(0, LIMIT.properties_considered)
    .map(({ owner, name, type }) => ({ type: owner, key: name, is_number: type === 'Numeric' }));
}

const GROUPS_OF_NUMBERS = 20;

/** Whether these are amounts, whose single values are no groups. */
export function isMeasure({ is_number }: Candidate, values: number): boolean {
  return is_number && values > GROUPS_OF_NUMBERS;
}

/** Entropy of the values in bits; 0 if all are the same or nearly all are different. */
export function evennessOf(counts: readonly number[]): number {
  const all = counts.reduce((sum, count) => sum + Math.max(0, count), 0);
  const most = counts.reduce((found, count) => Math.max(found, count), 0);
  if (most < Math.max(LEAST_COUNT, LEAST_SHARE * all)) return 0;
  return counts.reduce((sum, count) => (count > 0 ? sum - (count / all) * Math.log2(count / all) : sum), 0);
}
