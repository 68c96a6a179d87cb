/** Time formats decided while rows stream past, against a twin that reads a whole batch first. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFileOptions } from '../../src/cli/files/settings.ts';
import { decideForm, FileTimes, timesIn } from '../../src/cli/files/times.ts';
import { TIME_FIELDS } from '../../src/cli/files/types.ts';
import type { Row } from '../../src/cli/formats/types.ts';
import { ServiceError } from '../../src/model/error.ts';
import { runs } from '../support/runs.ts';

const settings = parseFileOptions({});
const time = fc.constantFrom('13.01.2026', '02.01.2026', '2026-01-31T12:00:00Z', 1_769_860_800, '', ' ', 'soon', null);
const row: fc.Arbitrary<Row> = fc.oneof(
  fc.record({ line: fc.constant(1), value: fc.record({ event: fc.constant('e') }) }),
  fc.record({ line: fc.constant(2), value: fc.record({ event: fc.constant('e'), timestamp: time }) }),
  fc.record({ line: fc.constant(3), value: fc.record({ type: fc.constantFrom('person', 'group'), created_at: time }) }),
  fc.record({ line: fc.constant(4), value: fc.constantFrom<unknown>(null, [], 7) }),
  fc.constant<Row>({ line: 5, reason: 'not valid JSON', text: '{' }),
);
const batches = fc.array(fc.array(row, { maxLength: 6 }), { maxLength: 3 });

/** Each row's time or why it has none; and why the file ends there, if it does. */
interface Told {
  readonly times: (number | string | null)[];
  failure: string | null;
}

function said(run: (times: Told['times']) => void): Told {
  const told: Told = { times: [], failure: null };
  try {
    run(told.times);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    told.failure = error.message.replace('f: ', '');
  }
  return told;
}

function timeOf(times: FileTimes, one: Row): number | string | null {
  if (!('value' in one) || typeof one.value !== 'object' || one.value === null) return null;
  const [field, value] = Object.entries(one.value).find(([name]) => TIME_FIELDS.some((known) => known === name)) ?? [];
  if (field === undefined) return null;
  try {
    return times.timeOf(field, value);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error.message;
  }
}

function streaming(given: readonly (readonly Row[])[]): Told {
  const times = new FileTimes({ path: 'f', times: {}, settings });
  return said((told) => {
    for (const rows of given) for (const one of times.decided(rows)) told.push(timeOf(times, one));
  });
}

function inBatches(given: readonly (readonly Row[])[]): Told {
  const forms: { [field: string]: ReturnType<typeof decideForm> } = {};
  return said((told) => {
    for (const rows of given) {
      const values = rows.map((one) => ('value' in one ? one.value : null));
      for (const field of TIME_FIELDS) forms[field] ??= decideForm(field, timesIn(values, field), settings);
      const decided = Object.fromEntries(Object.entries(forms).filter(([, form]) => form !== null));
      const times = new FileTimes({ path: 'f', times: decided, settings });
      for (const one of rows) told.push(timeOf(times, one));
    }
  });
}

test('a field is decided by the first batch that has it, whatever comes before it there', () => {
  fc.assert(
    fc.property(batches, (given) => {
      const [ours, theirs] = [streaming(given), inBatches(given)];
      expect(ours.failure).toBe(theirs.failure);
      if (ours.failure === null) expect(ours.times).toEqual(theirs.times);
      // What came before the one that cannot be decided has been handed on.
      else expect(ours.times.slice(0, theirs.times.length)).toEqual(theirs.times);
    }),
    { numRuns: runs(500) },
  );
});

test('rows without a time to decide are handed on one by one: none is held', () => {
  const times = new FileTimes({ path: 'f', times: {}, settings });
  let read = 0;
  function* rows(): Generator<Row> {
    for (; read < 3; read++) yield { line: read + 1, value: { event: 'e', timestamp: '' } };
  }
  for (const one of times.decided(rows())) expect(one.line).toBe(read + 1);
  expect(read).toBe(3);
});
