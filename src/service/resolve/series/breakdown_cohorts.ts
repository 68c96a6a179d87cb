/** Cohorts of a breakdown as sent -> their members. */
import { invalid } from '../../../model/error.ts';
import { LIMIT } from '../../../model/limit.ts';
import { ALL } from '../../../model/question/predicate.ts';
import type { CohortGroup } from '../../../model/question/query.ts';
import type { ProjectContext } from '../../contract/context.ts';
import { liveCohort, savedNamed, settingOf } from '../filters/setting.ts';

const EVERYBODY: CohortGroup = { id: 'all', name: 'all users', where: ALL };

/** Without duplicates, in the order sent. */
export function resolveCohortGroups(context: ProjectContext, ids: readonly unknown[], attr: string): CohortGroup[] {
  const wanted = [...new Set(ids.map((id) => readId(context, id, attr)))];
  if (wanted.length > LIMIT.breakdown_cohorts) {
    throw invalid(attr, `A question can be split by at most ${LIMIT.breakdown_cohorts} cohorts, not ${wanted.length}.`);
  }
  const setting = settingOf(context);
  return wanted.map((id) => {
    if (id === 'all') return EVERYBODY;
    const where = setting.cohort(id, attr);
    return { id, name: liveCohort(context, id)?.name ?? String(id), where };
  });
}

/** "all" is stored as 0. */
function readId(context: ProjectContext, sent: unknown, attr: string): number | 'all' {
  if (sent === 'all' || sent === 0 || sent === '0') return 'all';
  const id = typeof sent === 'string' && /^\d{1,9}$/.test(sent) ? Number(sent) : sent;
  if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return id;
  throw invalid(
    attr,
    `Cohorts are named by their ids, as [1, 2], or "all" for everybody. ${savedNamed(context, 'cohort', sent)}`,
  );
}
