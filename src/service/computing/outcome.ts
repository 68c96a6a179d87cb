/** What is done with a question where it is computed: its numbers, and the answer made of them. */
import { type Patch, patchBetween } from '../../base/written.ts';
import { answerQuery, type QueryOf } from '../../engine/answer.ts';
import type { Dataset } from '../../engine/frame/dataset.ts';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { linkedResult, type Show, shownOf } from '../kinds/shown/index.ts';
import { reasonsOf } from '../nothing/reasons.ts';
import type { Result, ShownKind } from '../present/showing.ts';
import type { Outcome, ShownAnswer, Task } from './messages.ts';

/** @throws ServiceError what `view.checkpoint` throws, and where the answer would be too large */
export function outcomeOf(task: Task, view: Dataset): Outcome {
  if (!('showing' in task)) return { kind: 'numbers', numbers: answerQuery(task.asked, view) };
  return answerShown(task, view);
}

function answerShown<K extends ShownKind>(show: Show<K>, view: Dataset): ShownAnswer {
  const checkpoint = (): void => view.checkpoint();
  const { kind, query }: { kind: K; query: QueryOf<K> } = show.asked;
  const shown = shownOf(kind);
  const numbers = answerQuery(show.asked, view);
  const { result, has_more = false, warnings = [] } = shown.present(query, show.showing, numbers, checkpoint);
  const reasons = reasonsOf(shown.lines(query), shown.empty(query, numbers, result), view);
  return { kind: 'shown', ...write(result, linkedResult(show, result), checkpoint), has_more, warnings, reasons };
}

/** Item by item, as each may carry the whole question: so what is too large is found out before it is there. */
function write(result: Result, linked: Result, checkpoint: () => void): Pick<ShownAnswer, 'json' | 'ends' | 'patches'> {
  if (!Array.isArray(result)) {
    const json = JSON.stringify(result);
    return { json: encoded(json), ends: new Uint32Array(0), patches: patchesOf(json, result, linked, 0) };
  }
  const items: string[] = [];
  const patches: Patch[] = [];
  const ends = new Uint32Array(result.length);
  let end = 0;
  let patched = 0;
  for (const [at, item] of result.entries()) {
    checkpoint();
    const text = JSON.stringify(item);
    const [patch] = patchesOf(text, item, Array.isArray(linked) ? linked[at] : item, end + 1);
    if (patch !== undefined) patches.push(patch);
    patched += patch?.text.length ?? 0;
    end += 1 + Buffer.byteLength(text);
    if (end + patched > LIMIT.answer_bytes) throw tooLong(items.length, result.length);
    ends[at] = end;
    items.push(text);
  }
  return { json: encoded(`[${items.join(',')}]`), ends, patches };
}

function patchesOf(text: string, item: unknown, linked: unknown, at: number): Patch[] {
  return item === linked ? [] : [patchBetween(text, JSON.stringify(linked), at)];
}

/** In memory of its own, which can be handed on. */
function encoded(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function tooLong(written: number, of: number): ServiceError {
  const allowed = `${LIMIT.answer_bytes / 1024 ** 2} MB`;
  return new ServiceError(
    'invalid_input',
    `This answer would be longer than the ${allowed} that are allowed: ${written} of its ${of} rows fill them. ` +
      'Ask for fewer series, values of a breakdown (breakdown_limit) or points, or with shorter filters.',
  );
}
