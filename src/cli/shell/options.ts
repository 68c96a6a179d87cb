/** Options that several commands share. */
import { Option } from 'commander';
import { defaultDatabase } from './paths.ts';

export function database(told = 'the database file'): Option {
  return new Option('--db <file>', told).env('INSIGHTS_MCP_DB').default(defaultDatabase());
}

/** For commands that need none yet. */
export function newDatabase(): Option {
  return database('the database file; made when missing');
}

export function events(): Option {
  return new Option(
    '--events <address>',
    'where events are kept: clickhouse://user:password@host:8123/database?cluster=name; in the file unless said',
  ).env('INSIGHTS_MCP_EVENTS');
}
