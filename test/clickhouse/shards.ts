/**
 * Two shards: each engine has the events of half of the persons; a third database has all, for what must be read in one
 * place. `url()` with the same inner text stands in for `cluster(…, view(…))`.
 */
import { type Address, parseAddress } from '../../src/clickhouse/server/address.ts';
import { type Database, openDatabase } from '../../src/clickhouse/server/database.ts';
import type { Batch } from '../../src/clickhouse/server/rows.ts';

import type { Row } from '../../src/clickhouse/statement/asking.ts';
import { render, type Sql, sql } from '../../src/clickhouse/statement/sql.ts';
import { OWN_TABLES } from '../../src/clickhouse/statement/staged.ts';

export interface Counted {
  /** Statements that were put together from both shards, and those that one place answered. */
  merged: number;
  whole: number;
}

/** `second`: the address of the other shard's server. */
export function openShards(second: string, counted: Counted): typeof openDatabase {
  return async (address, owner) => {
    const at = (server: string, database: string): Address => ({ ...parseAddress(server), database });
    const first = `clickhouse://default:@${new URL(address.url).host}/default`;
    const whole = await openDatabase(address, owner);
    await whole.connection.command('create database if not exists shard');
    const one = await openDatabase(at(first, 'shard'), owner);
    const other = await openDatabase(at(second, 'default'), owner);
    return {
      ...whole,
      question: (question) => ({
        ...whole.question(question),
        asking: {
          async rows(make) {
            const { signal, ...of } = question;
            const staged = make({ ...of, tables: OWN_TABLES });
            if (staged === undefined || staged.per === 'whole' || question.has_moves) {
              counted.whole++;
              return whole.question(question).asking.rows(make);
            }
            counted.merged++;
            const there = await elsewhere(other, second, staged.inner);
            return one.connection.rows(staged.outer(sql`(${staged.inner} union all ${there})`), signal);
          },
        },
      }),
      async write(batch) {
        await whole.write(batch);
        await one.write(halfOf(batch, 0));
        await other.write(halfOf(batch, 1));
      },
      async close() {
        await Promise.all([whole, one, other].map((database) => database.close()));
      },
    };
  };
}

function halfOf(batch: Batch, half: number): Batch {
  return { ...batch, events: batch.events.filter(({ person }) => person % 2 === half) };
}

const NEVER = new AbortController().signal;

/** The inner part as the other shard answers it: states come as they are. */
async function elsewhere(other: Database, address: string, inner: Sql): Promise<Sql> {
  const columns: Row[] = await other.connection.rows(
    sql`describe (select * from (${inner}) settings join_use_nulls = 1)`,
    NEVER,
  );
  const { statement, parameters } = render(inner);
  const url = new URL(parseAddress(address).url);
  url.searchParams.set('query', statement);
  url.searchParams.set('default_format', 'Native');
  for (const [key, value] of Object.entries(parameters)) url.searchParams.set(`param_${key}`, written(value));
  url.searchParams.set('join_use_nulls', '1');
  const structure = columns.map(([name, type]) => `\`${name}\` ${type}`).join(', ');
  return sql`select * from url(${url.href}, 'Native', ${structure})`;
}

/** As the engine reads a parameter. */
function written(value: unknown): string {
  if (!Array.isArray(value)) return escaped(String(value));
  return `[${value.map((item) => (typeof item === 'number' ? String(item) : `'${escaped(String(item)).replaceAll("'", "\\'")}'`)).join(',')}]`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\0', '\\0');
}
