/**
 * `npm run torture -- [--flips 1000] [--seed 1]`: breaks things on purpose and looks what comes of it. Ends with 0 only
 * if nothing was lost, wrong, or without a name; what went wrong is printed with the seed that shows it again.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { flipOne, makeWhole, randomBits, type Verdict } from './flips.ts';

const { values } = parseArgs({
  options: {
    flips: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    bit: { type: 'string' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'torture-'));
try {
  const whole = await makeWhole(join(folder, 'whole.db'));
  const bits = values.bit === undefined ? randomBits(whole, Number(values.seed)) : [Number(values.bit)].values();
  const counts: Record<Verdict, number> = { same: 0, named: 0, wrong: 0, unnamed: 0 };
  for (const bit of bits.take(Number(values.flips))) {
    const { verdict, about } = await flipOne(whole, bit, join(folder, 'flipped.db'));
    counts[verdict]++;
    if (about !== '') console.log(`bit ${bit}: ${verdict}\n${about}\n`);
  }
  console.log(`${values.flips} flips of ${whole.bytes} bytes, seed ${values.seed}:`, counts);
  if (counts.wrong + counts.unnamed > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
