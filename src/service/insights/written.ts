/** Results in answers to writes. They are read within the transaction, so only if they are short. */
import { TUNING } from '../../model/tuning.ts';
import type { InsightRow } from '../../store/types/store.ts';
import { cachedInsightAtOnce } from '../answers/insight_answers.ts';
import type { ProjectContext } from '../contract/context.ts';
import {
  type Asked,
  failed,
  notReadFields,
  objectionTo,
  onItsOwn,
  optionsOf,
  type ResultFields,
  storedFields,
} from './result.ts';
import { ResultRoom } from './room.ts';

/** The cached result, or why the question cannot be answered, so that nobody waits for a result in vain. */
export function writtenFields(context: ProjectContext, row: InsightRow): ResultFields {
  const fields = cachedAtOnce(context, onItsOwn(row), writtenRoom());
  if (fields.last_refresh !== null || fields.query_status !== null) return fields;
  const objection = objectionTo(context, row);
  return { ...fields, query_status: objection && failed(objection.message) };
}

export function writtenRoom(): ResultRoom {
  return new ResultRoom(TUNING.written_results_bytes);
}

/** The cached result, if the answer has room for it. */
export function cachedAtOnce(context: ProjectContext, asked: Asked, room: ResultRoom): ResultFields {
  try {
    const options = optionsOf(context, asked, 'force_cache');
    return room.fit(storedFields(cachedInsightAtOnce(context, asked.filters, asked.query, options, room.left_bytes)));
  } catch (error) {
    return notReadFields(error);
  }
}
