/** Fonts of the machine, for letters that ours lacks. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fontsFor } from '../../src/service/pictures/fonts.ts';
import { temporaryFolder } from '../support/product.ts';

/** As much of a font as says which letters it has. */
function font(format: 4 | 12, ranges: readonly (readonly [string, string])[], in_collection = false): Buffer {
  const codes = ranges.map((range) => range.map((letter) => letter.codePointAt(0)!));
  const map = format === 12 ? longMap(codes) : shortMap([...codes, [0xffff, 0xffff]]);
  const start = in_collection ? 16 : 0;
  const head = Buffer.alloc(start + 28 + 12);
  if (in_collection) head.write('ttcf');
  if (in_collection) head.writeUInt32BE(start, 12);
  head.writeUInt16BE(1, start + 4);
  head.write('cmap', start + 12);
  head.writeUInt32BE(start + 28, start + 20);
  head.writeUInt32BE(12 + map.length, start + 24);
  head.writeUInt16BE(1, start + 30);
  head.writeUInt32BE(12, start + 36);
  return Buffer.concat([head, map]);
}

function longMap(ranges: readonly (readonly number[])[]): Buffer {
  const map = Buffer.alloc(16 + ranges.length * 12);
  map.writeUInt16BE(12);
  map.writeUInt32BE(ranges.length, 12);
  for (const [at, [first, last]] of ranges.entries()) {
    map.writeUInt32BE(first!, 16 + at * 12);
    map.writeUInt32BE(last!, 20 + at * 12);
  }
  return map;
}

function shortMap(ranges: readonly (readonly number[])[]): Buffer {
  const map = Buffer.alloc(16 + ranges.length * 8);
  map.writeUInt16BE(4);
  map.writeUInt16BE(ranges.length * 2, 6);
  for (const [at, [first, last]] of ranges.entries()) {
    map.writeUInt16BE(last!, 14 + at * 2);
    map.writeUInt16BE(first!, 16 + ranges.length * 2 + at * 2);
  }
  return map;
}

test('fonts are taken that have letters which ours lacks, plain faces first, damaged ones not at all', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'deep'));
  const fonts = {
    arabic: font(4, [['ا', 'ي']]),
    bold: font(4, [['ا', 'ي']]),
    han: font(12, [['一', '龥']], true),
    emoji: font(12, [['🇦', '🧿']]),
  };
  writeFileSync(join(folder, 'A-Bold.ttf'), fonts.bold);
  writeFileSync(join(folder, 'B.ttf'), fonts.arabic);
  writeFileSync(join(folder, 'deep', 'C.ttc'), fonts.han);
  writeFileSync(join(folder, 'D.otf'), fonts.emoji);
  writeFileSync(join(folder, 'E.ttf'), 'none');
  writeFileSync(join(folder, 'F.ttf'), font(12, [['一', '龥']]).subarray(0, 50));
  writeFileSync(join(folder, 'G.txt'), fonts.han);
  const folders = [folder, join(folder, 'nowhere')];
  expect(fontsFor('abc éŁ λ Ж … → ₺', folders)).toEqual([]);
  expect(fontsFor('القاهرة', folders)).toEqual([fonts.arabic]);
  expect(fontsFor('東京 القاهرة 🎉', folders)).toEqual([fonts.arabic, fonts.emoji, fonts.han]);
  expect(fontsFor('ไทย', folders)).toEqual([]);
});
