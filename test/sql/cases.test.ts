/** The meaning of HogQL, statement by statement: each file of `cases/` has rows, and what statements over them answer. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Rows, sqlProduct } from '../support/sql.ts';

const FOLDER = join(import.meta.dirname, 'cases');

interface Case {
  readonly sql: string;
  /** What is sent beside the statement. */
  readonly with?: Record<string, unknown>;
  readonly rows?: unknown[][];
  readonly columns?: string[];
  readonly types?: string[];
  /** A part of the message. */
  readonly error?: string;
}

interface CaseFile extends Rows {
  readonly cases: readonly Case[];
}

describe.each(readdirSync(FOLDER).filter((name) => name.endsWith('.json')))('%s', (name) => {
  const file = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as CaseFile;

  test('answers as it says', async () => {
    const { run } = sqlProduct(file);
    const found: Case[] = [];
    for (const { sql, with: more, ...said } of file.cases) {
      const answer = await run(sql, more).catch((error: Error) => error);
      const asked = { sql, ...(more === undefined ? {} : { with: more }) };
      if (answer instanceof Error) {
        const { error } = said;
        found.push({ ...asked, error: error !== undefined && answer.message.includes(error) ? error : answer.message });
        continue;
      }
      found.push({
        ...asked,
        ...(said.columns === undefined ? {} : { columns: answer.columns }),
        ...(said.types === undefined ? {} : { types: answer.types.map(([, type]) => type!) }),
        rows: answer.results,
      });
    }
    expect(found).toEqual(file.cases);
  });
});
