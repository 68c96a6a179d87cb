/** Answers to writes: results, read within the transaction and so only if they are short, and warnings. */
import { ServiceError } from '../../model/error.ts';
import { TUNING } from '../../model/tuning.ts';
import type { InsightRow } from '../../store/types/store.ts';
import { understoodOf } from '../answers/compute.ts';
import { cachedInsightAtOnce } from '../answers/insight_answers.ts';
import type { ProjectContext } from '../contract/context.ts';
import { questionOf } from '../questions/question.ts';
import {
  type Asked,
  failed,
  notReadFields,
  objectionTo,
  onItsOwn,
  optionsOf,
  type ResultFields,
  reasonIn,
  storedFields,
} from './result.ts';
import { ResultRoom } from './room.ts';

/** The cached result, or why the question cannot be answered, so that nobody waits for a result in vain. */
export function writtenFields(context: ProjectContext, row: InsightRow): ResultFields {
  const fields = cachedAtOnce(context, onItsOwn(row), writtenRoom());
  if (fields.last_refresh !== null || fields.query_status !== null) return fields;
  const objection = objectionTo(context, row);
  return { ...fields, query_status: objection && failed(reasonIn(context.wording(objection.message), objection.attr)) };
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

/** What its answers will warn of, for a model that has just written the question and may not compute it yet. */
export function questionWarnings(context: ProjectContext, row: InsightRow): string[] {
  try {
    const question = questionOf(row)?.(context);
    const found = question ? [...question.warnings(), ...understoodOf(context, question).warnings] : [];
    return found.map(context.wording);
  } catch (error) {
    // query_status says why it cannot be answered.
    if (error instanceof ServiceError) return [];
    throw error;
  }
}
