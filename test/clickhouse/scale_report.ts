/** The measurements of `scale.ts` as the tables of docs/scaling.md. */

/** Milliseconds. */
export interface Timed {
  readonly title: string;
  /** The embedded engine, asked for the first time, which reads columns, and again. */
  readonly first_ms: number;
  readonly again_ms: number;
  /** ClickHouse, as it was after copying, and with each month's rows in one part. A text says why there is no answer. */
  readonly copied: number | string;
  readonly merged: number | string;
  /** Bytes and rows that were fetched for the kernels, by the last of them; 0 = SQL answered. */
  readonly fetched_bytes: number;
  readonly fetched_rows: number;
  /** Stored rows of the events that it names, whatever their times. */
  readonly named_rows: number;
  /** Whether both engines gave the same numbers; null = one gave none. */
  readonly equal: boolean | null;
}

export interface Measured {
  /** As asked for; the generator makes some fewer. */
  readonly size: number;
  readonly events: number;
  readonly persons: number;
  readonly machine: string;
  /** Seconds. */
  readonly import_s: number;
  readonly copy_s: number;
  readonly file_bytes: number;
  /** The events' table there, after copying. */
  readonly stored_bytes: number;
  readonly parts: number;
  readonly questions: readonly Timed[];
}

export const COUNT = new Intl.NumberFormat('en');

/** `sizes`: ascending, all with the same questions. */
export function tablesOf(sizes: readonly Measured[]): string {
  const heads = sizes.flatMap(({ events }) => [shortOf(events), 'ClickHouse', 'merged']);
  const rows = sizes[0]!.questions.map(({ title }) => {
    const timed = sizes.map((size) => size.questions.find((one) => one.title === title)!);
    const cells = timed.flatMap((one) => [
      `${msOf(one.first_ms)}, ${msOf(one.again_ms)}`,
      msOf(one.copied),
      msOf(one.merged),
    ]);
    const growth = [(one: Timed) => one.first_ms, (one: Timed) => one.merged].map((of) =>
      slopeOf(sizes, timed.map(of)),
    );
    return [title, ...cells, ...growth, fetchedOf(timed), rowTimeOf(timed)];
  });
  const held = [
    ['', 'people', 'import, events/s', 'file, bytes/event', 'copied, events/s', 'ClickHouse, bytes/event', 'parts'],
    ...sizes.map((size) => [
      shortOf(size.events),
      COUNT.format(size.persons),
      COUNT.format(Math.round(size.events / size.import_s)),
      (size.file_bytes / size.events).toFixed(1),
      COUNT.format(Math.round(size.events / size.copy_s)),
      (size.stored_bytes / size.events).toFixed(1),
      String(size.parts),
    ]),
  ];
  const different = sizes.flatMap(({ questions }) => questions.filter(({ equal }) => equal === false)).length;
  const compared = sizes.flatMap(({ questions }) => questions.filter(({ equal }) => equal !== null)).length;
  return [
    table([['question', ...heads, 'grows', 'ClickHouse', 'fetched', 'µs a row'], ...rows]),
    table(held),
    `${sizes[0]!.machine}. ${compared} answers compared, ${different} of them different.`,
  ].join('\n\n');
}

export function table([head, ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head!), `|${'---|'.repeat(head!.length)}`, ...rows.map(line)].join('\n');
}

function shortOf(events: number): string {
  return events >= 1e6 ? `${Number((events / 1e6).toFixed(1))}M` : COUNT.format(events);
}

function msOf(ms: number | string): string {
  return typeof ms === 'string' ? ms : COUNT.format(Math.round(ms));
}

function fetchedOf(timed: readonly Timed[]): string {
  const last = timed.findLast(({ fetched_rows }) => fetched_rows > 0);
  return last === undefined
    ? ''
    : `${COUNT.format(last.fetched_rows)} × ${(last.fetched_bytes / last.fetched_rows).toFixed(0)}`;
}

/** Microseconds of one thread there, merged, for each row of the named events; null = it gave no answer. */
export function rowTimeUs({ merged, named_rows }: Timed): number | null {
  return typeof merged === 'number' && named_rows > 0 ? (merged * 1_000) / named_rows : null;
}

/** Of the largest size that has one. */
function rowTimeOf(timed: readonly Timed[]): string {
  const times = timed.map(rowTimeUs).filter((us) => us !== null);
  return times.at(-1)?.toFixed(2) ?? '';
}

/** The power of the number of events that times grow with, by least squares: 1 = in proportion. */
export function slopeOf(sizes: readonly { readonly events: number }[], times: readonly (number | string)[]): string {
  const points = times.flatMap((ms, at) =>
    typeof ms === 'number' && ms > 0 ? [[Math.log(sizes[at]!.events), Math.log(ms)] as const] : [],
  );
  if (points.length < 2) return '';
  const mean = (of: (point: (typeof points)[number]) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean(([at]) => at), mean(([, at]) => at)];
  const [up, along] = [mean(([a, b]) => (a - x) * (b - y)), mean(([a]) => (a - x) ** 2)];
  return along === 0 ? '' : (up / along).toFixed(1);
}
