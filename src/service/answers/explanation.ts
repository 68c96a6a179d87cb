/** Explains how an answer was computed, from the notes of all phases. */
import { formatIso } from '../../base/time.ts';
import { quoted } from '../../base/visible.ts';
import type { TracedLine, Way } from '../../engine/frame/trace.ts';
import type { AskedStatement, Explanation } from '../../model/question/explanation.ts';
import type { Resolved } from '../../model/question/result.ts';
import { explained } from '../../sql/plan/explain.ts';
import type { How } from '../computing/messages.ts';
import type { ProjectContext } from '../contract/context.ts';
import type { Question } from '../questions/question.ts';
import { counted } from '../words/lists.ts';

export function explanationOf(context: ProjectContext, question: Question, how: How): Explanation {
  const { traced, in_thread, statements, took_ms } = how;
  const ways = traced.lines.flatMap((line) => line.ways);
  const asked_ms = sumOf(statements.map(({ ms }) => ms));
  const wait = Math.max(0, took_ms - asked_ms - sumOf(Object.values(traced.ms)));
  const asked = statements.length === 0 ? {} : { statements: asked_ms };
  return {
    plan: [
      ...planOf(question),
      statements.length === 0
        ? `computed in ${in_thread ? 'a thread of its own' : 'the thread of the request'}`
        : `asked of the events' database: ${counted(statements.length, 'statement')}`,
      ...traced.lines.toSorted(byLine).flatMap(wayLines),
    ],
    rows_read: sumOf(ways.map(({ rows }) => rows)),
    columns_read: [...traced.columns],
    bytes_loaded: traced.bytes_loaded,
    ms: msOf(context, question, { wait, ...asked, ...traced.ms }),
    ...(statements.length === 0 ? {} : { statements: statements.map(shown) }),
  };
}

/** Explains an answer from the cache. */
export function keptExplanation(context: ProjectContext, question: Question, computed_at_ms: number): Explanation {
  const kept = `answer kept since ${formatIso(computed_at_ms)}: no event has come since`;
  const nothing = { rows_read: 0, columns_read: [], bytes_loaded: 0 };
  return { plan: [...planOf(question), kept], ...nothing, ms: msOf(context, question, {}) };
}

/** Traces the phases. If the question was slow, logs how it was understood and computed. */
export function tell(context: ProjectContext, resolved: Resolved, explanation: Explanation): void {
  const { service, project, admitted } = context;
  const { total = 0, ...phases } = explanation.ms;
  service.tracing.phases(admitted.begun_ms, phases);
  const { slow_ms, log } = service;
  if (slow_ms === null || total < slow_ms) return;
  const { kind, question, date_from, date_to, interval } = resolved;
  log.warn({ project: project.id, kind, question, date_from, date_to, interval, ...explanation }, 'slow question');
}

/** The plan of a SQL statement; [] for other questions. */
function planOf({ asked }: Question): string[] {
  return asked.kind === 'sql' ? explained(asked.query) : [];
}

/** Sorts by line; work for no single line comes last. */
function byLine(one: TracedLine, other: TracedLine): number {
  return (one.line?.order ?? Number.POSITIVE_INFINITY) - (other.line?.order ?? Number.POSITIVE_INFINITY);
}

function wayLines({ line, ways }: TracedLine): string[] {
  const heading = line === null ? 'for all of it' : `line ${line.order}, ${quoted(line.name)}`;
  return [heading, ...ways.map((way) => `  ${wayText(way)}`)];
}

function wayText({ way, times, rows, threads }: Way): string {
  if (threads > 0) return `${way}: ${counted(times, 'morsel')} in ${counted(threads, 'thread')}`;
  const often = times === 1 ? '' : ` (${times} times)`;
  return rows === 0 ? `${way}${often}` : `${way}: ${counted(rows, 'row')}${often}`;
}

function msOf(context: ProjectContext, { spent }: Question, phases: Record<string, number>): Record<string, number> {
  const { parse_ms, begun_ms } = context.admitted;
  const all = {
    parse: parse_ms + spent.parse_ms,
    resolve: spent.resolve_ms,
    ...phases,
    total: performance.now() - begun_ms,
  };
  return Object.fromEntries(Object.entries(all).map(([phase, ms]) => [phase, rounded(ms)]));
}

/** The statement on one line. Values from the question are parameters, so none is shown. */
function shown({ sql, ms, ...read }: AskedStatement): AskedStatement {
  return { ...read, sql: sql.replace(/\s+/g, ' ').trim(), ms: rounded(ms) };
}

/** Rounds to a microsecond. */
function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
