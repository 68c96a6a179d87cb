/** Products whose data can be fetched through their API. */
import { amplitude } from './amplitude.ts';
import { mixpanel } from './mixpanel.ts';
import { posthog } from './posthog.ts';
import type { Puller } from './puller.ts';

export const PULLERS = { posthog, mixpanel, amplitude } as const satisfies Record<string, Puller>;

export type PullerName = keyof typeof PULLERS;
