/**
 * A seeded sample shop: three months up to today. People arrive anonymously and browse. Some sign up (and are known
 * from then on); some buy and come back. Some belong to companies. Weekends are quiet, and the shop grows.
 */
import { type Random, seeded, weighted } from '../../base/random.ts';
import { DAY_MS, MINUTE_MS } from '../../base/time.ts';
import { stampUuid } from '../../base/uuid.ts';
import type { IngestItem } from '../../service/ingest/types.ts';

const DAYS = 92;
const PEOPLE = 4_000;
const COMPANIES = 60;
const VISITS_MAX = 40;
/** Share of visits that end on the first page. */
const BOUNCE = 0.3;
/** The newest person arrives this long before the end, to have time for a first visit. */
const LAST_ARRIVAL_DAYS = 1;

const COUNTRIES = [
  ['Germany', 30],
  ['United States', 28],
  ['France', 14],
  ['United Kingdom', 12],
  ['Japan', 8],
  ['Brazil', 8],
] as const;
const BROWSERS = [
  ['Chrome', 58],
  ['Safari', 24],
  ['Firefox', 10],
  ['Edge', 8],
] as const;
const CHANNELS = [
  ['search', 40],
  ['direct', 25],
  ['newsletter', 15],
  ['social', 12],
  ['partner', 8],
] as const;
const PRODUCTS = [
  ['espresso beans', 14],
  ['filter coffee', 12],
  ['hand grinder', 89],
  ['kettle', 120],
  ['mug', 18],
  ['scale', 45],
  ['tea sampler', 22],
] as const;
/** How likely visitors of a channel are to sign up and to buy; 1 is average. */
const QUALITY: Record<string, number> = { search: 1, direct: 1.3, newsletter: 1.6, social: 0.5, partner: 1.1 };

interface Shop {
  readonly random: Random;
  /** All events happen before this time. */
  readonly end_ms: number;
  readonly items: IngestItem[];
  readonly country: () => string;
  readonly browser: () => string;
  readonly channel: () => string;
}

interface Visitor {
  distinct_id: string;
  readonly user_id: string;
  readonly country: string;
  readonly browser: string;
  readonly channel: string;
  readonly company: string | null;
  signed_up: boolean;
  orders: number;
}

/**
 * About 50,000 events, on the days (UTC) before the day of `now_ms`. The result is the same all day long.
 */
export function sampleShop(now_ms: number, seed: number): IngestItem[] {
  const end_ms = Math.floor(now_ms / DAY_MS) * DAY_MS;
  const random = seeded(seed);
  const shop: Shop = {
    random,
    end_ms,
    items: [],
    country: weighted(random, COUNTRIES),
    browser: weighted(random, BROWSERS),
    channel: weighted(random, CHANNELS),
  };
  addCompanies(shop);
  for (let number = 0; number < PEOPLE; number++) addPerson(shop, number);
  return inTimeOrder(shop.items);
}

/** Groups come first. Events are in order of time, because identities are resolved in that order. */
function inTimeOrder(items: readonly IngestItem[]): IngestItem[] {
  const time = (item: IngestItem) => (item.kind === 'event' ? item.event.timestamp_ms : Number.NEGATIVE_INFINITY);
  return [...items].sort((left, right) => time(left) - time(right));
}

function addCompanies(shop: Shop): void {
  const industry = weighted(shop.random, [
    ['software', 4],
    ['retail', 3],
    ['health', 2],
    ['education', 2],
  ]);
  for (let number = 0; number < COMPANIES; number++) {
    shop.items.push({
      kind: 'group',
      group: {
        group_type: 'company',
        group_key: `company-${number + 1}`,
        properties: { name: `Company ${number + 1}`, industry: industry(), employees: 5 + shop.random.below(500) },
        created_at_ms: shop.end_ms - DAYS * DAY_MS,
      },
    });
  }
}

function addPerson(shop: Shop, number: number): void {
  const { random } = shop;
  const user_id = `user-${number + 1}`;
  const channel = shop.channel();
  const visitor: Visitor = {
    distinct_id: `anonymous-${number + 1}`,
    user_id,
    country: shop.country(),
    browser: shop.browser(),
    channel,
    company: random.chance(0.2) ? `company-${1 + random.below(COMPANIES)}` : null,
    signed_up: false,
    orders: 0,
  };
  // Growth: more people arrive late than early.
  const age_days = LAST_ARRIVAL_DAYS + (DAYS - LAST_ARRIVAL_DAYS) * (1 - Math.sqrt(random.next()));
  let at_ms = shop.end_ms - age_days * DAY_MS;
  for (let visit = 0; visit < VISITS_MAX && at_ms < shop.end_ms; visit++) {
    const start_ms = openingHour(at_ms, random);
    if (!isWeekend(start_ms) || random.chance(0.55)) addVisit(shop, visitor, start_ms);
    // Those who bought come back sooner; the others drift away.
    const staying = 0.45 + (visitor.signed_up ? 0.2 : 0) + Math.min(0.25, visitor.orders * 0.1);
    if (!random.chance(staying)) break;
    at_ms += random.exponential(visitor.orders > 0 ? 5 : 8) * DAY_MS;
  }
}

/** Moves a time into the hours in which people are awake. */
function openingHour(at_ms: number, random: Random): number {
  const midnight_ms = Math.floor(at_ms / DAY_MS) * DAY_MS;
  return (
    midnight_ms + Math.floor((7 + random.next() * 7 + random.next() * 8) * 60) * MINUTE_MS + random.below(MINUTE_MS)
  );
}

function isWeekend(at_ms: number): boolean {
  const day = new Date(at_ms).getUTCDay();
  return day === 0 || day === 6;
}

function addVisit(shop: Shop, visitor: Visitor, start_ms: number): void {
  const { random } = shop;
  const quality = QUALITY[visitor.channel] ?? 1;
  const session_id = Buffer.from(random.bytes(8)).toString('hex');
  let at_ms = start_ms;
  const say = (event: string, properties: Record<string, unknown> = {}) => {
    push(shop, visitor, event, at_ms, { $session_id: session_id, ...properties });
    at_ms += 5_000 + Math.floor(random.exponential(40_000));
  };
  say('$pageview', { $current_url: 'https://shop.example/' });
  if (random.chance(BOUNCE)) return;
  const looks = 1 + Math.floor(random.exponential(2.2));
  for (let look = 0; look < looks; look++) {
    const [product, price] = PRODUCTS[random.below(PRODUCTS.length)]!;
    say('$pageview', { $current_url: `https://shop.example/products/${product.replaceAll(' ', '-')}` });
    say('product viewed', { product, price });
    if (!visitor.signed_up && random.chance(0.1 * quality)) signUp(shop, visitor, at_ms, say);
    if (random.chance(0.24 * quality)) buy(visitor, { product, price, quality }, random, say);
  }
}

type Say = (event: string, properties?: Record<string, unknown>) => void;

/** From here on the person is known by another id; both ids are one person. */
function signUp(shop: Shop, visitor: Visitor, at_ms: number, say: Say): void {
  say('signup started');
  if (!shop.random.chance(0.7)) return;
  const anonymous = visitor.distinct_id;
  visitor.distinct_id = visitor.user_id;
  visitor.signed_up = true;
  const $set = {
    email: `${visitor.user_id}@${visitor.company ?? 'example'}.example`,
    country: visitor.country,
    channel: visitor.channel,
    plan: visitor.company === null ? 'personal' : 'business',
  };
  push(shop, visitor, '$identify', at_ms, { $anon_distinct_id: anonymous, $set });
  say('signed up', { method: shop.random.chance(0.6) ? 'email' : 'google' });
}

interface Offer {
  readonly product: string;
  readonly price: number;
  /** How likely a visitor of this channel is to buy; 1 is average. */
  readonly quality: number;
}

function buy(visitor: Visitor, { product, price, quality }: Offer, random: Random, say: Say): void {
  const quantity = 1 + random.below(3);
  say('added to cart', { product, quantity });
  if (!random.chance(0.55)) return;
  say('checkout started', { items: quantity });
  if (!random.chance(Math.min(0.9, 0.6 * quality))) return;
  say('purchase', { product, quantity, amount: price * quantity, payment: random.chance(0.7) ? 'card' : 'paypal' });
  visitor.orders++;
}

function push(
  shop: Shop,
  visitor: Visitor,
  event: string,
  timestamp_ms: number,
  properties: Record<string, unknown>,
): void {
  if (timestamp_ms >= shop.end_ms) return;
  shop.items.push({
    kind: 'event',
    event: {
      event,
      distinct_id: visitor.distinct_id,
      timestamp_ms,
      uuid: stampUuid(shop.random.bytes(16), 4),
      properties: {
        $browser: visitor.browser,
        country: visitor.country,
        channel: visitor.channel,
        ...(visitor.company === null ? {} : { $groups: { company: visitor.company } }),
        ...properties,
      },
    },
  });
}
