/**
 * Keeps fresh what people look at, while nobody asks anything: results of watched insights that are past their
 * `cache_target_age` are computed again, one insight at a time. Only what was computed before is: the first computation
 * waits for somebody to ask. Several processes may do so: what one has computed is fresh for all.
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
  /** Gives up the computation under way. */
  readonly #signal: AbortSignal;
  /** Still to be looked at in this round. */
  #waiting: InsightRow[] = [];
  #round_began_ms = Number.NEGATIVE_INFINITY;

  constructor(service: Service, signal: AbortSignal = new AbortController().signal) {
    this.#service = service;
    this.#signal = signal;
  }

  /** Looks at the next insight. How many results of it were computed; null when all have been looked at for now. */
  async step(): Promise<number | null> {
    const row = this.#next();
    if (row === undefined) return null;
    const context = ownContext(this.#service, row.project_id, this.#signal);
    if (context === null) return 0;
    let computed = 0;
    for (const asked of viewsOf(context, row)) if (await refresh(context, asked)) computed++;
    return computed;
  }

  /** As it is now: it may have changed since the round began. */
  #next(): InsightRow | undefined {
    const { store } = this.#service;
    const now_ms = this.#service.now();
    if (this.#waiting.length === 0 && now_ms - this.#round_began_ms >= TUNING.warm_round_ms) {
      this.#round_began_ms = now_ms;
      this.#waiting = store.insights.watched(now_ms - TUNING.warm_viewed_ms, TUNING.warm_insights);
    }
    const known = this.#waiting.shift();
    if (known === undefined) return undefined;
    const row = store.insights.get(known.project_id, known.id);
    return row && !row.deleted ? row : this.#next();
  }
}

/** The insight by itself, and as each dashboard shows it: each has a result of its own. */
function viewsOf(context: ProjectContext, row: InsightRow): Asked[] {
  const { dashboards } = context.service.store;
  const tiles = dashboards.tilesOf([row.id]).get(row.id) ?? [];
  const shown = tiles.flatMap((tile) => {
    const dashboard = dashboards.get(context.project.id, tile.dashboard_id);
    return dashboard ? [asShownOn(dashboard, tile, row)] : [];
  });
  return [onItsOwn(row), ...shown];
}

/** Whether it was computed. A question that has no answer any more is left as it is. */
async function refresh(context: ProjectContext, asked: Asked): Promise<boolean> {
  if ((await cachedFields(context, asked, true)).last_refresh === null) return false;
  try {
    return !(await computedFields(context, asked, 'blocking')).is_cached;
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return false;
    throw error;
  }
}

/** Steps for as long as nobody asks anything; `isQuiet` tells. */
export function startWarming(service: Service, isQuiet: () => boolean): Rounds {
  let warmer: Warmer | null = null;
  return startRounds(service.log, {
    every_ms: TUNING.warm_pause_ms,
    isTime: isQuiet,
    run(signal) {
      warmer ??= new Warmer(service, signal);
      return warmer.step();
    },
    failed: 'an insight was not kept fresh',
  });
}
