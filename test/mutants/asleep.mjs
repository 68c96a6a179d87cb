/** Preloaded by every process and thread of a run: wakes one mutant, or notes which tests come past each. */
import { appendFileSync } from 'node:fs';

const awake = Number(process.env.MUTANT ?? -1);
const notes = process.env.MUTANT_NOTES;
const noted = new Set();

globalThis.__mutant = (number) => {
  if (notes !== undefined) note(`${number} ${globalThis.__test_file ?? process.env.MUTANT_TEST ?? ''}\n`);
  return number === awake;
};

function note(line) {
  if (noted.has(line)) return;
  noted.add(line);
  appendFileSync(notes, line);
}
