/** House rules that readers rely on, checked by reading the sources. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { castsIn, signaturesIn } from './support/signatures.ts';

const ROOT = resolve(import.meta.dirname, '..');
const FILE_LINES_MAX = 400;
/** Files of `src` that have more than that many lines, and how many there may be; to be lowered whenever some are split. */
const LONG_FILE_LINES = 300;
const LONG_FILES_MAX = 36;
const ROOM_FILES_MAX = 26;
/** More of them are named as what they are together. */
const PARAMETERS_MAX = 5;
const WIDE_FUNCTIONS_MAX = 5;
const FUNCTION_LINES_MAX = 40;
/** Longer are tables, assemblies of parts with no branch in them, and a few kernels; to be lowered whenever some go. */
const LONG_FUNCTIONS_MAX = 44;
/** Claims about types; to be lowered whenever some go. */
const CASTS_MAX = 62;
/** Of them those that claim what the compiler knows to be wrong. */
const BLIND_CASTS_MAX = 1;
/** Share of the non-blank lines of `src` that are comments. */
const COMMENT_SHARE_MIN = 0.1;

interface SourceFile {
  readonly path: string;
  readonly folder: string;
  readonly text: string;
  readonly imports: readonly string[];
}

function sourcesBelow(folder: string): SourceFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
    .map((name) => {
      const path = join(folder, name);
      const text = readFileSync(join(ROOT, path), 'utf8');
      return { path, folder: path.split('/')[1] ?? '', text, imports: importsOf(text) };
    });
}

/** Specifiers of static imports, re-exports, inline type imports and dynamic imports. */
function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|^\s*import\s+)'([^']+)'/gm)].map((match) => match[1] ?? '');
}

/** What is left of them when types are erased. */
function loadedBy(text: string): string[] {
  return importsOf(text.replace(/^(import|export) type [^;]*;/gm, ''));
}

const sources = sourcesBelow('src');
const tests = sourcesBelow('test');

/** The first circle that each node's imports lead into, as the path around it. */
function circlesIn(graph: ReadonlyMap<string, Iterable<string>>): string[][] {
  const done = new Set<string>();
  const visit = (node: string, trail: readonly string[]): string[] => {
    if (trail.includes(node)) return [...trail.slice(trail.indexOf(node)), node];
    if (done.has(node)) return [];
    for (const next of graph.get(node) ?? []) {
      const circle = visit(next, [...trail, node]);
      if (circle.length > 0) return circle;
    }
    done.add(node);
    return [];
  };
  return [...graph.keys()].map((node) => visit(node, [])).filter((circle) => circle.length > 0);
}

/** folder -> folders of src it may import (itself always). */
const ALLOWED: Record<string, readonly string[]> = {
  base: [],
  model: ['base'],
  chart: ['base', 'model'],
  view: ['base', 'model', 'chart'],
  store: ['base', 'model'],
  engine: ['base', 'model'],
  sql: ['base', 'model', 'engine'],
  clickhouse: ['base', 'model'],
  service: ['base', 'model', 'chart', 'store', 'engine', 'sql', 'clickhouse'],
  http: ['base', 'model', 'chart', 'service'],
  mcp: ['base', 'model', 'chart', 'service'],
  cli: ['base', 'model', 'chart', 'service', 'http', 'mcp'],
  'main.ts': ['base', 'cli'],
};

describe('layers', () => {
  test('imports run down', () => {
    const wrong: string[] = [];
    for (const file of sources) {
      for (const specifier of file.imports.filter((text) => text.startsWith('.'))) {
        const target = relative(join(ROOT, 'src'), resolve(ROOT, dirname(file.path), specifier)).split('/')[0] ?? '';
        const allowed = ALLOWED[file.folder] ?? [];
        if (target !== file.folder && !allowed.includes(target)) wrong.push(`${file.path} imports ${specifier}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('no import cycle', () => {
    const graph = new Map(
      sources.map((file) => [
        file.path,
        file.imports.filter((text) => text.startsWith('.')).map((text) => join(dirname(file.path), text)),
      ]),
    );
    // Type-only imports count too: a cycle of types is a cycle of ideas.
    expect(circlesIn(graph)).toEqual([]);
  });

  /** Which rooms each room imports from, where a room is the folder that `roomOf` finds for a file. */
  function importsBetween(roomOf: (path: string) => string): Map<string, Set<string>> {
    const rooms = new Map<string, Set<string>>();
    for (const file of sources) {
      const room = roomOf(file.path);
      const paths = file.imports.filter((text) => text.startsWith('.')).map((text) => join(dirname(file.path), text));
      const targets = paths.map(roomOf).filter((target) => target !== room);
      rooms.set(room, new Set([...(rooms.get(room) ?? []), ...targets]));
    }
    return rooms;
  }

  test('rooms import one way', () => {
    expect(circlesIn(importsBetween(dirname))).toEqual([]);
  });

  test('so do rooms together with the rooms inside them', () => {
    const wingOf = (path: string): string => dirname(path).split('/').slice(0, 3).join('/');
    expect(wingOf('src/engine/kernels/rows/time_sort.ts')).toBe('src/engine/kernels');
    expect(circlesIn(importsBetween(wingOf))).toEqual([]);
  });

  test('faces enter the service by its doors only', () => {
    const doors =
      /service\/(service|gate\/call|contract\/\w+|access\/\w+|operations\/index|ingest\/\w+|identity\/incoming)\.ts$/;
    const wrong = sources
      .filter((file) => file.folder === 'http' || file.folder === 'mcp')
      .flatMap((file) =>
        file.imports
          .filter((text) => text.includes('/service/') && !doors.test(text))
          .map((text) => `${file.path}: ${text}`),
      );
    expect(wrong).toEqual([]);
  });

  test('the computing threads start without the schemas', () => {
    const byPath = new Map(sources.map((file) => [file.path, file]));
    const loaded = new Set<string>();
    const visit = (path: string): void => {
      if (loaded.has(path)) return;
      loaded.add(path);
      for (const text of loadedBy(byPath.get(path)!.text)) {
        if (text.startsWith('.')) visit(relative(ROOT, resolve(ROOT, dirname(path), text)));
        else loaded.add(text);
      }
    };
    visit('src/service/computing/answering.ts');
    visit('src/service/computing/helping.ts');
    expect(loaded.has('src/engine/answer.ts')).toBe(true);
    expect(loaded.has('zod')).toBe(false);
  });

  test('outside packages stay in their rooms', () => {
    const rooms: [RegExp, RegExp][] = [
      [/^node:sqlite$/, /^src\/store\/file\/database\.ts$/],
      [
        /^node:zlib$/,
        /^src\/(engine\/storage\/codec|store\/file\/row_crc|service\/ingest\/\w+|http\/wire\/body|cli\/[\w/]+)\.ts$/,
      ],
      [
        /^(node:(fs|net|http|https|os|crypto|worker_threads|child_process)|undici)/,
        /^src\/(store|service|http|mcp|cli)\/|^src\/main\.ts$/,
      ],
      [/^@modelcontextprotocol\//, /^src\/(mcp|cli)\//],
      [/^(hono|@hono\/)/, /^src\/(http|cli)\//],
      [/^(commander|pino|csv-parse|@opentelemetry\/)/, /^src\/cli\//],
      [/^re2js$/, /^src\/(engine|sql|service\/resolve)\//],
      [/^d3-/, /^src\/chart\//],
      [/^@resvg\//, /^src\/service\/pictures\//],
      // Kept compiled code is of no use under other flags than it was made with.
      [/^node:v8$/, /^src\/service\/(threads\/(start|collect_seldom)|computing\/garbage)\.ts$/],
    ];
    const wrong = sources.flatMap((file) =>
      file.imports
        .filter((specifier) => rooms.some(([name, room]) => name.test(specifier) && !room.test(file.path)))
        .map((specifier) => `${file.path} imports ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });

  test('charts are drawn alike on the server and in a page', () => {
    const foreign = sources
      .filter((file) => file.folder === 'chart')
      .flatMap((file) => file.imports.filter((name) => !/^(\.|d3-)/.test(name)).map((name) => `${file.path}: ${name}`));
    expect(foreign).toEqual([]);
  });

  test('engine and model know no clock, no environment and no chance', () => {
    const banned = /\bDate\.now\b|\bnew Date\(\)|\bprocess\.|\bMath\.random\b|\bperformance\.now\b|\bsetTimeout\b/;
    const wrong = sources.filter(
      (file) => ['engine', 'model', 'base', 'chart'].includes(file.folder) && banned.test(file.text),
    );
    expect(wrong.map((file) => file.path)).toEqual([]);
  });
});

describe('sizes', () => {
  test(`rooms have at most ${ROOM_FILES_MAX} files`, () => {
    const rooms = Map.groupBy(sources, (file) => dirname(file.path));
    const halls = [...rooms].map(([room, files]) => ({ room, files: files.length }));
    expect(halls.filter(({ files }) => files > ROOM_FILES_MAX)).toEqual([]);
  });

  test(`files have at most ${FILE_LINES_MAX} lines`, () => {
    const long = [...sources, ...tests]
      .map((file) => ({ path: file.path, lines: file.text.split('\n').length }))
      .filter((file) => file.lines > FILE_LINES_MAX);
    expect(long).toEqual([]);
    const longish = sources.filter(({ text }) => text.split('\n').length - 1 > LONG_FILE_LINES);
    expect(longish.length).toBeLessThanOrEqual(LONG_FILES_MAX);
  });

  test('the sources say why', () => {
    const lines = sources.flatMap((file) => file.text.split('\n')).filter((line) => line.trim() !== '');
    const comments = lines.filter((line) => /^\s*(\/\/|\/?\*)/.test(line));
    expect(comments.length / lines.length).toBeGreaterThan(COMMENT_SHARE_MIN);
  });
});

describe('signatures', () => {
  const signatures = sources.flatMap((file) => [...signaturesIn(file)]);

  test(`more than ${PARAMETERS_MAX} parameters have only functions that are called so often that it counts, and say so`, () => {
    expect(signatures.length).toBeGreaterThan(3_000);
    const wide = signatures.filter(({ parameters }) => parameters > PARAMETERS_MAX);
    expect(wide.filter(({ comment }) => !/Bare\s+(?:\*\s+)?arguments/.test(comment)).map(({ name }) => name)).toEqual(
      [],
    );
    expect(wide.length).toBeLessThanOrEqual(WIDE_FUNCTIONS_MAX);
  });

  test(`no more functions than before have more than ${FUNCTION_LINES_MAX} lines`, () => {
    const long = signatures.filter(({ lines }) => lines > FUNCTION_LINES_MAX);
    const named = long.map(({ name, lines }) => `${lines} ${name}`);
    expect(long.length > LONG_FUNCTIONS_MAX ? named : []).toEqual([]);
    expect(long.length).toBeGreaterThan(LONG_FUNCTIONS_MAX / 2);
  });

  test('types are claimed no more often than they were', () => {
    const casts = sources.flatMap(castsIn);
    expect(casts.length).toBeGreaterThan(CASTS_MAX / 2);
    expect(casts.length).toBeLessThanOrEqual(CASTS_MAX);
    expect(casts.filter((cast) => /: as (unknown as|never)\b/.test(cast)).length).toBeLessThanOrEqual(BLIND_CASTS_MAX);
  });
});

describe('habits', () => {
  test('every file begins with what it is for', () => {
    const silent = sources.filter(
      (file) => !/^(#!.*\n)?\s*(\/\*\*|\/\/)/.test(file.text) && !/^import[\s\S]*?\n\n?\/\*\*/.test(file.text),
    );
    expect(silent.map((file) => file.path)).toEqual([]);
  });

  test('lists are not spread into arguments where nothing bounds them: some 120,000 are too many', () => {
    // Steps of a funnel, lines of an answer, bars of the demo, marks of an axis, digits of scripts, maths of an expression.
    const bounded =
      /^src\/(service\/(text\/funnel_text|chart\/trend|rounds\/made_up)|cli\/demo\/chart|chart\/(series|flow)|base\/calendar\/local_words|engine\/(kernels\/trend\/unique|select\/expression\/(lists|functions)))\.ts$/;
    const spread = sources.filter(({ text }) => /Math\.(min|max)\([^()]*\.\.\./.test(text)).map(({ path }) => path);
    expect(spread.filter((path) => !bounded.test(path))).toEqual([]);
  });

  test('SQL is told its values by place: older releases of Node know no numbers', () => {
    const numbered = sources.filter((file) => file.folder === 'store' && /\?\d/.test(file.text));
    expect(numbered.map((file) => file.path)).toEqual([]);
  });

  test('no types or lint switched off, no unfinished marks, no mocks, no skipped tests', () => {
    const off = new RegExp(
      ['@ts-(ignore|expect-error|nocheck)', 'biome-ignore', ': any\\b', '<any>', 'as any\\b'].join('|'),
    );
    const unfinished = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'HA' + 'CK', 'X' + 'XX'].join('|')})\\b`);
    const mocks = /\bvi\.(mock|fn|spyOn)\(|\b(it|test|describe)\.(skip|only|todo)\b/;
    const self = 'test/tidy.test.ts';
    const wrong = [...sources, ...tests]
      .filter(
        (file) => file.path !== self && (off.test(file.text) || unfinished.test(file.text) || mocks.test(file.text)),
      )
      .map((file) => file.path);
    expect(wrong).toEqual([]);
  });

  test('every limit and every tuning value is used, and stands in one of the two files', async () => {
    const { LIMIT } = await import('../src/model/limit.ts');
    const { TUNING } = await import('../src/model/tuning.ts');
    const text = [...sources, ...tests].map((file) => file.text).join('\n');
    const isUsed = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);
    expect(Object.keys(LIMIT).filter((name) => !isUsed(`LIMIT\\.${name}`))).toEqual([]);
    expect(Object.keys(TUNING).filter((name) => !isUsed(`TUNING\\.${name}`))).toEqual([]);
    expect(Object.keys(LIMIT).filter((name) => name in TUNING)).toEqual([]);
  });

  test('every error code is used', async () => {
    const { ERRORS } = await import('../src/model/error.ts');
    // The table's own keys are unquoted.
    const text = sources.map((file) => file.text).join('\n');
    expect(Object.keys(ERRORS).filter((code) => !text.includes(`'${code}'`))).toEqual([]);
  });

  test('the package keeps its promises', () => {
    const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const needed = { ...manifest.dependencies, ...manifest.optionalDependencies };
    // OpenTelemetry comes in many pieces, which are loaded only where there is a collector.
    const whole = Object.keys(needed).filter((name) => !name.startsWith('@opentelemetry/'));
    expect(whole.length).toBeLessThanOrEqual(22);
    const versions = Object.values({ ...needed, ...manifest.devDependencies });
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
    // What only tests have installed is missing in an installed package.
    const packages = sources.flatMap((file) => file.imports.filter((specifier) => !/^(\.|node:)/.test(specifier)));
    const names = packages.map((specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
    expect([...new Set(names)].filter((name) => !(name in manifest.dependencies))).toEqual([]);
  });

  test('threads are found beside whoever starts them, before the build and after', () => {
    const entries = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/new URL\(\s*import\.meta\.url\.endsWith\('\.ts'\) \? '([^']+)\.ts' : '([^']+)\.js'/g)].map(
        ([, before = '', after = '']) => ({ before, after, file: join(dirname(path), `${before}.ts`) }),
      ),
    );
    const started = readFileSync(join(ROOT, 'build', 'program.mjs'), 'utf8').matchAll(/^ {2}(\w+): '(src\/[^']+)',$/gm);
    const built = [...started].map(([, name = '', file = '']) => ({ before: `./${name}`, after: `./${name}`, file }));
    const byFile = (one: { file: string }, other: { file: string }) => one.file.localeCompare(other.file);
    expect(entries.toSorted(byFile)).toEqual(built.filter(({ file }) => file !== 'src/main.ts').toSorted(byFile));
  });

  test('the tour names what is there', () => {
    const tour = readFileSync(join(ROOT, 'src/README.md'), 'utf8');
    const named = [...tour.matchAll(/`([a-z0-9_/]+\.ts)`/g)].map((match) => match[1] ?? '');
    const paths = [...sources, ...tests, ...sourcesBelow('bench')].map((file) => `/${file.path}`);
    expect(named.filter((name) => !paths.some((path) => path.endsWith(`/${name}`)))).toEqual([]);
  });

  test('the tour has a line for every room, in the table of its layer', () => {
    const tour = readFileSync(join(ROOT, 'src/README.md'), 'utf8');
    const rooms = [...new Set(sources.map((file) => dirname(relative('src', file.path))))].filter((room) =>
      room.includes('/'),
    );
    const namesIn = (layer: string): string[] => {
      const [, table = ''] = tour.split(`| in \`${layer}\` | what it holds |\n`);
      const firstCells = (table.split('\n\n')[0] ?? '').split('\n').map((line) => line.split('|')[1] ?? '');
      return firstCells.flatMap((cell) => [...cell.matchAll(/`([\w/.]+)`/g)].map((match) => match[1] ?? ''));
    };
    const unnamed = rooms.filter((room) => {
      const [layer = '', ...rest] = room.split('/');
      const names = namesIn(layer);
      return !names.includes(rest.join('/')) && !names.includes(rest.at(-1) ?? '');
    });
    expect(unnamed).toEqual([]);
    const layers = [...new Set(rooms.map((room) => room.split('/')[0] ?? ''))];
    const folders = sources.flatMap((file) => file.path.split('/'));
    const isThere = (name: string): boolean =>
      name.endsWith('.ts') || name.split('/').every((part) => folders.includes(part));
    expect(layers.flatMap(namesIn).filter((name) => !isThere(name))).toEqual([]);
  });
});
