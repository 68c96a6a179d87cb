/** Options that several commands share. */
import { Option } from 'commander';
import { defaultDatabase } from './paths.ts';

export function database(): Option {
  return new Option('--db <file>', 'the database file; made when missing')
    .env('INSIGHTS_MCP_DB')
    .default(defaultDatabase());
}

export function events(): Option {
  return new Option(
    '--events <address>',
    'where events are kept: clickhouse://user:password@host:8123/database?cluster=name; in the file unless said',
  ).env('INSIGHTS_MCP_EVENTS');
}
