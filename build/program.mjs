/**
 * node build/program.mjs [FOLDER FILE]
 * The program as it is published: a few files in dist/program, libraries included. To find and read hundreds of small
 * files takes as long as all else that a start does. Their licences lie beside them.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { lateSchemas } from './late_schemas.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Name -> what begins there: threads, each of which lies beside whoever starts it. */
const THREADS = {
  answering: 'src/service/computing/answering.ts',
  helping: 'src/service/computing/helping.ts',
  worker: 'src/service/sealing/worker.ts',
  painting: 'src/service/pictures/painting.ts',
  reading: 'src/cli/importing/reading.ts',
  parquet_reading: 'src/cli/formats/parquet_reading.ts',
};

/**
 * Assets are found from two levels below the package. `own`: where another program begins, which is to have the same threads.
 * A thread is one file, so that it starts sooner; code that others use, too, is in it once more.
 */
async function program(folder, own) {
  rmSync(folder, { recursive: true, force: true });
  const programs = { main: 'src/main.ts', ...(own === undefined ? {} : { [basename(own, '.ts')]: own }) };
  const modules = await written(folder, programs, {});
  for (const [name, entry] of Object.entries(THREADS)) {
    modules.push(...(await written(folder, { [name]: entry }, { codeSplitting: false })));
  }
  writeFileSync(join(folder, 'LICENSES.txt'), licencesOf(modules));
}

/** A start reads all of a file: comments are left out, and text is ASCII, which V8 keeps in half the room. */
const SHORT = {
  comments: false,
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
};

/** Returns the paths of what went into the files. */
async function written(folder, input, options) {
  const bundle = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    tsconfig: false,
    // Comes with a file, which is found by its package.
    external: ['@resvg/resvg-wasm'],
    plugins: [lateSchemas()],
  });
  const files = { ...SHORT, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' };
  const { output } = await bundle.write({ dir: folder, ...files, ...options });
  await bundle.close();
  return output.flatMap((chunk) => chunk.moduleIds ?? []);
}

function licencesOf(modules) {
  const mark = `${sep}node_modules${sep}`;
  const inside = modules.filter((path) => path.includes(mark));
  const packages = new Set(inside.map((path) => packageOf(path, path.lastIndexOf(mark) + mark.length)));
  return [...packages].sort().map(licenceOf).join('\n\n');
}

/** The folder of the package that the file belongs to; a scope is part of its name. */
function packageOf(path, at) {
  const names = path.slice(at).split(sep);
  return path.slice(0, at) + names.slice(0, names[0].startsWith('@') ? 2 : 1).join(sep);
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  const text = file === undefined ? '' : `\n\n${readFileSync(join(folder, file), 'utf8').trim()}`;
  return `${name} ${version}: ${license}${text}`;
}

const [folder = join(root, 'dist', 'program'), own] = process.argv.slice(2);
await program(folder, own);
