/** A server that client libraries send to, and questions about what came in. */
import type { RunningService } from '../../src/service/service.ts';
import { served } from '../support/mcp.ts';
import { temporaryProduct } from '../support/product.ts';

export interface Asking {
  readonly service: RunningService;
  readonly base: string;
  /** For sending events. */
  readonly token: string;
  /** Stored events, the first first; `query` of the address. */
  list(query?: string): Promise<StoredEvent[]>;
  /** Totals of a trend over today, by label or by value of the breakdown. */
  trend(body: Record<string, unknown>): Promise<Record<string, number>>;
}

export interface StoredEvent {
  readonly event: string;
  readonly distinct_id: string;
  readonly timestamp: string;
  readonly uuid: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

interface Series {
  readonly label: string;
  readonly breakdown_value?: unknown;
  readonly count: number;
}

export async function askingOf(): Promise<Asking> {
  const product = temporaryProduct();
  const base = await served(product);
  const headers = {
    authorization: `Bearer ${product.key(['insight:read', 'query:read'])}`,
    'content-type': 'application/json',
  };
  return {
    service: product.service,
    base,
    token: product.service.store.projects.get(1)!.api_token,
    async list(query = '') {
      const response = await fetch(`${base}/api/projects/1/events/?limit=1000&${query}`, { headers });
      const { results } = (await response.json()) as { results: StoredEvent[] };
      return results.reverse();
    },
    async trend(body) {
      const response = await fetch(`${base}/api/projects/1/insights/trend/`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ date_from: '-1d', ...body }),
      });
      const { result } = (await response.json()) as { result: Series[] };
      return Object.fromEntries(result.map((series) => [String(series.breakdown_value ?? series.label), series.count]));
    },
  };
}
