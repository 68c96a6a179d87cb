/**
 * Questions that links to people name, so that a link is short. A question is known by what it says: asked again it has the
 * same links. It is kept as long as a result since it was asked last, and so many of a project at most.
 */
import { createHash } from 'node:crypto';
import { DAY_MS } from '../../base/civil.ts';
import { canonical } from '../../base/json.ts';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { ProjectContext, Service } from '../contract/context.ts';
import { writeIfFree } from '../data/writing.ts';
import type { Linked } from '../present/people_links.ts';

const KEY = 'question:';
/** 72 bits: of all questions of a project no two are called the same. */
const ID_CHARS = 12;
/** A question that is asked over and over is not written each time. */
const NOTED_MS = DAY_MS;

/** Of each running product: key -> when it was written last. */
const noted = new WeakMap<Service, Map<string, number>>();

/** Its id; null where it is too long to be kept, or cannot be written now. */
export function keepQuestion({ service, project, now_ms }: ProjectContext, { kind, filters }: Linked): string | null {
  const { client_query_id: _, ...said } = filters;
  const text = canonical({ ...said, kind });
  if (text.length > LIMIT.question_kept_chars) return null;
  const id = createHash('sha256').update(text).digest('base64url').slice(0, ID_CHARS);
  const notes = noted.get(service) ?? new Map<string, number>();
  noted.set(service, notes);
  const note = `${project.id} ${id}`;
  if (now_ms - (notes.get(note) ?? Number.NEGATIVE_INFINITY) < NOTED_MS) return id;
  const { store } = service;
  const is_written = writeIfFree(store, () => {
    store.results.put(project.id, { key: KEY + id, body: { ...said, kind }, computed_at_ms: now_ms });
    const gone = store.results.trim(project.id, KEY, LIMIT.questions_kept);
    for (const key of gone) notes.delete(`${project.id} ${key.slice(KEY.length)}`);
  });
  if (!is_written) return null;
  notes.set(note, now_ms);
  if (notes.size > LIMIT.questions_kept) notes.delete(notes.keys().next().value!);
  return id;
}

/** @throws ServiceError gone */
export function keptQuestion({ service, project, now_ms }: ProjectContext, id: string): unknown {
  const found = service.store.results.get(project.id, KEY + id);
  if (found !== undefined && now_ms - found.computed_at_ms <= LIMIT.result_age_ms) return found.body;
  throw new ServiceError(
    'gone',
    `The question of this link is not kept any more: that is so ${LIMIT.result_age_ms / DAY_MS} days after it was asked last. ` +
      'Ask it again, the answer has links that work; or send the question itself: ?question={"kind":"trend","events":[{"id":"sign up"}]}.',
    { attr: 'q' },
  );
}
