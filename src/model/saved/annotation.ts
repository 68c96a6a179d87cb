/** Annotations: notes on a time (a release, a campaign), shown with every answer that covers it. */
import { z } from 'zod';
import { textField } from '../fields.ts';
import { LIMIT } from '../limit.ts';
import { UserSchema } from './project.ts';

/** What clients may write; the service parses `date_marker`. */
export const AnnotationWrite = z.object({
  content: z.string().trim().min(1).max(LIMIT.description_chars).optional().describe('What happened: "Release 2.0"'),
  date_marker: textField('When: 2026-01-31, 2026-01-31T13:00:00, or -2d (default now)'),
  deleted: z.boolean().optional().describe('true removes it softly, false brings it back'),
});
export type AnnotationWrite = z.output<typeof AnnotationWrite>;

export const AnnotationSchema = z.object({
  id: z.int(),
  content: z.string(),
  date_marker: z.string().describe('With the offset of the project time zone'),
  scope: z.literal('project'),
  deleted: z.boolean(),
  created_at: z.string(),
  created_by: UserSchema.nullable(),
  updated_at: z.string(),
});
export type Annotation = z.infer<typeof AnnotationSchema>;
