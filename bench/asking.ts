/** Asks all engines a shape's questions in turn; reports times and differing answers. */
import type { RunningService } from '../src/service/service.ts';
import { CLIENTS, type ClientFigure, withClients } from './clients.ts';
import { difference, median, mediansOf } from './measure.ts';
import { answer, ask } from './ours.ts';
import type { Peer } from './peers.ts';
import type { Asked, PeerName, Question, Sql } from './question.ts';
import type { QueryFigure, Times } from './report.ts';
import { ROUNDS } from './rounds.ts';

/** Runs per turn; ours are short. */
const RUNS = { ours: 5, peer: 2 };
/** Rounds over questions of every kind, per number of clients. */
const CLIENT_ROUNDS = 2;

export async function figureOf(
  service: RunningService,
  peers: readonly Peer[],
  question: Question,
  rounds: number,
): Promise<QueryFigure> {
  const started_ms = performance.now();
  const rows = await answer(service, question);
  const first_ms = rounded(performance.now() - started_ms);
  const compared = question.sql === null ? [] : peers;
  const differences: Partial<Record<PeerName, string | null>> = {};
  for (const peer of compared) {
    differences[peer.name] = difference(rows, await peer.ask(question.sql as Sql, peer.layouts[0] as string));
  }
  const again = await timed(service, compared, question, rounds);
  const filtered = await withNewFilters(service, compared, question, differences);
  return { name: question.name, title: question.title, first_ms, again, filtered, differences };
}

/** A peer, in the layout that is fastest for the question. */
async function timed(
  service: RunningService,
  peers: readonly Peer[],
  question: Question,
  rounds: number,
): Promise<Times> {
  const asked = layoutsOf(peers);
  const [ours, ...times] = await mediansOf(
    [
      { task: () => ask(service, question), warm_ups: 3, runs: RUNS.ours },
      ...asked.map(({ peer, layout }) => ({
        task: () => peer.ask(question.sql as Sql, layout),
        warm_ups: 1,
        runs: RUNS.peer,
      })),
    ],
    rounds,
  );
  return timesOf(ours as number, asked, times);
}

function layoutsOf(peers: readonly Peer[]): { peer: Peer; layout: string }[] {
  return peers.flatMap((peer) => peer.layouts.map((layout) => ({ peer, layout })));
}

function timesOf(ours_ms: number, asked: readonly { peer: Peer }[], times_ms: readonly number[]): Times {
  const best: Partial<Record<PeerName, number>> = {};
  for (const [at, { peer }] of asked.entries()) {
    best[peer.name] = rounded(Math.min(best[peer.name] ?? Number.POSITIVE_INFINITY, times_ms[at] as number));
  }
  return { ours: rounded(ours_ms), clickhouse: best.clickhouse ?? null, duckdb: best.duckdb ?? null };
}

/** By now columns are in memory and compiled code has settled. Also compares answers; keeps the first difference. */
async function withNewFilters(
  service: RunningService,
  peers: readonly Peer[],
  question: Question,
  differences: Partial<Record<PeerName, string | null>>,
): Promise<Times | null> {
  const asked = layoutsOf(peers);
  const ours_ms: number[] = [];
  const peers_ms = asked.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    const filtered = question.filtered(round);
    if (filtered === null) break;
    const started_ms = performance.now();
    const rows = await answer(service, { ...question, ...filtered });
    ours_ms.push(performance.now() - started_ms);
    if (filtered.sql === null) continue;
    for (const [at, { peer, layout }] of asked.entries()) {
      const began_ms = performance.now();
      const theirs = await peer.ask(filtered.sql, layout);
      peers_ms[at]?.push(performance.now() - began_ms);
      const found = difference(rows, theirs);
      if (found !== null) differences[peer.name] ??= `${JSON.stringify(filtered.body['properties'])}: ${found}`;
    }
  }
  if (ours_ms.length === 0) return null;
  const measured = peers_ms.every((times) => times.length > 0);
  return timesOf(median(ours_ms), measured ? asked : [], peers_ms.map(median));
}

/**
 * Questions of every kind, each with a filter of its own; engine -> figures, null if there are no such questions.
 * Peers use the layout of their first table.
 */
export async function clientFigures(
  service: RunningService,
  peers: readonly Peer[],
  questions: readonly Question[],
): Promise<Record<string, ClientFigure[]> | null> {
  const compared = questions.filter(({ sql, filtered }) => sql !== null && filtered(ROUNDS) !== null);
  if (compared.length === 0) return null;
  const figures: Record<string, ClientFigure[]> = {};
  let round = ROUNDS;
  for (const clients of CLIENTS) {
    const asked: (Question & Asked)[] = [];
    for (let time = 0; time < CLIENT_ROUNDS; time++, round += ROUNDS) {
      // Costs of filters differ by kind, so each number of clients gets the same mix.
      for (const [at, question] of compared.entries()) {
        asked.push({ ...question, ...question.filtered(round + (at % ROUNDS)) });
      }
    }
    const add = async (engine: string, task: (question: Question) => Promise<unknown>): Promise<void> => {
      const figure = await withClients(
        clients,
        asked.map((question) => () => task(question)),
      );
      figures[engine] = [...(figures[engine] ?? []), figure];
    };
    await add('ours', (question) => ask(service, question));
    for (const peer of peers) {
      await add(peer.name, async (question) => peer.ask(question.sql as Sql, peer.layouts[0] as string));
    }
  }
  return figures;
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}
