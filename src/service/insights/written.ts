/** Results in answers to writes: read within the transaction, so only short ones. */
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

/** What is cached, or the reason why the question has no answer, reported before anybody waits for one. */
export function writtenFields(context: ProjectContext, row: InsightRow): ResultFields {
  const fields = cachedAtOnce(context, onItsOwn(row), writtenRoom());
  if (fields.last_refresh !== null || fields.query_status !== null) return fields;
  const objection = objectionTo(context, row);
  return { ...fields, query_status: objection && failed(objection.message) };
}

export function writtenRoom(): ResultRoom {
  return new ResultRoom(TUNING.written_results_bytes);
}

/** What is cached, while the answer has room. */
export function cachedAtOnce(context: ProjectContext, asked: Asked, room: ResultRoom): ResultFields {
  try {
    const options = optionsOf(context, asked, 'force_cache');
    return room.fit(storedFields(cachedInsightAtOnce(context, asked.filters, asked.query, options, room.left_bytes)));
  } catch (error) {
    return notReadFields(error);
  }
}
