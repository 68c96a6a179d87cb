/** Fonts of this machine, for letters that our own font lacks. */
import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { homedir } from 'node:os';
import { extname, join } from 'node:path';
import { TUNING } from '../../model/tuning.ts';

/** Where the systems keep them. */
const FOLDERS = [
  ...['/usr/share/fonts', '/usr/local/share/fonts'],
  ...['/System/Library/Fonts', '/Library/Fonts', 'C:\\Windows\\Fonts'],
];
const BELOW_HOME = ['.fonts', '.local/share/fonts', 'Library/Fonts'];
const ENDINGS: ReadonlySet<string> = new Set(['.ttf', '.otf', '.ttc', '.otc']);
/** Faces for special purposes come last. */
const SPECIAL = /bold|italic|oblique|light|thin|black|medium|mono|serif|condensed/i;
/** What is neither Latin, Greek, Cyrillic nor a sign. */
const LACKING = /[\u0530-\u1cff\u2e80-\ud7ff\uf900-\uffee\u{10000}-\u{3ffff}]/gu;

/** Pairs: the first letter of a range, and its last. */
type Ranges = readonly (readonly [first: number, last: number])[];

/** Fonts that together have the letters, as far as there are any; most pictures need none. */
export function fontsFor(text: string, folders: readonly string[] = fontFolders()): Buffer[] {
  const missing = new Set(Array.from(text.matchAll(LACKING), ([letter]) => letter.codePointAt(0)!));
  const fonts: Buffer[] = [];
  let bytes = 0;
  for (const path of missing.size === 0 ? [] : fontFiles(folders)) {
    if (missing.size === 0 || bytes > TUNING.picture_font_bytes) break;
    const ranges = readable(path, rangesOf) ?? [];
    const found = [...missing].filter((code) => ranges.some(([first, last]) => code >= first && code <= last));
    const font = found.length === 0 ? null : readable(path, (file) => readFileSync(file));
    if (font === null) continue;
    for (const code of found) missing.delete(code);
    fonts.push(font);
    bytes += font.length;
  }
  return fonts;
}

function fontFolders(): string[] {
  // Users of containers may have no home, which is an error.
  const home = readable('', () => homedir());
  return home === null ? FOLDERS : [...FOLDERS, ...BELOW_HOME.map((folder) => join(home, folder))];
}

function fontFiles(folders: readonly string[]): string[] {
  const all = folders.flatMap((folder) => {
    const names = readable(folder, (path) => readdirSync(path, { recursive: true, encoding: 'utf8' })) ?? [];
    return names.filter((name) => ENDINGS.has(extname(name).toLowerCase())).map((name) => join(folder, name));
  });
  const rank = (path: string): number => Number(SPECIAL.test(path));
  return all.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

/** null for what is not there, may not be read or is damaged: a picture without these letters is better than none. */
function readable<T>(path: string, read: (path: string) => T): T | null {
  try {
    return read(path);
  } catch {
    return null;
  }
}

/** The letters that a font says it has, from its table `cmap`. Of a collection, those of its first font. */
function rangesOf(path: string): Ranges {
  const file = openSync(path, 'r');
  const read = (at: number, length: number): Buffer => {
    const part = Buffer.alloc(length);
    return part.subarray(0, readSync(file, part, 0, length, at));
  };
  try {
    const head = read(0, 16);
    const start = head.toString('latin1', 0, 4) === 'ttcf' ? head.readUInt32BE(12) : 0;
    const tables = read(start + 12, read(start + 4, 2).readUInt16BE() * 16);
    for (let at = 0; at < tables.length; at += 16) {
      if (tables.toString('latin1', at, at + 4) !== 'cmap') continue;
      return rangesIn(read(tables.readUInt32BE(at + 8), tables.readUInt32BE(at + 12)));
    }
    return [];
  } finally {
    closeSync(file);
  }
}

function rangesIn(cmap: Buffer): Ranges {
  const maps = Array.from({ length: cmap.readUInt16BE(2) }, (_, at) => cmap.subarray(cmap.readUInt32BE(8 + at * 8)));
  const long = maps.find((map) => map.readUInt16BE() === 12);
  if (long !== undefined) {
    return Array.from({ length: long.readUInt32BE(12) }, (_, at) => {
      return [long.readUInt32BE(16 + at * 12), long.readUInt32BE(20 + at * 12)] as const;
    });
  }
  const short = maps.find((map) => map.readUInt16BE() === 4);
  if (short === undefined) return [];
  const length = short.readUInt16BE(6);
  return Array.from({ length: length / 2 }, (_, at) => {
    return [short.readUInt16BE(16 + length + at * 2), short.readUInt16BE(14 + at * 2)] as const;
  });
}
