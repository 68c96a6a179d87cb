/** Reads typed arguments into values. An error says what to type instead. */
import { InvalidArgumentError } from 'commander';
import { DAY_MS, HOUR_MS } from '../../base/time.ts';
import { LIMIT } from '../../model/limit.ts';
import { isScope, SCOPES, type Scope } from '../../model/scope.ts';

export function bytes(text: string): number {
  const found = /^(\d{1,9})([mg])$/i.exec(text);
  if (found === null || Number(found[1]) === 0) {
    throw new InvalidArgumentError('A size is a whole number of megabytes or gigabytes, e.g. 512m or 4g.');
  }
  return Number(found[1]) * (found[2]!.toLowerCase() === 'm' ? 2 ** 20 : 2 ** 30);
}

export function scopes(text: string): Scope[] {
  const list = text.split(/[\s,]+/).filter((scope) => scope !== '');
  if (!list.every(isScope)) {
    const unknown = list.find((scope) => !isScope(scope));
    throw new InvalidArgumentError(`Invalid scope: ${unknown}. Scopes: ${SCOPES.join(', ')}`);
  }
  if (list.length === 0) throw new InvalidArgumentError(`Name at least one scope of: ${SCOPES.join(', ')}`);
  return list;
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('A whole number is needed.');
  return Number(text);
}

/** How many are wanted: none would read as if there were none. */
export function count(text: string): number {
  const number = wholeNumber(text);
  if (number === 0) throw new InvalidArgumentError('A whole number of at least 1 is needed.');
  return number;
}

export function port(text: string): number {
  const number = wholeNumber(text);
  if (number > 65_535) throw new InvalidArgumentError('A port is a number up to 65535; 0 picks a free one.');
  return number;
}

/** Reads 12h or 90d. @returns milliseconds */
export function duration(text: string): number {
  const found = /^(\d{1,6})([hd])$/.exec(text);
  const ms = found === null ? 0 : Number(found[1]) * (found[2] === 'h' ? HOUR_MS : DAY_MS);
  if (ms > 0 && ms <= LIMIT.key_age_ms) return ms;
  throw new InvalidArgumentError('A duration is a whole number of hours or days up to ten years, e.g. 12h or 90d.');
}

export function list(text: string): string[] {
  return text.split(',').map((item) => item.trim());
}

/** Argument of `expire`: days, or all. @returns null for all */
export function kept(text: string): number | null {
  if (text === 'all') return null;
  const days = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (days >= 1 && days <= LIMIT.retention_days) return days;
  throw new InvalidArgumentError(`A whole number of days from 1 to ${LIMIT.retention_days} is needed, or all.`);
}
