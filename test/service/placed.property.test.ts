/** Insights on dashboards, as lists, insights and dashboards tell it, after any history: beside a model of sets. */
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { call } from '../../src/service/gate/call.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { openService } from '../../src/service/service.ts';
import { emptyDatabase } from '../support/empty.ts';
import { temporaryFolder } from '../support/product.ts';

const INSIGHTS = [1, 2, 3];
const BOARDS = [1, 2, 3];

interface Step {
  readonly kind: 'place' | 'take off' | 'tile' | 'move' | 'remove insight' | 'remove board' | 'text' | 'order';
  readonly insight: number;
  readonly board: number;
  readonly boards: readonly number[];
}
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('place', 'take off', 'tile', 'move', 'remove insight', 'remove board', 'text', 'order'),
  insight: fc.constantFrom(...INSIGHTS),
  board: fc.constantFrom(...BOARDS),
  boards: fc.subarray(BOARDS),
});

interface Shown {
  readonly id: number;
  readonly order: number;
  readonly insight: { readonly id: number } | null;
}
interface Listed {
  readonly id: number;
  readonly dashboards: readonly number[];
  readonly dashboard_tiles: readonly { readonly id: number; readonly dashboard_id: number }[];
}

class Tried {
  readonly #on = new Map(INSIGHTS.map((id) => [id, new Set<number>()]));
  readonly #removed = { insights: new Set<number>(), boards: new Set<number>() };
  readonly #texts = new Map(BOARDS.map((id) => [id, 0]));
  readonly #run: (name: string, body: Record<string, unknown>) => Promise<unknown>;

  constructor(run: (name: string, body: Record<string, unknown>) => Promise<unknown>) {
    this.#run = run;
  }

  async take({ kind, insight, board, boards }: Step): Promise<void> {
    const { insights: gone, boards: hidden } = this.#removed;
    const on = this.#on.get(insight)!;
    if (kind === 'remove insight') {
      const deleted = !gone.delete(insight);
      if (deleted) gone.add(insight);
      on.clear();
      await this.#run('update_insight', { id: String(insight), deleted });
    } else if (kind === 'remove board') {
      const deleted = !hidden.delete(board);
      if (deleted) hidden.add(board);
      await this.#run('update_dashboard', { id: board, deleted });
    } else if (kind === 'place') {
      if (gone.has(insight)) return;
      const seen = boards.filter((id) => !hidden.has(id));
      this.#on.set(insight, new Set([...seen, ...[...on].filter((id) => hidden.has(id))]));
      await this.#run('update_insight', { id: String(insight), dashboards: seen });
    } else if (!hidden.has(board)) {
      await this.#onBoard(kind, { insight, board, to: boards.find((id) => id !== board && !hidden.has(id)) });
    }
  }

  async #onBoard(
    kind: Step['kind'],
    { insight, board, to }: { insight: number; board: number; to: number | undefined },
  ) {
    const on = this.#on.get(insight)!;
    const write = (tile: object) => this.#run('update_dashboard', { id: board, tiles: [tile] });
    if (kind === 'text') {
      this.#texts.set(board, this.#texts.get(board)! + 1);
      await write({ text: { body: 'Hi.' } });
    } else if (kind === 'tile' && !this.#removed.insights.has(insight)) {
      on.add(board);
      await write({ insight });
    } else if (kind === 'take off' && on.delete(board)) {
      await write({ insight, deleted: true });
    } else if (kind === 'order') {
      const order = (await this.#tilesOn(board)).map(({ id }) => id).reverse();
      if (order.length > 0) await this.#run('reorder_tiles', { id: board, tile_order: order });
      expect((await this.#tilesOn(board)).map(({ id }) => id)).toEqual(order);
    } else if (kind === 'move' && to !== undefined && on.delete(board)) {
      on.add(to);
      const tile = (await this.#tilesOn(board)).find((one) => one.insight?.id === insight)!;
      await this.#run('move_tile', { id: board, to_dashboard: to, tile: { id: tile.id } });
    }
  }

  async #tilesOn(id: number): Promise<readonly Shown[]> {
    return ((await this.#run('get_dashboard', { id, refresh: 'force_cache' })) as { tiles: Shown[] }).tiles;
  }

  async check(): Promise<void> {
    const live = BOARDS.filter((id) => !this.#removed.boards.has(id));
    const { results } = (await this.#run('list_insights', { basic: true })) as { results: Listed[] };
    expect(results.map(({ id }) => id).sort()).toEqual(INSIGHTS.filter((id) => !this.#removed.insights.has(id)));
    for (const { id, dashboards } of results) {
      expect(dashboards.toSorted()).toEqual(live.filter((board) => this.#on.get(id)!.has(board)));
    }
    for (const board of live) {
      const tiles = await this.#tilesOn(board);
      const placed = results.flatMap(({ dashboard_tiles }) =>
        dashboard_tiles.filter((tile) => tile.dashboard_id === board),
      );
      const shown = tiles.filter(({ insight }) => insight !== null).map(({ id }) => id);
      expect(shown.sort()).toEqual(placed.map(({ id }) => id).sort());
      expect(tiles.length - shown.length).toBe(this.#texts.get(board));
      const found = (await this.#run('list_insights', { basic: true, dashboards: [board] })) as { results: Listed[] };
      expect(found.results).toHaveLength(shown.length);
      expect(tiles.every(({ order }, at) => at === 0 || order >= tiles[at - 1]!.order)).toBe(true);
    }
  }
}

test('who says what is on which dashboard agrees, whatever was moved, removed and brought back', async () => {
  const folder = temporaryFolder();
  let made = 0;
  const holds = async (steps: readonly Step[]): Promise<void> => {
    const path = emptyDatabase(join(folder, `${++made}.db`));
    const service = openService({ path, computing: { thread: 'never' } });
    const run = async (name: string, body: Record<string, unknown>): Promise<unknown> =>
      call(service, localOwner(service), operationNamed(name), body);
    try {
      for (const id of INSIGHTS) await run('create_insight', { name: `${id}` });
      for (const id of BOARDS) await run('create_dashboard', { name: `${id}` });
      const tried = new Tried(run);
      for (const one of steps) await tried.take(one);
      await tried.check();
    } finally {
      await service.close();
    }
  };
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 25 }), holds), { numRuns: 25 });
});
