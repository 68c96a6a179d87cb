/** Concurrent clients, each asking one question after the other. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { quantileOf } from './measure.ts';

export interface ClientFigure {
  readonly clients: number;
  readonly per_second: number;
  readonly p99_ms: number;
  /** Longest time the asking thread was blocked. */
  readonly event_loop_max_ms: number;
}

export const CLIENTS = [1, 4, 16] as const;

/** Runs each task once, by the next free client. */
export async function withClients(clients: number, tasks: readonly (() => Promise<unknown>)[]): Promise<ClientFigure> {
  const times_ms: number[] = [];
  let next = 0;
  const client = async (place: number): Promise<void> => {
    // Requests come one by one, too; all in one turn of the loop would count as one that takes long.
    for (let turn = 0; turn < place; turn++) await setImmediate();
    for (let task = tasks[next++]; task !== undefined; task = tasks[next++]) {
      const started_ms = performance.now();
      await task();
      times_ms.push(performance.now() - started_ms);
    }
  };
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const began_ms = performance.now();
  await Promise.all(Array.from({ length: clients }, (_, place) => client(place)));
  const took_ms = performance.now() - began_ms;
  delay.disable();
  return {
    clients,
    per_second: Math.round((tasks.length / took_ms) * 10_000) / 10,
    p99_ms: Math.round(quantileOf(times_ms, 0.99) * 10) / 10,
    event_loop_max_ms: Math.round(delay.max / 1e5) / 10,
  };
}
