/** One limit is tried; others by a test that is skipped, and by one that must fail. */
import { test } from 'vitest';
import { LIMIT } from '../../../src/model/limit.ts';
import { atAndPast } from '../tried_limits.ts';

const isWithin = (most: number) => (value: number) => value <= most;
const EXPECTED = { at: true, past: false };

test('tried', () => atAndPast('tags', isWithin(LIMIT.tags), EXPECTED));

test.skipIf(true)('skipped', () => atAndPast('tag_chars', isWithin(LIMIT.tag_chars), EXPECTED));

test.fails('failed', () => atAndPast('search_chars', isWithin(LIMIT.search_chars - 1), EXPECTED));
