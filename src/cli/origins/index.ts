/** All origins, by the name that --from takes. */
import { amplitude } from './amplitude.ts';
import { ga4 } from './ga4.ts';
import { mixpanel } from './mixpanel.ts';
import type { Origin, Values } from './origin.ts';
import { plausible } from './plausible.ts';
import { posthog } from './posthog.ts';
import { segment } from './segment.ts';
import { snowplow } from './snowplow.ts';
import { umami } from './umami.ts';

export const ORIGINS = {
  posthog,
  mixpanel,
  amplitude,
  ga4,
  segment,
  snowplow,
  umami,
  plausible,
} as const satisfies Record<string, Origin>;

export type OriginName = keyof typeof ORIGINS;

export function isOriginName(name: string): name is OriginName {
  return Object.hasOwn(ORIGINS, name);
}

/** The product that all of these rows come from; null if there is none. @param rows the first of a file */
export function originOf(rows: readonly Values[]): OriginName | null {
  if (rows.length === 0) return null;
  for (const [name, { recognises }] of Object.entries(ORIGINS)) {
    if (isOriginName(name) && rows.every(recognises)) return name;
  }
  return null;
}
