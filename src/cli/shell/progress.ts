/** A progress bar for terminals; silent if stderr is a file or pipe. */
import { grouped } from '../../service/words/lists.ts';

const WIDTH = 30;
const EVERY_MS = 100;

/** The part of a stream that the bar needs. */
export interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): boolean;
}

export interface Progress {
  /** `share`: progress from 0 to 1; null = unknown. `lines`: read so far. */
  update(share: number | null, lines: number, note: string): void;
  end(): void;
}

export function openProgress(stream: Terminal = process.stderr): Progress {
  const began_ms = performance.now();
  let drawn_ms = Number.NEGATIVE_INFINITY;
  return {
    update(share, lines, note) {
      const now_ms = performance.now();
      if (!stream.isTTY || now_ms - drawn_ms < EVERY_MS) return;
      drawn_ms = now_ms;
      const text = progressText(share, lines, now_ms - began_ms, note);
      // Wrapped lines cannot be erased.
      stream.write(`\r\x1b[K${text.slice(0, (stream.columns ?? 80) - 1)}`);
    },
    end() {
      if (stream.isTTY) stream.write('\r\x1b[K');
    },
  };
}

/** For example `████░░░░ 42 %  218,000 lines, 170,000 a second, 3 s left  events.ndjson`. */
export function progressText(share: number | null, lines: number, elapsed_ms: number, note: string): string {
  const rate = Math.round(lines / Math.max(elapsed_ms / 1_000, 0.001));
  const told = `${grouped(lines)} lines, ${grouped(rate)} a second`;
  if (share === null) return `${told}  ${note}`;
  const done = Math.min(1, share);
  const full = Math.round(done * WIDTH);
  const bar = '█'.repeat(full) + '░'.repeat(WIDTH - full);
  const left = done > 0 ? `, ${durationText((elapsed_ms * (1 - done)) / done)} left` : '';
  return `${bar} ${Math.round(done * 100)} %  ${told}${left}  ${note}`;
}

/** For example `0.4 s`, `12 s`, `3 min`, `2 h 5 min`. */
export function durationText(ms: number): string {
  const seconds = ms / 1_000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
