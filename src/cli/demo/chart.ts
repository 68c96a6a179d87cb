/** Small charts for a terminal, made of block characters. */

const EIGHTHS = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const COLUMNS_MAX = 96;
const BAR_WIDTH = 40;

/** Columns of a series with its highest value at the left and its first and last label below. */
export function columns(values: readonly number[], labels: readonly string[], height = 6): string {
  const shown = values.slice(-COLUMNS_MAX);
  const highest = Math.max(1, ...shown);
  const margin = String(highest).length;
  const rows = Array.from({ length: height }, (_, index) => {
    const row = height - 1 - index;
    const cells = shown.map(
      (value) => EIGHTHS[Math.max(0, Math.min(8, Math.round((value / highest) * height * 8) - row * 8))],
    );
    return `  ${(index === 0 ? String(highest) : '').padStart(margin)} │${cells.join('')}`;
  });
  const first = shown.length > 1 ? (labels[labels.length - shown.length] ?? '') : '';
  const last = labels[labels.length - 1] ?? '';
  const gap = shown.length > 1 ? Math.max(1, shown.length - first.length - last.length) : 0;
  return [
    ...rows,
    `  ${'0'.padStart(margin)} └${'─'.repeat(shown.length)}`,
    `  ${' '.repeat(margin)}  ${first}${' '.repeat(gap)}${last}`,
  ].join('\n');
}

export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly note: string;
}

/** One bar a line, as long as its share of the largest value. */
export function bars(rows: readonly Bar[]): string {
  const highest = Math.max(1, ...rows.map((row) => row.value));
  const margin = Math.max(...rows.map((row) => row.label.length));
  return rows
    .map((row) => {
      const full = Math.max(row.value > 0 ? 1 : 0, Math.round((row.value / highest) * BAR_WIDTH));
      return `  ${row.label.padEnd(margin)} ${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)} ${row.value}  ${row.note}`;
    })
    .join('\n');
}
