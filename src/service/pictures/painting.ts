/** Entry of the painting thread. Renderer and fonts are loaded at start. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { must } from '../../base/assert.ts';
import { assetFile } from '../../base/assets.ts';
import { stackOf } from '../../base/stack.ts';
import { fontsFor } from './fonts.ts';
import type { Painted, Wanted } from './thread.ts';

const port = must(parentPort, 'this is a thread');
await initWasm(readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')));
const font = {
  fontBuffers: ['Inter-Regular.woff2', 'Inter-SemiBold.woff2'].map((name) => readFileSync(assetFile(name))),
  defaultFontFamily: 'Inter',
  sansSerifFamily: 'Inter',
  loadSystemFonts: false,
};

function paint({ svg, zoom }: Wanted): Painted {
  try {
    const fontBuffers = [...font.fontBuffers, ...fontsFor(svg)];
    const painter = new Resvg(svg, { font: { ...font, fontBuffers }, fitTo: { mode: 'zoom', value: zoom } });
    const image = painter.render();
    const png = image.asPng();
    image.free();
    painter.free();
    return { png };
  } catch (error) {
    return { failed: stackOf(error) };
  }
}

port.on('message', (message: Wanted | 'close') => {
  if (message === 'close') port.close();
  else port.postMessage(paint(message));
});
