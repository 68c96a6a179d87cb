/** What is saved in a project, as describe_project tells it: by number and name. */
import { z } from 'zod';
import { quoted } from '../../base/visible.ts';
import type { ProjectContext } from '../contract/context.ts';
import { isoWithOffset } from '../words/labels.ts';

export const SAVED_SECTIONS = ['cohorts', 'actions', 'dashboards', 'annotations'] as const;
type SavedSection = (typeof SAVED_SECTIONS)[number];

const SavedSchema = z.object({ id: z.int(), name: z.string(), date: z.string().optional().describe('Of annotations') });
type Saved = z.output<typeof SavedSchema>;

export const SAVED_FIELDS = {
  cohorts: z.array(SavedSchema).describe('Saved sets of people, for filters: {"type":"cohort","key":"id","value":1}'),
  cohorts_total: z.int(),
  actions: z.array(SavedSchema).describe('Saved definitions of what people do, for "actions": [{"id":1}]'),
  actions_total: z.int(),
  dashboards: z.array(SavedSchema),
  dashboards_total: z.int(),
  annotations: z.array(SavedSchema).describe('Their text as the name'),
  annotations_total: z.int(),
} as const;
type SavedShown = Readonly<Record<SavedSection, Saved[]> & Record<`${SavedSection}_total`, number>>;

/** By name and number, where the section shows them; always how many there are. */
export function describeSaved(
  { service, project }: ProjectContext,
  section: string,
  { search, limit }: { readonly search: string; readonly limit: number },
): SavedShown {
  const page = { search, limit, offset: 0 };
  const found = SAVED_SECTIONS.map((name) => {
    const { count, rows } = service.store[name].list(project.id, page);
    const isShown = section === 'summary' || section === name;
    const named = rows.map((row): Saved => {
      if (!('content' in row)) return { id: row.id, name: row.name };
      return { id: row.id, name: row.content, date: isoWithOffset(project.timezone, row.date_ms) };
    });
    return [name, { count, rows: isShown ? named : [] }] as const;
  });
  return Object.fromEntries(
    found.flatMap(([name, { count, rows }]) => [
      [name, rows],
      [`${name}_total`, count],
    ]),
  ) as SavedShown;
}

export function savedLine({ id, name, date }: Saved): string {
  return [id, ...(date === undefined ? [] : [date]), quoted(name)].join(' ');
}

/** Where a section was asked for that has nothing in it. */
export function noneSaved(section: string, shown: SavedShown): string {
  const asked = SAVED_SECTIONS.find((name) => name === section);
  return asked !== undefined && shown[asked].length === 0 ? `There are no ${asked}.` : '';
}
