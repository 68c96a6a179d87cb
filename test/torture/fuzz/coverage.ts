/** Which blocks of the program have run, as V8 counts them. */
import { type Profiler, Session } from 'node:inspector/promises';

/** Of the program itself. */
const SOURCES = '/src/';

export class Coverage {
  readonly #session = new Session();
  /** Blocks that ever ran, as file and place. */
  readonly #seen = new Set<string>();

  async open(): Promise<void> {
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  get blocks(): number {
    return this.#seen.size;
  }

  /** Those that ran since the last call, and never had before. */
  async fresh(): Promise<string[]> {
    const fresh = (await this.ran()).filter((block) => !this.#seen.has(block));
    for (const block of fresh) this.#seen.add(block);
    return fresh;
  }

  /** Those that ran since the last call. */
  async ran(): Promise<string[]> {
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    const ours = (result as Profiler.ScriptCoverage[]).filter(({ url }) => url.includes(SOURCES));
    return ours.flatMap(({ url, functions }) =>
      functions.flatMap(({ ranges }) =>
        ranges.filter(({ count }) => count > 0).map((range) => `${url} ${range.startOffset} ${range.endOffset}`),
      ),
    );
  }

  close(): void {
    this.#session.disconnect();
  }
}
