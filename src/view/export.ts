/** Exports a chart. Views may not save files, and not every host lets them write to the clipboard. */
import { inertText } from '../base/visible.ts';
import { draw } from '../chart/draw.ts';
import { measureAnyFont } from '../chart/text.ts';
import type { Chart, ChartTable } from '../model/question/chart.ts';
import { make } from './element.ts';
import type { View } from './view.ts';

const PICTURE_WIDTH = 960;
const ZOOM = 2;

function csvOf({ columns, rows }: ChartTable): string {
  const cell = (value: string | number | null) => {
    if (typeof value !== 'string') return value === null ? '' : String(value);
    const safe = inertText(value);
    return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return [columns.map(({ name }) => name), ...rows].map((row) => `${row.map(cell).join(',')}\n`).join('');
}

/** Copies to the clipboard, else saves a file through the host, else shows the text to copy by hand. */
export async function copyTable(view: View, table: ChartTable, name: string): Promise<void> {
  const text = csvOf(table);
  const missing = table.rows_left_out > 0 ? ` ${table.rows_left_out} more rows are not here.` : '';
  try {
    await navigator.clipboard.writeText(text);
    view.say(`Copied.${missing}`);
  } catch {
    const saved = await view.download(name, { mimeType: 'text/csv', text });
    if (!saved) view.show(make('textarea', { readonly: true, rows: '8', 'aria-label': 'CSV' }, text));
  }
}

export async function copyPicture(view: View, chart: Chart): Promise<void> {
  const png = await pictureOf(chart);
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
    view.say('Copied.');
  } catch {
    const address = await dataAddress(png);
    const saved = await view.download(`${chart.title}.png`, {
      mimeType: 'image/png',
      blob: address.slice(address.indexOf(',') + 1),
    });
    if (!saved) view.show(make('img', { src: address, alt: `${chart.title}. ${chart.summary}` }));
  }
}

async function pictureOf(chart: Chart): Promise<Blob> {
  const theme = themeNow();
  const { svg, height } = draw(chart, { width: PICTURE_WIDTH, theme, standalone: true, measure: measureAnyFont });
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = make('canvas', { width: String(PICTURE_WIDTH * ZOOM), height: String(height * ZOOM) });
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('There is no picture.'))), 'image/png'),
  );
}

function themeNow(): 'light' | 'dark' {
  const said = document.documentElement.dataset['theme'];
  if (said === 'light' || said === 'dark') return said;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

function dataAddress(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsDataURL(blob);
  });
}
