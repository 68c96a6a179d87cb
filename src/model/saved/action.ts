/** Actions: named definitions of something that people do. Each covers one or several kinds of events. */
import { z } from 'zod';
import { openJsonField, textField } from '../fields.ts';
import { LIMIT } from '../limit.ts';
import { UserSchema } from './project.ts';

export const STRING_MATCHINGS = ['contains', 'exact', 'regex'] as const;
export type StringMatching = (typeof STRING_MATCHINGS)[number];

const MATCHING = STRING_MATCHINGS.join(', ');

/** One kind of event; all given conditions must hold. */
export const ActionStep = z.object({
  event: textField('Name of the event; left out for every event'),
  properties: openJsonField({ type: 'array', items: { type: 'object' } }, 'Filters as in a question'),
  url: textField('Of the page ($current_url); % stands for any text'),
  url_matching: textField(`${MATCHING} (default contains)`),
  selector: textField('CSS selector of the element: form > button.primary'),
  tag_name: textField('Tag of the element or one around it'),
  href: textField('Link of the element or one around it'),
  href_matching: textField(`${MATCHING} (default exact)`),
  text: textField('Text of the element or one around it'),
  text_matching: textField(`${MATCHING} (default exact)`),
});
export type ActionStep = z.output<typeof ActionStep>;

export const ActionSteps = z.array(ActionStep).max(LIMIT.action_steps);

/** What clients may write. */
export const ActionWrite = z.object({
  name: z.string().min(1).max(LIMIT.name_chars).optional().describe('What people do, as "signed up"'),
  description: z.string().max(LIMIT.description_chars).nullable().optional().describe('What it means, for people'),
  tags: z.array(z.string().max(LIMIT.tag_chars)).max(LIMIT.tags).optional().describe('Labels; the whole list'),
  steps: ActionSteps.optional().describe(
    'Any of these events: [{"event":"$pageview","url":"/pricing"},{"event":"saw prices"}]',
  ),
  deleted: z.boolean().optional().describe('true removes it softly, false brings it back'),
});
export type ActionWrite = z.output<typeof ActionWrite>;

export const ActionSchema = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  steps: z.array(z.unknown()),
  deleted: z.boolean(),
  created_at: z.string(),
  created_by: UserSchema.nullable(),
  updated_at: z.string(),
  warnings: z.array(z.string()).optional().describe('Unknown names in its steps'),
});
export type Action = z.infer<typeof ActionSchema>;
