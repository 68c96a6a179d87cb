/** Operations of clients on the tiles of a dashboard. */
import { z } from 'zod';
import { Written } from '../../base/written.ts';
import { numberId } from '../../model/fields.ts';
import { LIMIT } from '../../model/limit.ts';
import { refreshField } from '../../model/question/refresh.ts';
import { type Dashboard, DashboardDetail } from '../../model/saved/dashboard.ts';
import type { Dashboard as DashboardRow } from '../../store/types/dashboards.ts';
import { savedThing } from '../access/saved.ts';
import type { ProjectContext } from '../contract/context.ts';
import { operation } from '../contract/operation.ts';
import { dashboardComputed, writtenDashboard } from '../dashboards/show.ts';
import { dashboardText } from '../dashboards/text.ts';
import { copyTile, LAYOUTS, moveTile, removeTile, reorderTiles } from '../dashboards/tiles.ts';
import { readOverlay } from '../insights/overlay.ts';
import { overrideField, refuseVariables, variablesField } from '../insights/overrides.ts';
import { type Asked, fieldsAmongOthers } from '../insights/result.ts';
import { insightText } from '../insights/text.ts';

const ID = numberId('Number of the dashboard');
const TILE = numberId('Number of the tile');

function locate(context: ProjectContext, { id }: Readonly<Record<string, unknown>>): void {
  savedThing(context, 'dashboard', id);
}

/** If `output_format` is `optimized`, each result is the text for models. */
const runInsights = operation({
  name: 'run_dashboard_insights',
  title: 'Compute the insights of a dashboard',
  description:
    'The tiles of a dashboard, each with its insight and result, computed as asked; other dates and filters for this call only.',
  routes: [{ method: 'GET', path: '/dashboards/:id/run_insights/' }],
  tool: false,
  scope: 'dashboard:read',
  effect: 'read',
  input: z.object({
    id: ID,
    refresh: refreshField('Compute again: blocking if due, force_blocking whatever the age, force_cache never'),
    filters_override: overrideField,
    variables_override: variablesField,
    output_format: z
      .enum(['json', 'optimized'])
      .optional()
      .describe('json (default): results as they are; optimized: as text'),
  }),
  output: z.object({ id: z.int(), name: z.string(), results: DashboardDetail.shape.tiles }),
  text: ({ name, results }) => `${name}: ${results.length}`,
  locate,
  async handle(context, { id, refresh = 'false', filters_override, variables_override, output_format }) {
    refuseVariables(variables_override);
    const over = filters_override === undefined ? null : readOverlay(context, filters_override, 'filters_override');
    const compute = (asked: Asked) => fieldsAmongOthers(context, asked, refresh);
    const shown = await dashboardComputed(context, savedThing(context, 'dashboard', id), compute, over);
    const results = output_format === 'optimized' ? await Promise.all(shown.tiles.map(asText)) : shown.tiles;
    return { id, name: shown.name, results };
  },
});

type Shown = DashboardDetail['tiles'][number];

async function asText(tile: Shown): Promise<Shown> {
  const { insight } = tile;
  if (insight === null) return tile;
  const result = insight.result instanceof Written ? await insight.result.read() : insight.result;
  return { ...tile, insight: { ...insight, result: insightText({ ...insight, result }), resolved: null } };
}

/** Operations that change a dashboard and return it. */
function tileOperation<In extends z.ZodObject>(values: {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly input: In;
  readonly change: (context: ProjectContext, input: z.output<In>) => DashboardRow;
}) {
  const { method, path, change, ...rest } = values;
  return operation({
    ...rest,
    routes: [{ method, path: `/dashboards/:id/${path}/` }],
    tool: false,
    scope: 'dashboard:write',
    effect: 'update',
    output: DashboardDetail,
    text: (dashboard: Dashboard & DashboardDetail) => dashboardText(dashboard),
    locate,
    handle: (context, input) => writtenDashboard(context, change(context, input)),
  });
}

const reorder = tileOperation({
  name: 'reorder_tiles',
  title: 'Put the tiles of a dashboard in order',
  description:
    'Tiles get the order of the list, and places from left to right; tiles that are not named come after them. Example: {"tile_order":[3,1,2]}.',
  method: 'POST',
  path: 'reorder_tiles',
  input: z.object({
    id: ID,
    tile_order: z.array(z.int()).min(1).max(LIMIT.dashboard_tiles).describe('Numbers of tiles'),
    layout: z.enum(LAYOUTS).optional().describe('Their sizes: preserve (default), two_column, full_width'),
  }),
  change: (context, { id, tile_order, layout = 'preserve' }) => reorderTiles(context, id, { tile_order, layout }),
});

const copy = tileOperation({
  name: 'copy_tile',
  title: 'Copy a tile to a dashboard',
  description: 'What it shows is then on both dashboards.',
  method: 'POST',
  path: 'copy_tile',
  input: z.object({ id: ID, fromDashboardId: ID, tileId: TILE }),
  change: (context, { id, fromDashboardId, tileId }) => copyTile(context, id, fromDashboardId, tileId),
});

const move = tileOperation({
  name: 'move_tile',
  title: 'Move a tile to another dashboard',
  description: 'Answers the dashboard it was on.',
  method: 'PATCH',
  path: 'move_tile',
  input: z.object({ id: ID, to_dashboard: ID, tile: z.object({ id: TILE }) }),
  change: (context, { id, to_dashboard, tile }) => moveTile(context, id, to_dashboard, tile.id),
});

const remove = tileOperation({
  name: 'delete_tile',
  title: 'Take a tile off a dashboard',
  description: 'An insight stays, a text is gone.',
  method: 'POST',
  path: 'delete_tile',
  input: z.object({ id: ID, tile_id: TILE }),
  change: (context, { id, tile_id }) => removeTile(context, id, tile_id),
});

export const TILE_OPERATIONS = [runInsights, reorder, copy, move, remove];
