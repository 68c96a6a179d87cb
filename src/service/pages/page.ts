/** Pages of a list, with the addresses of the next and the previous page. */
import { z } from 'zod';
import { LIMIT } from '../../model/limit.ts';

export const limitField = z
  .int()
  .min(1)
  .max(LIMIT.page_max)
  .optional()
  .describe(`How many (default ${LIMIT.page_default})`);
export const offsetField = z.int().min(0).optional().describe('How many to pass over');

/** All of a list, where nobody asked for a page of it. */
export const EVERY = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };

export interface Page {
  /** Total over all pages. */
  readonly count: number;
  readonly limit: number;
  readonly offset: number;
}

export interface Links {
  readonly next: string | null;
  readonly previous: string | null;
}

/** Addresses repeat the request's query. Without HTTP they are only the paging part: `?limit=100&offset=100`. */
export function linksOf(url: URL | null, { count, limit, offset }: Page): Links {
  const next = offset + limit;
  return {
    next: next < count ? addressOf(url, { limit, offset: next }) : null,
    previous: offset > 0 ? addressOf(url, { limit, offset: Math.max(0, offset - limit) }) : null,
  };
}

/** For pages numbered from 1. */
export function numberedLinksOf(url: URL | null, count: number, limit: number, page: number): Links {
  return {
    next: page * limit < count ? addressOf(url, { limit, page: page + 1 }) : null,
    previous: page > 1 ? addressOf(url, { limit, page: page - 1 }) : null,
  };
}

/** The request's address with these members replaced. */
export function addressOf(url: URL | null, values: Readonly<Record<string, number | string>>): string {
  const params = new URLSearchParams(url?.searchParams);
  for (const [name, value] of Object.entries(values)) {
    if (name === 'offset' && value === 0) params.delete(name);
    else params.set(name, String(value));
  }
  return url === null ? `?${params}` : `${url.origin}${url.pathname}?${params}`;
}
