/** Whether an insight is readable by link. */
import { z } from 'zod';

/** 22 random bytes give 30 characters. */
export const SHARING_TOKEN_BYTES = 22;

export const SharingSchema = z.object({
  created_at: z.string().describe('Of the token; until sharing is first switched on that is now'),
  enabled: z.boolean(),
  url: z
    .string()
    .optional()
    .describe('The link, where the address of the server is known; else it is /shared/<access_token> there'),
  access_token: z.string().describe('Stands in the link; different each time until sharing is first switched on'),
});

export const SharingWrite = z.object({
  enabled: z.boolean().optional().describe('true: whoever has the link can read the insight; false: nobody can by it'),
});
