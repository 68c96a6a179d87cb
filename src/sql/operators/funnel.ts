/** windowFunnel: how many steps each group completes. */
import { type Begin, numbers } from './accumulating.ts';
import { flagsOf, numbersOf } from './batch.ts';
import { hold } from './execution.ts';

/** The number of steps done within the window, which starts at the first step. */
export const windowFunnel: Begin = ({ parameter, args }, execution) => {
  const steps = args.length - 1;
  const entries: { time_ms: number; bits: number }[][] = [];
  return {
    add({ cells, args: [time, ...flags], rows }) {
      const times_ms = numbersOf(time!, rows);
      const met = flags.map((vector) => flagsOf(vector, rows));
      for (let row = 0; row < rows; row++) {
        let bits = 0;
        for (let step = 0; step < steps; step++) bits |= met[step]![row]! << step;
        if (cells[row] === 0 || bits === 0 || Number.isNaN(times_ms[row]!)) continue;
        hold(execution, 1, 1);
        entries[cells[row]!] ??= [];
        entries[cells[row]!]!.push({ time_ms: times_ms[row]!, bits });
      }
    },
    end: (size) =>
      numbers(Float64Array.from({ length: size }, (_, cell) => furthest(entries[cell] ?? [], steps, parameter))),
  };
};

function furthest(entries: { time_ms: number; bits: number }[], steps: number, window_ms: number): number {
  entries.sort((a, b) => a.time_ms - b.time_ms);
  /** Step -> start of the latest attempt that reached it. */
  const begun_ms = new Float64Array(steps).fill(Number.NaN);
  let level = 0;
  for (const { time_ms, bits } of entries) {
    // An event counts for one step of an attempt only, so later steps are checked first.
    for (let step = steps - 1; step >= 0; step--) {
      if ((bits & (1 << step)) === 0) continue;
      const begin_ms = step === 0 ? time_ms : begun_ms[step - 1]!;
      if (!(time_ms <= begin_ms + window_ms)) continue;
      begun_ms[step] = begin_ms;
      level = Math.max(level, step + 1);
    }
  }
  return level;
}
