/** The people behind a number, fetched on demand. */
import { formatMinute } from '../base/time.ts';
import type { Added, ChartCall } from '../model/question/chart.ts';
import { make } from './element.ts';
import type { View } from './view.ts';

const SHOWN = 25;

interface Person {
  readonly id: string;
  readonly name: string | null;
  /** Absent for groups. */
  readonly distinct_ids?: readonly string[];
  /** In UTC. */
  readonly matched_at: readonly string[];
}

export class People {
  readonly element = make('section', { class: 'people', 'aria-live': 'polite' });
  readonly #view: View;
  /** Counts questions, so that only the answer to the latest is shown. */
  #asked = 0;

  constructor(view: View) {
    this.#view = view;
  }

  clear(): void {
    this.#asked++;
    this.element.replaceChildren();
  }

  async show(listing: ChartCall, people: Added, lines: readonly string[]): Promise<void> {
    const asked = ++this.#asked;
    const title = make('h2', {}, `People: ${lines.slice(0, 2).join(', ')}`);
    this.element.replaceChildren(title, make('p', {}, 'Asking …'));
    try {
      const { structuredContent } = await this.#view.call(listing.tool, {
        ...listing.arguments,
        ...people,
        limit: SHOWN,
      });
      if (asked !== this.#asked) return;
      const { count, results, timezone } = (structuredContent ?? {}) as {
        count: number;
        results: readonly Person[];
        timezone: string;
      };
      const items = results.map(({ id, name, distinct_ids = [], matched_at }) => {
        const at = matched_at[0] && formatMinute(timezone, Date.parse(matched_at[0]));
        return make(
          'li',
          {},
          name ?? distinct_ids[0] ?? id,
          ...(at === undefined ? [] : [make('small', {}, ` ${at}`)]),
        );
      });
      const more =
        count > results.length
          ? [make('p', {}, `${results.length} of ${count}. Ask the assistant for the others.`)]
          : [];
      const close = make('button', { type: 'button', onclick: () => this.clear() }, 'Close');
      this.element.replaceChildren(
        title,
        make('ol', {}, ...items),
        ...more,
        ...(count === 0 ? [make('p', {}, 'Nobody.')] : []),
        close,
      );
    } catch (error) {
      if (asked === this.#asked)
        this.element.replaceChildren(
          title,
          make('p', {}, error instanceof Error ? error.message : 'That did not work.'),
        );
    }
  }
}
