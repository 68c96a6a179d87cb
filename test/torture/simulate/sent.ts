/** Events that are sent: few people and names, so that ids meet again; some are late, some are sent twice. */
import type { Random } from '../../../src/base/random.ts';
import { formatUuid, stampUuid } from '../../../src/base/uuid.ts';
import type { OracleEvent } from '../../oracle/identity.ts';

const DAY_MS = 86_400_000;
const IDS = 40;
/** Of the late ones. */
const LATE_DAYS = 60;

export const NAMES = ['seen', 'paid', 'left'] as const;
const PLANS = ['free', 'pro', 'team'] as const;
export const TIERS = ['gold', 'tin'] as const;

export interface SentEvent {
  readonly uuid: string;
  readonly event: string;
  readonly at_ms: number;
  readonly plan: string;
  readonly about: OracleEvent;
  /** It came with that import. */
  readonly import_id?: number;
}

export type SentRequest = readonly SentEvent[];

export function dayOf(at_ms: number): string {
  return new Date(at_ms).toISOString().slice(0, 10);
}

function one<T>(random: Random, list: readonly T[]): T {
  return list[random.below(list.length)]!;
}

export function newEvent(random: Random, now_ms: number): SentEvent {
  const kind = one(random, ['event', 'event', 'event', 'event', 'event', 'identify', 'merge_dangerously'] as const);
  const at_ms = now_ms - Math.floor(random.chance(0.2) ? random.next() * LATE_DAYS * DAY_MS : random.next() * DAY_MS);
  const id = `u${random.below(IDS)}`;
  const set = random.chance(0.2) ? { tier: one(random, TIERS) } : {};
  const set_once: Record<string, unknown> = random.chance(0.1) ? { tier: one(random, TIERS) } : {};
  const about = { kind, id, other: `u${random.below(IDS)}`, at_ms, set, set_once };
  const uuid = formatUuid(stampUuid(random.bytes(16), 4));
  return { uuid, event: kind === 'event' ? one(random, NAMES) : MERGING[kind], at_ms, plan: one(random, PLANS), about };
}

const MERGING = { identify: '$identify', merge_dangerously: '$merge_dangerously' } as const;

/** As a library sends it. */
export function rawOf({ uuid, event, at_ms, plan, about }: SentEvent): Record<string, unknown> {
  const other =
    about.kind === 'identify'
      ? { $anon_distinct_id: about.other }
      : about.kind === 'event'
        ? {}
        : { alias: about.other };
  return {
    event,
    uuid,
    distinct_id: about.id,
    timestamp: new Date(at_ms).toISOString(),
    properties: { plan, ...other, $set: about.set, $set_once: about.set_once },
  };
}
