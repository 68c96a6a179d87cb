/**
 * Stores the questions that links to people refer to, so that links stay short. An id is a hash of the content, so
 * equal questions have equal links. A question is kept as long as a result, counted from when it was last asked. The
 * number of questions per project is limited.
 */
import { createHash } from 'node:crypto';
import { DAY_MS } from '../../base/calendar/civil.ts';
import { canonical } from '../../base/json.ts';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { ProjectContext, Service } from '../contract/context.ts';
import { QUESTION_KEY } from '../data/result_keys.ts';
import { writeIfFree } from '../data/writing.ts';
import type { Linked } from '../present/people_links.ts';

/** 72 bits, enough that ids within a project do not collide. */
const ID_CHARS = 12;
/** A question is written again only after this time, however often it is asked. */
const NOTED_MS = DAY_MS;

/** Per running service: key -> time of the last write. */
const noted = new WeakMap<Service, Map<string, number>>();

/** Returns the question's id; null if it is too long to store or cannot be written now. */
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
    store.results.put(project.id, { key: QUESTION_KEY + id, body: { ...said, kind }, computed_at_ms: now_ms });
    const gone = store.results.trim(project.id, QUESTION_KEY, LIMIT.questions_kept);
    for (const key of gone) notes.delete(`${project.id} ${key.slice(QUESTION_KEY.length)}`);
  });
  if (!is_written) return null;
  notes.set(note, now_ms);
  if (notes.size > LIMIT.questions_kept) notes.delete(notes.keys().next().value!);
  return id;
}

/** @throws ServiceError gone */
export function keptQuestion({ service, project, now_ms }: ProjectContext, id: string): unknown {
  const found = service.store.results.get(project.id, QUESTION_KEY + id);
  if (found !== undefined && now_ms - found.computed_at_ms <= LIMIT.result_age_ms) return found.body;
  throw new ServiceError(
    'gone',
    `This link has expired: links work for ${LIMIT.result_age_ms / DAY_MS} days after their question was last asked. ` +
      'Ask it again, the answer has links that work; or send the question itself: ?question={"kind":"trend","events":[{"id":"sign up"}]}.',
    { attr: 'q' },
  );
}
