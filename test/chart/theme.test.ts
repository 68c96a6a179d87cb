/** Colours can be told from the background and from each other, also by the colour-blind. */
import { describe, expect, test } from 'vitest';
import { FAINT, STRONG } from '../../src/chart/cohorts.ts';
import { HUES, type Paint, STRONG_FROM, THEMES } from '../../src/chart/theme.ts';

type Rgb = readonly [number, number, number];

function linear(hex: string): Rgb {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as unknown as Rgb;
}

function luminance([r, g, b]: Rgb): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** As WCAG has it. */
function contrast(one: string, other: string): number {
  const [least, most] = [luminance(linear(one)), luminance(linear(other))].sort((a, b) => a - b);
  return (most! + 0.05) / (least! + 0.05);
}

/** What is left of a colour in eyes that lack one kind of cone (Machado, Oliveira, Fernandes 2009, full strength). */
const SIGHTS: Readonly<Record<string, readonly Rgb[]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function seen(hex: string, sight: readonly Rgb[]): Rgb {
  const rgb = linear(hex);
  return sight.map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, part, at) => sum + part * rgb[at]!, 0),
      ),
    ),
  ) as unknown as Rgb;
}

function oklab([r, g, b]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function distance(one: Rgb, other: Rgb): number {
  return 100 * Math.hypot(...one.map((part, at) => part - other[at]!));
}

function nearest(hues: readonly string[]): number {
  const distances = Object.values(SIGHTS).flatMap((sight) => {
    const colors = hues.map((hue) => oklab(seen(hue, sight)));
    return colors.flatMap((one, at) => colors.slice(at + 1).map((other) => distance(one, other)));
  });
  return Math.min(...distances);
}

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  const colors = THEMES[theme];
  const hues = Array.from({ length: HUES }, (_, at) => colors[`hue${at}` as Paint]);

  test('texts and marks stand out from the ground', () => {
    for (const text of [colors.ink, colors.muted]) expect(contrast(text, colors.ground)).toBeGreaterThan(4.5);
    for (const mark of [...hues, colors.line]) expect(contrast(mark, colors.ground)).toBeGreaterThan(3);
  });

  test('figures can be read on every strength of a heat map', () => {
    const part = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
    for (let strength = FAINT; strength <= STRONG; strength += 0.01) {
      const mixed = [1, 3, 5].map((at) =>
        Math.round(part(colors.hue0, at) * strength + part(colors.ground, at) * (1 - strength)),
      );
      const cell = `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
      const text = strength > STRONG_FROM ? colors.strong_ink : colors.faint_ink;
      expect(contrast(cell, text), `at ${strength}`).toBeGreaterThan(4.4);
    }
  });

  test('hues stay apart, for every kind of sight; the first ones most', () => {
    for (const [count, least] of [
      [2, 25],
      [3, 15],
      [5, 10],
      [8, 9],
    ] as const) {
      expect(nearest(hues.slice(0, count)), `${count} hues`).toBeGreaterThan(least);
    }
  });
});
