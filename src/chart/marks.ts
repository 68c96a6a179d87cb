/** Marks as SVG text. Coordinates are rounded to tenths of a pixel. Text from people is escaped here. */

type Attributes = Readonly<Record<string, string | number | null>>;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that XML cannot contain at all. */
const UNWRITABLE = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

/** For text and attributes alike. */
export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(UNWRITABLE, '\ufffd')
    .replace(/[&<>"']/g, (found) => ESCAPES[found]!);
}

export function element(name: string, attributes: Attributes, inside = ''): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== '')
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? px(value) : escaped(value!)}"`)
    .join('');
  return inside === '' ? `<${name}${written}/>` : `<${name}${written}>${inside}</${name}>`;
}

/** Rounds to tenths of a pixel, which are precise enough and short. */
export function px(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function rect(box: Box, attributes: Attributes): string {
  const { x, y, width, height } = box;
  return element('rect', { x, y, width: Math.max(0, width), height: Math.max(0, height), ...attributes });
}

export function line(x1: number, y1: number, x2: number, y2: number, attributes: Attributes): string {
  return element('line', { x1, y1, x2, y2, ...attributes });
}
