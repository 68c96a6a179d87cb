/** Pointing at marks by mouse, touch and keyboard. A box beside the mark describes it; screen readers hear the same. */
import type { Hit } from '../chart/canvas.ts';
import { make } from './element.ts';

const GAP = 14;
/** Clicks this close to a mark count as hits. */
const REACH_PX = 32;

export class Pointer {
  readonly #plot: HTMLElement;
  readonly #choose: (hit: Hit) => void;
  readonly #tip = make('div', { class: 'tip', 'aria-hidden': 'true' });
  readonly #told = make('div', { class: 'unseen', 'aria-live': 'polite' });
  readonly #picture = make('div', { 'aria-hidden': 'true' });
  #hits: readonly Hit[] = [];
  #at = -1;

  constructor(plot: HTMLElement, choose: (hit: Hit) => void) {
    this.#plot = plot;
    this.#choose = choose;
    plot.append(this.#picture, this.#tip, this.#told);
    plot.addEventListener('pointermove', (event) => this.#point(event));
    plot.addEventListener('pointerleave', () => this.#leave());
    plot.addEventListener('blur', () => this.#leave());
    plot.addEventListener('click', (event) => {
      this.#point(event);
      this.#reach(event);
      this.#enter();
    });
    plot.addEventListener('keydown', (event) => this.#press(event));
  }

  show(svg: string, hits: readonly Hit[]): void {
    this.#picture.innerHTML = svg;
    this.#hits = hits;
    this.#leave();
  }

  #point(event: MouseEvent): void {
    const mark = event.target instanceof Element ? event.target.closest('[data-hit]') : null;
    if (mark === null) {
      this.#leave();
      return;
    }
    const { left, top } = this.#plot.getBoundingClientRect();
    this.#move(Number(mark.getAttribute('data-hit')), event.clientX - left, event.clientY - top);
  }

  #press(event: KeyboardEvent): void {
    const last = this.#hits.length - 1;
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: Math.min(last, this.#at + 1),
      ArrowLeft: Math.max(0, this.#at < 0 ? last : this.#at - 1),
      Home: 0,
      End: last,
    };
    const next = steps[event.key];
    if (next !== undefined && last >= 0) {
      event.preventDefault();
      this.#goTo(next);
    } else if (event.key === 'Enter' && this.#at >= 0) this.#enter();
    else if (event.key === 'Escape') this.#leave();
  }

  #goTo(at: number): void {
    const mark = this.#picture.querySelector(`[data-hit="${at}"]`);
    if (mark === null) return;
    const plot = this.#plot.getBoundingClientRect();
    const box = mark.getBoundingClientRect();
    this.#move(at, box.left + box.width / 2 - plot.left, box.top + Math.min(box.height / 2, 40) - plot.top);
    this.#told.textContent = this.#hits[at]?.lines.join(', ') ?? '';
  }

  /** `x`, `y`: position in the plot. The box stays inside the plot and does not cover that position. */
  #move(at: number, x: number, y: number): void {
    const hit = this.#hits[at];
    if (hit === undefined) return;
    if (at !== this.#at) {
      this.#mark(at);
      const [first = '', ...rest] = hit.lines;
      const more = this.#hint(hit).map((text) => make('em', {}, text));
      this.#tip.replaceChildren(make('b', {}, first), ...rest.map((text) => make('span', {}, text)), ...more);
      this.#tip.classList.add('on');
    }
    const { offsetWidth: width, offsetHeight: height } = this.#tip;
    const room = this.#plot.clientWidth;
    const left = x + GAP + width <= room ? x + GAP : Math.max(0, x - GAP - width);
    this.#tip.style.left = `${left}px`;
    this.#tip.style.top = `${Math.max(0, Math.min(y - height / 2, this.#plot.clientHeight - height))}px`;
  }

  /** If several lines share a band, people belong to the points in it, not to the band. */
  #hint({ people }: Hit): string[] {
    if (people !== null) return ['Click for the people'];
    return this.#hits.some((hit) => hit.people !== null) ? ['Click a point for its people'] : [];
  }

  /** Moves to the nearest mark with people, if the current mark has none. */
  #reach(event: MouseEvent): void {
    if (this.#at < 0 || this.#hits[this.#at]?.people !== null) return;
    let nearest_px = REACH_PX;
    let found = -1;
    for (const mark of this.#picture.querySelectorAll('[data-hit]')) {
      const at = Number(mark.getAttribute('data-hit'));
      const { left, top, width, height } = mark.getBoundingClientRect();
      const away_px = Math.hypot(event.clientX - left - width / 2, event.clientY - top - height / 2);
      if (this.#hits[at]?.people == null || away_px >= nearest_px) continue;
      [nearest_px, found] = [away_px, at];
    }
    if (found >= 0) this.#goTo(found);
  }

  #mark(at: number): void {
    this.#picture.querySelector('.on')?.classList.remove('on');
    this.#picture.querySelector(`[data-hit="${at}"]`)?.classList.add('on');
    this.#at = at;
  }

  #enter(): void {
    const hit = this.#hits[this.#at];
    if (hit !== undefined && hit.people !== null) this.#choose(hit);
  }

  #leave(): void {
    this.#mark(-1);
    this.#tip.classList.remove('on');
  }
}
