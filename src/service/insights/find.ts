/** Finds insights by id or short id, and makes short ids. */
import { assert } from '../../base/assert.ts';
import { idOf } from '../../model/fields.ts';
import type { InsightRow } from '../../store/types/store.ts';
import { meantText } from '../access/saved.ts';
import type { ProjectContext, Service } from '../contract/context.ts';
import { notFound } from '../words/removed.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const SHORT_ID_CHARS = 8;
/** Bytes from here on are rejected: 256 is not a multiple of 62, so they would favour the first letters. */
const FAIR_BELOW = 256 - (256 % LETTERS.length);
const TRIES = 100;

export function isShortId(text: string): boolean {
  return /^[A-Za-z0-9]{8,12}$/.test(text);
}

/** Finds soft-deleted insights, too. */
function lookUp(context: ProjectContext, id: unknown): InsightRow | undefined {
  const { insights } = context.service.store;
  const text = String(id).trim();
  const number = idOf(text);
  const by_number = number === null ? undefined : insights.get(context.project.id, number);
  if (by_number || !isShortId(text)) return by_number;
  return insights.byShortId(context.project.id, text);
}

/** Holders of a sharing link find their one insight only. @throws ServiceError not_found */
export function anyInsight(context: ProjectContext, id: unknown): InsightRow {
  const row = lookUp(context, id);
  const opened = context.caller.shared_insight_id;
  if (opened !== undefined && opened !== row?.id) throw notFound('insight');
  if (!row) throw notFound('insight', null, meantText(context, 'insight', id));
  return row;
}

/** Does not find soft-deleted insights. @throws ServiceError not_found */
export function liveInsight(context: ProjectContext, id: unknown): InsightRow {
  const row = anyInsight(context, id);
  if (row.deleted) throw notFound('insight', context.caller.shared_insight_id === undefined ? row : null);
  return row;
}

/** Eight random letters and digits, unique within the project. */
export function newShortId(service: Service, project_id: number): string {
  for (let i = 0; i < TRIES; i++) {
    const short_id = randomLetters(service, SHORT_ID_CHARS);
    if (!service.store.insights.byShortId(project_id, short_id)) return short_id;
  }
  throw new Error('the source of randomness repeats itself');
}

function randomLetters(service: Service, length: number): string {
  let text = '';
  for (let i = 0; i < TRIES && text.length < length; i++) {
    for (const byte of service.randomBytes(length)) if (byte < FAIR_BELOW) text += LETTERS[byte % LETTERS.length];
  }
  assert(text.length >= length, 'the source of randomness gives letters');
  return text.slice(0, length);
}
