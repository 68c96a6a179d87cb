/** What is done with a question where it is computed: its numbers, and the answer made of them. */
import { answerQuery } from '../../engine/answer.ts';
import type { DatasetView } from '../../engine/dataset.ts';
import { present } from '../present/present.ts';
import type { Outcome, Task } from './messages.ts';

/** @throws ServiceError what `view.checkpoint` throws, and where the answer would be too large */
export function outcomeOf(task: Task, view: DatasetView): Outcome {
  if (!('showing' in task)) return { kind: 'people', numbers: answerQuery(task.asked, view) };
  const { result, has_more = false, warnings = [] } = present(task, answerQuery(task.asked, view));
  return { kind: 'shown', json: new TextEncoder().encode(JSON.stringify(result)), has_more, warnings };
}
