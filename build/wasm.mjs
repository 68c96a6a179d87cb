/**
 * `npm run wasm`: assembles the text of the engine's WebAssembly into the file that is committed beside it, so that
 * neither a build nor a run from the sources needs an assembler. A test holds that the two agree.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'src', 'engine', 'wasm');
export const BINARY = join(folder, 'blocks_binary.ts');

/** The text of the file with the binary. */
export async function assembled() {
  const { default: wabt } = await import('wabt');
  const text = readFileSync(join(folder, 'blocks.wat'), 'utf8');
  const module = (await wabt()).parseWat('blocks.wat', text, { simd: true, bulk_memory: true });
  module.validate();
  const { buffer } = module.toBinary({});
  const lines = Buffer.from(buffer)
    .toString('base64')
    .match(/.{1,108}/g);
  const quoted = lines.map((line) => `  '${line}'`).join(' +\n');
  return `/** \`blocks.wat\` as \`npm run wasm\` assembles it, in base64. Do not edit. */\nexport const BLOCKS =\n${quoted};\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(BINARY, await assembled());
