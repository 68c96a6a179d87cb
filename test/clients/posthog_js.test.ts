/**
 * The browser library of PostHog, unmodified, on a page of another origin. The page is a simulated browser, so that the
 * test needs nothing but packages.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Window } from 'happy-dom';
import { expect, onTestFinished, test } from 'vitest';
import { type Asking, askingOf } from './asking.ts';

const require = createRequire(import.meta.url);
const SCRIPT = require.resolve('posthog-js/dist/array.full.no-external.js');

/** What the tests use of the library. */
interface PostHogJs {
  init(token: string, options: Record<string, unknown>): void;
  capture(event: string, properties?: Record<string, unknown>): void;
  identify(distinct_id: string, properties?: Record<string, unknown>): void;
  group(type: string, key: string, properties?: Record<string, unknown>): void;
  isFeatureEnabled(flag: string): boolean | undefined;
  get_distinct_id(): string;
}

interface Page {
  readonly posthog: PostHogJs;
  /** As a visitor does: what is not sent yet is sent at once. */
  leave(): void;
}

const WAIT_MS = 10_000;

/** What a script on a page finds around it, and the library uses; requests obey the page's origin. */
const SURROUNDINGS = ['globalThis', 'window', 'self', 'document', 'navigator', 'location', 'localStorage', 'Blob'];

/** A page with the library on it, loaded and ready. */
async function visit({ base, token }: Asking): Promise<Page> {
  const window = new Window({ url: 'http://shop.example/pricing?utm_source=news' });
  onTestFinished(() => window.happyDOM.close());
  const own = window as unknown as Record<string, unknown>;
  const script = new Function(...SURROUNDINGS, readFileSync(SCRIPT, 'utf8'));
  script(...SURROUNDINGS.map((name) => (name === 'globalThis' ? window : own[name])));
  const posthog = own['posthog'] as PostHogJs;
  await new Promise<void>((loaded) => {
    posthog.init(token, {
      api_host: base,
      loaded: () => loaded(),
      opt_out_useragent_filter: true, // else the library is silent where nobody sits
      request_queue_config: { flush_interval_ms: 250 },
    });
  });
  return {
    posthog,
    leave() {
      window.dispatchEvent(new window.Event('pagehide'));
    },
  };
}

test('events, a person and a group arrive; the anonymous visitor becomes the known person', async () => {
  const asking = await askingOf();
  const { posthog, leave } = await visit(asking);
  posthog.capture('viewed plan', { plan: 'pro' });
  const anonymous = posthog.get_distinct_id();
  posthog.identify('ana', { email: 'ana@example.com' });
  posthog.group('company', 'acme', { size: 5 });
  posthog.capture('paid', { amount: 7 });
  await expect
    .poll(() => asking.trend({ events: [{ id: 'viewed plan' }, { id: 'paid' }] }), { timeout: WAIT_MS })
    .toEqual({ 'viewed plan': 1, paid: 1 });

  posthog.capture('leaving');
  leave();
  // The last request must have ended before the page is closed.
  await expect
    .poll(() => asking.trend({ events: [{ id: 'leaving' }, { id: '$pageleave' }] }), { timeout: WAIT_MS })
    .toEqual({ leaving: 1, $pageleave: 1 });

  const { people, groups } = asking.service.store;
  const ana = people.find(1, 'ana')!;
  expect(people.find(1, anonymous)?.person_ord).toBe(ana.person_ord);
  expect(people.get(1, ana.person_ord)!.properties).toMatchObject({ email: 'ana@example.com' });
  expect(groups.get(1, 0, 'acme')?.properties).toEqual({ size: 5 });
  const by_page = { breakdown: '$current_url' };
  expect(await asking.trend({ events: [{ id: '$pageview' }], ...by_page })).toEqual({
    'http://shop.example/pricing?utm_source=news': 1,
  });
  expect(
    await asking.trend({ events: [{ id: 'viewed plan' }, { id: 'paid' }].map((line) => ({ ...line, math: 'dau' })) }),
  ).toEqual({ 'viewed plan': 1, paid: 1 });
  expect(await asking.trend({ events: [{ id: null, math: 'dau' }] })).toEqual({ 'All events': 1 });
  // There are no flags, and asking for one is no error.
  expect(posthog.isFeatureEnabled('new-page')).toBeFalsy();
});
