/** What sentences of every kind are made of. */
import type { ProjectContext } from '../contract/context.ts';
import { claused, listed } from '../words/lists.ts';
import { filterWords } from './filters.ts';
import type { LineWords } from './lines.ts';

/** A question in words, to show with its answer. */
export interface QuestionWords {
  readonly question: string;
  /** Entity -> unique name. */
  readonly lines: readonly string[];
}

const LINES_SHOWN = 26;

interface Common {
  readonly properties?: unknown;
  readonly filter_test_accounts?: boolean | undefined;
  readonly sampling_factor?: number | undefined;
}

/** Clauses that all kinds may have. */
export function commonWords(context: ProjectContext, body: Common): (string | null)[] {
  const filters = filterWords(context, body.properties);
  const share = body.sampling_factor ?? 1;
  return [
    filters === null ? null : `where ${filters}`,
    body.filter_test_accounts === true ? 'without test accounts' : null,
    share === 1 ? null : `scaled up from ${Math.round(share * 10_000) / 100}% of people`,
  ];
}

export function said(lines: readonly LineWords[], parts: readonly (string | null)[]): QuestionWords {
  return { question: claused(parts), lines: lines.map(({ short }) => short) };
}

export function linesOf(names: readonly string[]): string {
  return names.length === 0 ? 'nothing' : listed(names, 'and', LINES_SHOWN);
}

export function wholes(lines: readonly LineWords[]): string[] {
  return lines.map(({ whole }) => whole);
}
