/** Cohorts to split by, as sent -> who belongs to each. */
import { notSupported } from '../../model/error.ts';
import type { CohortGroup } from '../../model/query.ts';
import type { ProjectContext } from '../context.ts';

export function resolveCohortGroups(_context: ProjectContext, _ids: readonly unknown[], _attr: string): CohortGroup[] {
  throw notSupported('breakdown type cohort', 'breakdown_type', 'A breakdown by cohort cannot be computed yet.');
}
