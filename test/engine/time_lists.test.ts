/** Lists of times as long as those of many actors. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joined, mean } from '../../src/engine/frame/statistics.ts';
import { quantile } from '../../src/engine/kernels/rows/cell_quantiles.ts';
import { addTime, addTimes, closeTimes, newTimeLists } from '../../src/engine/kernels/rows/time_lists.ts';
import { slowQuantile } from '../oracle/quantile.ts';

it('holds every time, however many are added at once', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9_000), { maxLength: 8 }), fc.nat(300), (sizes, single) => {
      const times = newTimeLists(2);
      const all: number[] = [];
      const next = (): number => {
        all.push((all.length * 7_919) % 10_007);
        return all.at(-1)!;
      };
      for (const size of sizes)
        addTimes(
          times,
          1,
          Float64Array.from({ length: size + 3 }, (_, at) => (at < size ? next() : 0)),
          size,
        );
      for (let i = 0; i < single; i++) addTime(times, 1, next());
      const [none, part] = closeTimes(times);
      expect(none).toEqual([]);
      expect([...joined(part!)]).toEqual(all);
      expect(mean(part!)).toBe(all.length === 0 ? null : all.reduce((sum, time) => sum + time, 0) / all.length);
      expect(quantile([...part!, ...none!], 0.5)).toBe(slowQuantile(all, 0.5));
    }),
  );
});
