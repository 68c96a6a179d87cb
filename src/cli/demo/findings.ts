/** One sentence that answers a question of the demo, made from the numbers. */

interface Counted {
  /** What a point counts: "people bought". */
  readonly did: string;
  readonly period: 'day' | 'month';
}

/** Compares whole weeks, because weekends differ, or whole seasons. */
const WINDOWS = { day: { points: 28, name: '28 days' }, month: { points: 3, name: '3 months' } } as const;

/** `is_running`: the last period is not over yet, so it is not compared. */
export function trendFinding(all: readonly number[], is_running: boolean, { did, period }: Counted): string {
  const data = is_running ? all.slice(0, -1) : all;
  const { points, name } = WINDOWS[period];
  if (data.length < 2 * points) return `${sumOf(all)} ${did} in all.`;
  const now = sumOf(data.slice(-points)) / points;
  const before = sumOf(data.slice(-2 * points, -points)) / points;
  if (now === 0) return `${sumOf(all)} ${did} in all, none of them in the last ${name}.`;
  const said = `In the last ${name} ${now.toFixed(1)} ${did} on an average ${period}`;
  if (before === 0) return `${said}, where there were none in the ${name} before.`;
  const change = Math.round((now / before - 1) * 100);
  const word = change === 0 ? 'as many as' : `${Math.abs(change)} % ${change > 0 ? 'more' : 'fewer'} than`;
  return `${said}, ${word} in the ${name} before (${before.toFixed(1)}).`;
}

interface Step {
  readonly name: string;
  readonly count: number;
}

export function funnelFinding(steps: readonly Step[], people: string): string {
  const first = steps[0]?.count ?? 0;
  const last = steps.at(-1)?.count ?? 0;
  if (first === 0) return `No ${people} began.`;
  const losses = steps
    .slice(1)
    .map((step, at) => ({ from: steps[at]!, to: step, lost: steps[at]!.count - step.count }));
  const worst = losses.reduce((most, loss) => (loss.lost > most.lost ? loss : most));
  const said = `${last} of ${first} ${people} (${Math.round((last / first) * 100)} %) come all the way`;
  if (worst.lost === 0) return `${said}; nobody is lost.`;
  return `${said}; most are lost between "${worst.from.name}" and "${worst.to.name}": ${worst.lost} of ${worst.from.count}.`;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
