/**
 * A marketplace, seeded: sixty days of accounts, orders, refunds, plans, campaigns, tickets and crashes, with our own
 * staff among the customers. What questions look for is put in on purpose: see `CAMPAIGNS`, `RELEASE_DAY`, `STAFF`.
 */
import { type Random, seeded, weighted } from '../src/base/random.ts';
import { stampUuid } from '../src/base/uuid.ts';
import type { IngestItem } from '../src/service/ingest/types.ts';

const DAY_MS = 86_400_000;
const DAYS = 60;
const CUSTOMERS = 1_600;
const STAFF = 5;
/** Days before now on which version 4.2 came out, which crashes more. */
const RELEASE_DAY = 7;

/** Days before now in which somebody can come from it, how many of those who come then do, how willing they are. */
const CAMPAIGNS = [
  { name: 'winter-warmup', from: 50, until: 40, share: 0.5, willing: 0.5 },
  { name: 'spring-sale', from: 20, until: 10, share: 0.4, willing: 1.6 },
] as const;
const PLANS = ['free', 'plus', 'pro'] as const;
const CATEGORIES = [
  ['garden', 5],
  ['kitchen', 4],
  ['toys', 2],
  ['books', 1],
] as const;
const PRICE: Record<string, number> = { garden: 60, kitchen: 35, toys: 20, books: 12 };
const TOPICS = ['delivery', 'payment', 'account'] as const;
const REASONS = [
  ['damaged', 3],
  ['late', 2],
  ['changed mind', 1],
] as const;
const DEVICES = [
  ['iOS', 5],
  ['Android', 4],
  ['Web', 3],
] as const;

interface Making {
  readonly random: Random;
  readonly now_ms: number;
  readonly items: IngestItem[];
}

interface Customer {
  readonly id: string;
  readonly device: string;
  readonly campaign: string | null;
  readonly willing: number;
}

export function market(now_ms: number): IngestItem[] {
  const making: Making = { random: seeded(42), now_ms, items: [] };
  const device = weighted(making.random, DEVICES);
  for (let number = 1; number <= CUSTOMERS; number++) addCustomer(making, number, device());
  for (let number = 1; number <= STAFF; number++) addStaff(making, number);
  const time = (item: IngestItem) => (item.kind === 'event' ? item.event.timestamp_ms : 0);
  return making.items.toSorted((a, b) => time(a) - time(b));
}

function addCustomer(making: Making, number: number, device: string): void {
  const { random } = making;
  const age_days = DAYS * random.next();
  const campaign = CAMPAIGNS.find(
    ({ from, until, share }) => age_days < from && age_days > until && random.chance(share),
  );
  const customer: Customer = {
    id: `customer-${number}`,
    device,
    campaign: campaign?.name ?? null,
    willing: campaign?.willing ?? 1,
  };
  let at_ms = making.now_ms - age_days * DAY_MS;
  const landing = customer.campaign === null ? {} : { utm_campaign: customer.campaign, utm_source: 'newsletter' };
  say(making, customer, '$pageview', at_ms, { $current_url: 'https://bazaar.example/welcome', ...landing });
  if (!random.chance(0.8)) return;
  at_ms += 60_000 + random.below(600_000);
  const $set = { email: `${customer.id}@mail.example`, plan: 'free', signed_up_with: device };
  say(making, customer, 'account created', at_ms, { $set });
  for (let visit = 0; visit < 25; visit++) {
    at_ms = visitFrom(making, customer, at_ms);
    if (!random.chance(0.72)) return;
    at_ms += random.exponential(3.5) * DAY_MS;
  }
}

/** Returns when it ended. */
function visitFrom(making: Making, customer: Customer, start_ms: number): number {
  const { random } = making;
  let at_ms = start_ms + 30_000;
  const step = (event: string, properties: Record<string, unknown> = {}) => {
    say(making, customer, event, at_ms, properties);
    at_ms += 10_000 + random.below(120_000);
  };
  const category = weighted(random, CATEGORIES)();
  step('$pageview', { $current_url: `https://bazaar.example/${category}` });
  step('item viewed', { category });
  if (random.chance(crashShare(making, at_ms, customer.device))) {
    step('app crashed', { version: versionAt(making, at_ms), device: customer.device });
    return at_ms;
  }
  if (random.chance(0.3 * customer.willing)) order(making, category, step);
  if (random.chance(0.06)) {
    const plan = PLANS[1 + random.below(2)]!;
    step('plan changed', { to_plan: plan, monthly_price: plan === 'plus' ? 9 : 29, $set: { plan } });
  }
  if (random.chance(0.05)) step('ticket opened', { topic: TOPICS[random.below(TOPICS.length)] });
  return at_ms;
}

function order(
  making: Making,
  category: string,
  step: (event: string, properties?: Record<string, unknown>) => void,
): void {
  const { random } = making;
  step('cart opened', { category });
  if (!random.chance(0.7)) return;
  const order_value = Math.round(PRICE[category]! * (0.5 + random.exponential(0.8)) * 100) / 100;
  const coupon = random.chance(0.25) ? 'WELCOME10' : null;
  step('order placed', { order_value, category, ...(coupon === null ? {} : { coupon }) });
  if (!random.chance(0.1)) return;
  step('order refunded', { refund_amount: order_value, reason: weighted(random, REASONS)(), category });
}

function versionAt({ now_ms }: Making, at_ms: number): string {
  return at_ms >= now_ms - RELEASE_DAY * DAY_MS ? '4.2' : '4.1';
}

function crashShare(making: Making, at_ms: number, device: string): number {
  if (device === 'Web') return 0;
  return versionAt(making, at_ms) === '4.2' ? 0.12 : 0.02;
}

/** Tries the shop out a few times a day, and orders much. */
function addStaff(making: Making, number: number): void {
  const { random } = making;
  const staff: Customer = { id: `staff-${number}`, device: 'Web', campaign: null, willing: 1 };
  const $set = { email: `colleague${number}@bazaar.example`, plan: 'pro', signed_up_with: 'Web' };
  say(making, staff, 'account created', making.now_ms - DAYS * DAY_MS, { $set });
  for (let day = DAYS; day > 0; day--) {
    const at_ms = making.now_ms - day * DAY_MS + random.below(8 * 3_600_000);
    say(making, staff, '$pageview', at_ms, { $current_url: 'https://bazaar.example/garden' });
    say(making, staff, 'item viewed', at_ms + 20_000, { category: 'garden' });
    say(making, staff, 'order placed', at_ms + 60_000, { order_value: 999, category: 'garden' });
  }
}

function say(
  making: Making,
  { id, device }: Customer,
  event: string,
  at_ms: number,
  properties: Record<string, unknown>,
): void {
  const { random, now_ms, items } = making;
  const timestamp_ms = Math.floor(at_ms);
  if (timestamp_ms >= now_ms) return;
  items.push({
    kind: 'event',
    event: {
      event,
      distinct_id: id,
      timestamp_ms,
      uuid: stampUuid(random.bytes(16), 4),
      properties: { device, ...properties },
    },
  });
}
