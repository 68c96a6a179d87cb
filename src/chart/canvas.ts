/** Drawing for all kinds of charts: the sheet, its texts, and marks that a reader can point at. */
import type { Added } from '../model/question/chart.ts';
import { element, escaped } from './marks.ts';
import { cut, type Measure, wrapped } from './text.ts';
import type { Paint, PaintOf } from './theme.ts';

/** Padding on all sides. */
export const PAD = 16;
export const SMALL = 11;
export const NORMAL = 12;
/** Below this width, columns do not fit side by side. */
export const NARROW_BELOW = 560;

/** What a mark tells a reader who points at it. */
export interface Hit {
  readonly lines: readonly string[];
  /** Arguments merged into the chart's `people`; null if nobody can be listed. */
  readonly people: Added | null;
}

/** How marks carry their hits: not at all, as tooltips of the browser, or as an index in the list of hits. */
export type HitForm = 'none' | 'titles' | 'numbers';

export interface TextStyle {
  readonly size?: number;
  readonly bold?: boolean;
  readonly paint?: Paint;
  readonly anchor?: 'start' | 'middle' | 'end';
  /** The text is cut to this width. */
  readonly width?: number;
  /** Outline in the background colour, for text over marks. */
  readonly halo?: boolean;
}

export class Canvas {
  readonly width: number;
  readonly paint: PaintOf;
  readonly measure: Measure;
  readonly hits: Hit[] = [];
  readonly #form: HitForm;

  constructor(width: number, paint: PaintOf, measure: Measure, form: HitForm) {
    this.width = width;
    this.paint = paint;
    this.measure = measure;
    this.#form = form;
  }

  /** Width between the paddings. */
  get room(): number {
    return this.width - 2 * PAD;
  }

  get is_narrow(): boolean {
    return this.width < NARROW_BELOW;
  }

  /** Text broken at spaces into at most this many lines. */
  wrapped(text: string, width: number, lines_max: number, size_px: number, is_bold = false): string[] {
    return wrapped(text, width, lines_max, { measure: this.measure, size_px, is_bold });
  }

  /** @param y of the baseline */
  text(x: number, y: number, words: string, style: TextStyle = {}): string {
    const { size = NORMAL, bold = false, paint = 'muted', anchor = 'start', width, halo = false } = style;
    const shown =
      width === undefined ? words : cut(words, width, { measure: this.measure, size_px: size, is_bold: bold });
    const rim = halo
      ? { stroke: this.paint('ground'), 'stroke-width': 3, 'stroke-linejoin': 'round', 'paint-order': 'stroke' }
      : {};
    return element(
      'text',
      {
        x,
        y,
        fill: this.paint(paint),
        'font-size': size === NORMAL ? null : size,
        'font-weight': bold ? 600 : null,
        'text-anchor': anchor === 'start' ? null : anchor,
        ...rim,
      },
      escaped(shown),
    );
  }

  widthOf(words: string, size = NORMAL, bold = false): number {
    return this.measure(words, size, bold);
  }

  /** Of all these. There may be more than a function takes arguments. */
  widest(texts: readonly string[]): number {
    return texts.reduce((most, words) => Math.max(most, this.widthOf(words)), 0);
  }

  /** Adds a mark that a reader can point at. */
  hit(mark: string, lines: readonly string[], people: Added | null = null): string {
    if (this.#form === 'none') return mark;
    this.hits.push({ lines, people });
    if (this.#form === 'numbers') return element('g', { 'data-hit': this.hits.length - 1 }, mark);
    return element('g', {}, `<title>${escaped(lines.join('\n'))}</title>${mark}`);
  }
}
