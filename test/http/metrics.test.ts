import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createApp } from '../../src/http/app.ts';
import { temporaryProduct } from '../support/product.ts';

interface Family {
  readonly type: string;
  /** Name and labels -> value, in the order told. */
  readonly samples: Map<string, number>;
}

const HEADING = /^# (HELP|TYPE) ([a-z_]+) (.+)$/;
const SAMPLE = /^([a-z_]+)(\{(?:[a-z_]+="(?:[^"\\\n]|\\[\\n"])*",?)*\})? ([-+.0-9eE]+|\+Inf|NaN)$/;

/** As the text format 0.0.4 says: HELP and TYPE once a family, its samples in one piece below, each of them once. */
function read(text: string): Map<string, Family> {
  const families = new Map<string, Family>();
  let name = '';
  expect(text.endsWith('\n')).toBe(true);
  for (const line of text.trimEnd().split('\n')) {
    const [, what, of = '', rest = ''] = HEADING.exec(line) ?? [];
    if (what === 'HELP') {
      expect(families.has(of), line).toBe(false);
      expect(rest, line).toMatch(/\.$/);
      name = of;
    } else if (what === 'TYPE') {
      expect(of, line).toBe(name);
      expect(['counter', 'gauge', 'histogram'], line).toContain(rest);
      families.set(of, { type: rest, samples: new Map() });
    } else {
      const [, sample = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
      const { type, samples } = families.get(name)!;
      expect(type === 'histogram' ? sample.replace(/_(bucket|sum|count)$/, '') : sample, line).toBe(name);
      expect(samples.has(sample + labels), line).toBe(false);
      samples.set(sample + labels, Number(value));
    }
  }
  return families;
}

async function scraped(): Promise<Map<string, Family>> {
  const product = temporaryProduct();
  const app = createApp(product.service);
  const headers = { host: 'localhost', authorization: `Bearer ${product.key(['*'])}` };
  const get = (path: string) =>
    app.request(path, { headers }, { incoming: { socket: { remoteAddress: '127.0.0.1' } } });
  for (const path of ['/api/projects/1/insights/', '/api/projects/1/insights/', '/api/projects/1/nothing/', '/healthz'])
    await get(path);
  product.service.timings.record('load', 250);
  const answer = await get('/metrics');
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  return read(await answer.text());
}

test('/metrics keeps to the format, and histograms add up', async () => {
  const families = await scraped();
  for (const [name, { type, samples }] of families) {
    if (type !== 'histogram') continue;
    const series = [...samples.keys()].filter((key) => key.startsWith(`${name}_count`));
    expect(series.length, name).toBeGreaterThan(0);
    for (const count of series) {
      const labels = count.slice(`${name}_count{`.length, -1);
      const buckets = [...samples].filter(([key]) => key.startsWith(`${name}_bucket{${labels},le=`));
      const below = buckets.map(([, value]) => value);
      expect(below, count).toEqual(below.toSorted((a, b) => a - b));
      expect(buckets.at(-1)![0], count).toContain('le="+Inf"');
      expect(below.at(-1), count).toBe(samples.get(count));
    }
  }
  const { samples } = families.get('insights_request_ms')!;
  expect(samples.get('insights_request_ms_count{method="GET",route="/api/projects/:project_id/insights/"}')).toBe(2);
});

test('the dashboard asks for metrics that there are', async () => {
  const names = new Set((await scraped()).keys());
  const { panels } = JSON.parse(readFileSync(new URL('../../docs/grafana.json', import.meta.url), 'utf8'));
  const expressions: string[] = panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
    targets.map(({ expr }) => expr),
  );
  const asked = expressions.flatMap((text) => text.match(/\b(insights|process)_\w+/g) ?? []);
  expect(asked.length).toBeGreaterThan(15);
  expect(asked.map((name) => name.replace(/_bucket$/, '')).filter((name) => !names.has(name))).toEqual([]);
});
