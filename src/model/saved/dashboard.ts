/** Dashboards: insights and texts on tiles, with shared filters. */

import { z } from 'zod';
import { isObject, isWithinDepth } from '../../base/json.ts';
import { insightId } from '../fields.ts';
import { LIMIT } from '../limit.ts';
import { InsightSchema } from './insight.ts';
import { UserSchema } from './project.ts';

function isLayouts(value: unknown): boolean {
  if (value === undefined) return true;
  return (
    isObject(value) && isWithinDepth(value, LIMIT.json_depth) && JSON.stringify(value).length <= LIMIT.layouts_chars
  );
}

const TileWrite = z.object({
  insight: insightId('Number or short_id of the insight').optional(),
  id: z.int().optional().describe('Or number of a tile that is on the dashboard'),
  text: z
    .object({ body: z.string().trim().min(1).max(LIMIT.tile_text_chars).describe('What it says') })
    .nullable()
    .optional()
    .describe('Or a text of its own: {"body":"Numbers are without tests."}; with id, its new words'),
  deleted: z.boolean().optional().describe('true takes it off, false puts an insight on'),
  order: z.int().nullable().optional().describe('Place among the tiles, smallest first'),
  color: z.string().max(LIMIT.color_chars).nullable().optional().describe('Colour of the tile'),
  show_description: z.boolean().nullable().optional().describe('Whether clients show the description of the insight'),
  layouts: z
    .unknown()
    .refine(isLayouts, `Expected an object of places by screen size, of at most ${LIMIT.layouts_chars} characters.`)
    .optional()
    .meta({ type: 'object', description: 'Place by screen size: {"sm":{"x":0,"y":0,"w":6,"h":5}}' }),
});
export type TileWrite = z.output<typeof TileWrite>;

/** A bare insight id becomes a tile of that insight. */
function tileOf(sent: unknown): unknown {
  return typeof sent === 'number' || typeof sent === 'string' ? { insight: sent } : sent;
}

/** What clients may write; all fields are optional. The service checks `filters`. */
export const DashboardWrite = z.object({
  name: z.string().max(LIMIT.name_chars).optional().describe('Title, as people will look for it'),
  description: z.string().max(LIMIT.description_chars).nullable().optional().describe('What it is for'),
  filters: z.unknown().optional().meta({
    type: 'object',
    description:
      'Laid over every insight on it: {"date_from":"-30d","properties":[{"key":"plan","value":"pro","type":"person"}]}; the dates win, filters of both must hold',
  }),
  tags: z
    .array(z.string().max(LIMIT.tag_chars))
    .max(LIMIT.tags)
    .optional()
    .describe('Labels; the whole list, in lower case'),
  pinned: z.boolean().optional().describe('Whether it is among the ones that matter'),
  tiles: z
    .array(z.preprocess(tileOf, TileWrite))
    .max(LIMIT.dashboard_tiles)
    .optional()
    .describe('Tiles to add, change or (deleted) take off; others stay: [{"insight":"k3VbQ0pZ"}]'),
  deleted: z.boolean().optional().describe('true removes it softly, false brings it back'),
});
export type DashboardWrite = z.output<typeof DashboardWrite>;

export const DashboardSchema = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  filters: z.unknown(),
  tags: z.array(z.string()),
  pinned: z.boolean(),
  deleted: z.boolean(),
  created_at: z.string(),
  created_by: UserSchema.nullable(),
  effective_restriction_level: z.int(),
  effective_privilege_level: z.int(),
});
export type Dashboard = z.output<typeof DashboardSchema>;

export const DashboardDetail = z.object({
  ...DashboardSchema.shape,
  tiles: z.array(
    z.object({
      id: z.int(),
      order: z.int(),
      color: z.string().nullable(),
      layouts: z.unknown(),
      show_description: z.boolean().optional(),
      insight: InsightSchema.nullable().describe('As this dashboard shows it; null for a text'),
      text: z.object({ id: z.int(), body: z.string() }).optional(),
    }),
  ),
});
export type DashboardDetail = z.output<typeof DashboardDetail>;
