/** Limits the total size of results that share one answer (a list or a dashboard). */
import { Written } from '../../base/written.ts';
import { LIMIT } from '../../model/limit.ts';
import type { ResultFields } from './result.ts';

export class ResultRoom {
  readonly #bytes: number;
  #left_bytes: number;

  constructor(bytes: number = LIMIT.answer_bytes) {
    this.#bytes = bytes;
    this.#left_bytes = bytes;
  }

  get left_bytes(): number {
    return this.#left_bytes;
  }

  /** Returns the fields unchanged if the result fits. Otherwise a reason replaces the result. */
  fit(fields: ResultFields): ResultFields {
    const { result } = fields;
    const bytes = result instanceof Written ? result.bytes.length : 0;
    if (bytes <= this.#left_bytes) {
      this.#left_bytes -= bytes;
      return fields;
    }
    const error_message = `The results of this answer would be longer than ${this.#bytes / 1024 ** 2} MB together. Ask for this insight by itself, or for fewer at once.`;
    return { ...fields, result: null, query_status: { complete: true, error: true, error_message } };
  }
}
