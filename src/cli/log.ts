/** Logs: one JSON object a line, to stderr, because stdout belongs to MCP. Secrets never reach a log call. */
import { pino } from 'pino';
import type { Log } from '../service/context.ts';

export function openLog(): Log {
  const level = process.env['INSIGHTS_MCP_LOG'] ?? 'info';
  const known = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].includes(level) ? level : 'info';
  return pino({ level: known, base: null }, pino.destination({ dest: 2, sync: true }));
}
