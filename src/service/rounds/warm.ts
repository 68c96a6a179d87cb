/**
 * Keeps viewed insights fresh while the server is idle: recomputes results past their `cache_target_age`, one insight
 * at a time. It never computes a first result; that waits for a request. Several processes may do this, because they
 * share the results.
 */
import { ServiceError } from '../../model/error.ts';
import { TUNING } from '../../model/tuning.ts';
import type { InsightRow } from '../../store/types/store.ts';
import type { ProjectContext, Service } from '../contract/context.ts';
import { type Asked, cachedFields, computedFields, onItsOwn } from '../insights/result.ts';
import { asShownOn } from '../insights/through_dashboard.ts';
import { ownContext } from './own_context.ts';
import { type Rounds, startRounds } from './rounds.ts';

export class Warmer {
  readonly #service: Service;
  /** Aborts the current computation. */
  readonly #signal: AbortSignal;
  /** Insights still to check in this round. */
  #waiting: InsightRow[] = [];
  #round_began_ms = Number.NEGATIVE_INFINITY;

  constructor(service: Service, signal: AbortSignal = new AbortController().signal) {
    this.#service = service;
    this.#signal = signal;
  }

  /** Checks the next insight. Returns how many results were recomputed; null when all are checked for now. */
  async step(): Promise<number | null> {
    const row = this.#next();
    if (row === undefined) return null;
    const context = ownContext(this.#service, row.project_id, this.#signal);
    if (context === null) return 0;
    let computed = 0;
    for (const asked of viewsOf(context, row)) if (await refresh(context, asked)) computed++;
    return computed;
  }

  /** Reads the insight again, because it may have changed since the round began. */
  #next(): InsightRow | undefined {
    const { store } = this.#service;
    const now_ms = this.#service.now();
    // The clock may have been set back.
    const is_time = Math.abs(now_ms - this.#round_began_ms) >= TUNING.warm_round_ms;
    if (this.#waiting.length === 0 && is_time) {
      this.#round_began_ms = now_ms;
      this.#waiting = store.insights.watched(now_ms - TUNING.warm_viewed_ms, TUNING.warm_insights);
    }
    const known = this.#waiting.shift();
    if (known === undefined) return undefined;
    const row = store.insights.get(known.project_id, known.id);
    return row && !row.deleted ? row : this.#next();
  }
}

/** The insight on its own and on each dashboard. Each has a result of its own. */
function viewsOf(context: ProjectContext, row: InsightRow): Asked[] {
  const { dashboards } = context.service.store;
  const tiles = dashboards.tilesOf([row.id]).get(row.id) ?? [];
  const shown = tiles.flatMap((tile) => {
    const dashboard = dashboards.get(context.project.id, tile.dashboard_id);
    return dashboard ? [asShownOn(dashboard, tile, row)] : [];
  });
  return [onItsOwn(row), ...shown];
}

/** Returns whether it was recomputed. A question that has no answer any more is left alone. */
async function refresh(context: ProjectContext, asked: Asked): Promise<boolean> {
  if ((await cachedFields(context, asked, true)).last_refresh === null) return false;
  try {
    return !(await computedFields(context, asked, 'blocking')).is_cached;
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return false;
    throw error;
  }
}

/** Works while `isQuiet` says that nobody asks anything. */
export function startWarming(
  service: Service,
  isQuiet: () => boolean,
  pause_ms: number = TUNING.warm_pause_ms,
): Rounds {
  let warmer: Warmer | null = null;
  return startRounds(service.log, {
    every_ms: pause_ms,
    isTime: isQuiet,
    run(signal) {
      warmer ??= new Warmer(service, signal);
      return warmer.step();
    },
    failed: 'an insight was not kept fresh',
  });
}
