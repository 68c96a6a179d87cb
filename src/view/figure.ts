/** One chart on the page: title, legend, controls, picture, table, and actions. */
import type { Hit } from '../chart/canvas.ts';
import { draw } from '../chart/draw.ts';
import { cellText } from '../chart/format.ts';
import type { Measure } from '../chart/text.ts';
import { dashOf, huePaint } from '../chart/theme.ts';
import type { Added, Chart, ChartTable } from '../model/question/chart.ts';
import { make } from './element.ts';
import { copyPicture, copyTable } from './export.ts';
import { People } from './people.ts';
import { Pointer } from './pointer.ts';
import type { View } from './view.ts';

const canvas = document.createElement('canvas').getContext('2d');

/** Measures in the page's actual font. */
const measure: Measure = (text, size_px, is_bold) => {
  if (canvas === null) return text.length * size_px;
  canvas.font = `${is_bold ? 600 : 400} ${size_px}px ${getComputedStyle(document.body).fontFamily}`;
  return canvas.measureText(text).width * 1.02;
};

export class Figure {
  readonly element = make('figure');
  readonly #view: View;
  readonly #plot = make('div', { class: 'plot', tabindex: '0', role: 'group', 'aria-roledescription': 'chart' });
  /** What did not fit into the width. */
  readonly #left_out = make('div');
  readonly #pointer: Pointer;
  readonly #people: People;
  /** Names of series that are switched off. */
  readonly #hidden = new Set<string>();
  #chart: Chart;
  #width = 0;
  #is_table = false;

  constructor(view: View, chart: Chart) {
    this.#view = view;
    this.#chart = chart;
    this.#people = new People(view);
    this.#pointer = new Pointer(this.#plot, (hit) => this.#showPeople(hit));
    this.#build();
    new ResizeObserver(() => {
      if (Math.abs(this.#plot.clientWidth - this.#width) > 1) this.draw();
    }).observe(this.#plot);
  }

  draw(): void {
    this.#width = this.#plot.clientWidth;
    const { svg, hits, left_out } = draw(this.#shown(), {
      width: this.#width,
      theme: 'page',
      measure,
      hits: 'numbers',
      frame: 'none',
    });
    this.#left_out.replaceChildren(...left_out.map((text) => make('p', { class: 'note' }, text)));
    this.#pointer.show(svg, this.#canList() ? hits : hits.map(({ lines }) => ({ lines, people: null })));
  }

  /** The chart without the series that are switched off. */
  #shown(): Chart {
    const chart = this.#chart;
    return chart.kind === 'series'
      ? { ...chart, series: chart.series.filter(({ name }) => !this.#hidden.has(name)) }
      : chart;
  }

  #canList(): boolean {
    return this.#chart.listing !== null && this.#view.canCall;
  }

  #build(): void {
    const chart = this.#chart;
    this.#plot.setAttribute(
      'aria-label',
      `${chart.title}. ${chart.summary} Left and right go from point to point${this.#canList() ? ', Enter lists the people there' : ''}.`,
    );
    this.element.replaceChildren(
      make('h1', {}, chart.title),
      ...chart.subtitle.map((text) => make('p', {}, text)),
      ...this.#controls(),
      ...this.#legend(),
      this.#plot,
      ...chart.notes.map((text) => make('p', { class: 'note' }, text)),
      this.#left_out,
      this.#actions(),
      ...(this.#is_table ? [tableElement(chart.title, chart.table)] : []),
      this.#people.element,
    );
    this.draw();
  }

  #legend(): HTMLElement[] {
    const chart = this.#chart;
    if (chart.kind !== 'series' || chart.series.length < 2) return [];
    const form = chart.form === 'bars' || chart.form === 'stacked' ? 'block' : 'line';
    const entries = chart.series.map(({ name, hue, role }) => {
      const is_shown = !this.#hidden.has(name);
      const swatch = make('span', { class: `swatch ${form}`, 'aria-hidden': 'true' });
      swatch.style.setProperty('--hue', `var(--${role === 'previous' ? 'line' : huePaint(hue)})`);
      if (form === 'line' && role !== 'previous' && dashOf(hue) !== '') swatch.classList.add('dashed');
      return make(
        'button',
        { type: 'button', 'aria-pressed': String(is_shown), title: name, onclick: () => this.#toggle(name) },
        swatch,
        make('span', {}, name),
      );
    });
    return [make('div', { class: 'legend', role: 'group', 'aria-label': 'Lines' }, ...entries)];
  }

  /** Switching off the last series switches all on. */
  #toggle(name: string): void {
    const at = document.activeElement?.getAttribute('title');
    if (!this.#hidden.delete(name)) this.#hidden.add(name);
    if (this.#chart.kind === 'series' && this.#chart.series.every((series) => this.#hidden.has(series.name)))
      this.#hidden.clear();
    this.#build();
    // Restore the focus, because its element was replaced.
    const again = [...this.element.querySelectorAll<HTMLElement>('.legend button')].find(
      (button) => button.title === at,
    );
    again?.focus();
  }

  #controls(): HTMLElement[] {
    const chart = this.#chart;
    const form = chart.kind === 'cohorts' ? [this.#formControl(chart.form)] : [];
    const asks = this.#view.canCall && chart.ask !== null ? chart.controls : [];
    const groups = asks.map(({ label, choices }) =>
      choiceGroup(
        label,
        choices.map(({ label: text, is_on, added }) => ({ text, is_on, choose: () => void this.#ask(added) })),
      ),
    );
    return groups.length + form.length === 0 ? [] : [make('div', { class: 'controls' }, ...form, ...groups)];
  }

  #formControl(current: string): HTMLElement {
    const forms = [
      ['Table of starts', 'triangle'],
      ['Curve', 'curve'],
    ] as const;
    return choiceGroup(
      'Shown as',
      forms.map(([text, form]) => ({
        text,
        is_on: form === current,
        choose: () => {
          if (this.#chart.kind === 'cohorts') this.#chart = { ...this.#chart, form };
          this.#build();
        },
      })),
    );
  }

  /** Asks the changed question and replaces the chart. */
  async #ask(added: Added): Promise<void> {
    const { ask, title } = this.#chart;
    if (ask === null) return;
    this.element.setAttribute('aria-busy', 'true');
    try {
      const chart = await this.#view.ask(ask, added);
      // Keeps the title of the saved insight, whatever is shown now.
      this.#chart = chart;
      this.#hidden.clear();
      this.#people.clear();
      this.#build();
      this.#view.say(`${title}: ${chart.summary}`);
    } catch (error) {
      this.#view.say(error instanceof Error ? error.message : 'That did not work.', true);
    } finally {
      this.element.removeAttribute('aria-busy');
    }
  }

  #showPeople({ lines, people }: Hit): void {
    const { listing } = this.#chart;
    if (people !== null && listing !== null && this.#view.canCall) void this.#people.show(listing, people, lines);
  }

  #actions(): HTMLElement {
    const { table, title } = this.#chart;
    const has_table = table.columns.length > 0;
    const toggle = () => {
      this.#is_table = !this.#is_table;
      this.#build();
      this.element.querySelector<HTMLElement>('.actions button')?.focus();
    };
    const buttons = [
      ...(has_table
        ? [
            make(
              'button',
              { type: 'button', 'aria-expanded': String(this.#is_table), onclick: toggle },
              this.#is_table ? 'Hide table' : 'Show as table',
            ),
          ]
        : []),
      ...(has_table
        ? [
            make(
              'button',
              { type: 'button', onclick: () => void copyTable(this.#view, table, `${title}.csv`) },
              'Copy CSV',
            ),
          ]
        : []),
      make('button', { type: 'button', onclick: () => void copyPicture(this.#view, this.#shown()) }, 'Copy PNG'),
    ];
    return make('div', { class: 'actions' }, ...buttons);
  }
}

interface Choice {
  readonly text: string;
  readonly is_on: boolean;
  readonly choose: () => void;
}

function choiceGroup(label: string, choices: readonly Choice[]): HTMLElement {
  return make(
    'div',
    { role: 'group', 'aria-label': label },
    make('span', { class: 'label' }, label),
    ...choices.map(({ text, is_on, choose }) =>
      make('button', { type: 'button', 'aria-pressed': String(is_on), onclick: choose }, text),
    ),
  );
}

function tableElement(title: string, { columns, rows, rows_left_out }: ChartTable): HTMLElement {
  const side = columns.map(({ unit }) => (unit === 'text' ? { class: 'words' } : {}));
  const head = make('tr', {}, ...columns.map(({ name }, at) => make('th', { scope: 'col', ...side[at] }, name)));
  const body = rows.map((row) =>
    make(
      'tr',
      {},
      ...row.map((cell, at) => {
        const text = cellText(cell, columns[at]?.unit);
        return at === 0 ? make('th', { scope: 'row' }, text) : make('td', side[at], text);
      }),
    ),
  );
  const caption = make('caption', {}, rows_left_out > 0 ? `${title} (${rows_left_out} more rows are not here)` : title);
  return make(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Table' },
    make('table', {}, caption, make('thead', {}, head), make('tbody', {}, ...body)),
  );
}
