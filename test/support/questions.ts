/** Questions asked of a whole product whose clock stands still. */
import { ServiceError } from '../../src/model/error.ts';
import type { FunnelResult } from '../../src/model/question/funnel.ts';
import type { TrendResult } from '../../src/model/question/trend.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import type { Operation } from '../../src/service/contract/operation.ts';
import { call } from '../../src/service/gate/call.ts';
import type { IngestItem } from '../../src/service/ingest/types.ts';
import type { ServiceOptions } from '../../src/service/service.ts';
import { computeFunnel, computeTrend } from './operations.ts';
import { type Product, temporaryProduct } from './product.ts';

export type Body = Record<string, unknown>;

const NOW = Date.parse('2026-01-15T12:00:00Z');

export interface Asked {
  readonly product: Product;
  add(...items: readonly IngestItem[]): void;
  ask<T>(operation: Operation, body: Body, url?: string): Promise<T>;
  trend(body: Body): Promise<TrendResult>;
  funnel(body: Body): Promise<FunnelResult>;
  /** The error that answers a body; an answer is a failure. */
  refusal(operation: Operation, body: Body): Promise<ServiceError>;
}

export function askedProduct(options: Partial<ServiceOptions> = {}): Asked {
  const product = temporaryProduct({ now: () => NOW, ...options });
  const { service } = product;
  const ask = async <T>(operation: Operation, body: Body, url?: string): Promise<T> => {
    const options = url === undefined ? {} : { url: new URL(url) };
    return (await call(service, localOwner(service), operation, body, options)) as T;
  };
  return {
    product,
    ask,
    add: (...items) => {
      service.ingest.importItems(service.store.projects.list()[0]!, items);
    },
    trend: (body) => ask(computeTrend, body),
    funnel: (body) => ask(computeFunnel, body),
    refusal: async (operation, body) => {
      try {
        await ask(operation, body);
      } catch (error) {
        if (error instanceof ServiceError) return error;
        throw error;
      }
      throw new Error('nothing was refused');
    },
  };
}

/** So many lines of different events. */
export function manyLines(count: number): { id: string }[] {
  return Array.from({ length: count }, (_, at) => ({ id: `e${at}` }));
}

/** Steps of a funnel in order. */
export function stepsOf(...names: string[]): { id: string; order: number }[] {
  return names.map((id, order) => ({ id, order }));
}
