/** A world map in five shades of one hue, and the largest countries as a list. */
import type { ChartOf } from '../model/question/chart.ts';
import { type Canvas, PAD, SMALL } from './canvas.ts';
import { compact, full, share } from './format.ts';
import type { Drawn } from './frame.ts';
import { element, px, rect } from './marks.ts';
import world from './world.json' with { type: 'json' };

type WorldMap = ChartOf<'map'>;
type Country = WorldMap['places'][number];

const BESIDE_FROM = 900;
const LIST_PX = 240;
const LISTED = 8;
const ROW = 26;
const STRENGTHS = [0.16, 0.34, 0.52, 0.7, 0.9];
const DOT = 5;

export function drawMap(canvas: Canvas, chart: WorldMap, top: number): Drawn {
  const beside = canvas.width >= BESIDE_FROM;
  const map_px = beside ? canvas.room - LIST_PX - 24 : canvas.room;
  const scale = map_px / world.width;
  const height = world.height * scale;
  const most =
    chart.places.reduce((found, { code, value }) => (code === null ? found : Math.max(found, value)), 0) || 1;
  const marks = [
    element(
      'g',
      { transform: `translate(${PAD} ${px(top)}) scale(${scale.toFixed(4)})` },
      shapes(canvas, chart, most).join(''),
    ),
    ...key(canvas, chart, most, top + height + 8),
  ];
  const list_top = beside ? top : top + height + 44;
  const list = ranking(canvas, chart, beside ? PAD + map_px + 24 : PAD, list_top, beside ? LIST_PX : canvas.room);
  return { marks: [...marks, ...list.marks], bottom: Math.max(top + height + 40, list.bottom) };
}

function shapes(canvas: Canvas, chart: WorldMap, most: number): string[] {
  // Of several values that name one country (DE, Germany) the largest, which comes first, is drawn.
  const named = chart.places
    .toReversed()
    .flatMap((country) => (country.code === null ? [] : ([[country.code, country]] as const)));
  const found = new Map(named);
  const bare = { fill: canvas.paint('grid'), stroke: canvas.paint('ground'), 'stroke-width': 0.8 };
  const countries = Object.entries(world.countries).map(([code, d]) => {
    const country = found.get(code);
    if (country === undefined) return element('path', { d, ...bare });
    // With an opaque base, shades look the same on any background.
    const mark = element('path', {
      d,
      ...bare,
      fill: canvas.paint('hue0'),
      'fill-opacity': strengthOf(country.value, most),
    });
    return canvas.hit(mark, countryLines(chart, country), country.people);
  });
  const dots = Object.entries(world.dots).flatMap(([code, at]) => {
    const country = found.get(code);
    if (country === undefined) return [];
    const mark = element('circle', {
      cx: at[0] ?? 0,
      cy: at[1] ?? 0,
      r: DOT,
      fill: canvas.paint('hue0'),
      'fill-opacity': strengthOf(country.value, most),
      stroke: canvas.paint('ground'),
    });
    return [canvas.hit(mark, countryLines(chart, country), country.people)];
  });
  return [...countries, ...dots];
}

/** By square root, because one country often has most of the total. */
function strengthOf(value: number, most: number): number {
  const step = Math.ceil(Math.sqrt(Math.max(0, value) / most) * STRENGTHS.length);
  return STRENGTHS[Math.max(1, step) - 1]!;
}

function key(canvas: Canvas, { unit }: WorldMap, most: number, top: number): string[] {
  const width = Math.min(56, (canvas.room - 8) / STRENGTHS.length);
  return STRENGTHS.flatMap((strength, at) => {
    const until = ((at + 1) / STRENGTHS.length) ** 2 * most;
    const x = PAD + at * width;
    return [
      rect({ x, y: top, width: width - 2, height: 8 }, { fill: canvas.paint('hue0'), 'fill-opacity': strength, rx: 2 }),
      canvas.text(x + width - 2, top + 21, `≤ ${compact(bound(until, unit), unit)}`, {
        size: SMALL,
        anchor: 'end',
        width: width - 4,
      }),
    ];
  });
}

/** Counts are whole, so none lies between the bound and the next whole number. */
function bound(until: number, unit: WorldMap['unit']): number {
  return unit === 'count' ? Math.floor(until + 1e-9) : until;
}

function ranking(canvas: Canvas, chart: WorldMap, left: number, top: number, width: number): Drawn {
  const shown = chart.places.slice(0, LISTED);
  const rest = chart.places.slice(LISTED);
  const most = shown[0]?.value || 1;
  const marks = shown.map((country, at) => {
    const y = top + at * ROW;
    const figure = full(country.value, chart.unit);
    const drawn = [
      canvas.text(left, y + 12, country.name, { paint: 'ink', width: width - canvas.widthOf(figure) - 10 }),
      canvas.text(left + width, y + 12, figure, { anchor: 'end' }),
      rect(
        { x: left, y: y + 17, width: Math.max(1.5, (country.value / most) * width), height: 4 },
        { fill: canvas.paint(country.code === null ? 'line' : 'hue0'), rx: 2 },
      ),
    ].join('');
    return canvas.hit(drawn, countryLines(chart, country), country.people);
  });
  const sum = chart.adds_up ? `, ${full(sumOf(rest), chart.unit)}` : '';
  const more =
    rest.length === 0
      ? []
      : [
          canvas.text(left, top + shown.length * ROW + 14, `and ${rest.length} more${sum}`, {
            size: SMALL,
          }),
        ];
  return { marks: [...marks, ...more], bottom: top + shown.length * ROW + (rest.length === 0 ? 4 : 22) };
}

function countryLines({ places, unit, adds_up }: WorldMap, { name, value }: Country): string[] {
  return [name, adds_up ? `${full(value, unit)} (${share(value, sumOf(places))})` : full(value, unit)];
}

function sumOf(places: readonly Country[]): number {
  return places.reduce((sum, { value }) => sum + value, 0);
}
