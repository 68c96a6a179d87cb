/**
 * Colours by name. Marks have a contrast of at least 3:1 with the background, texts 4.5:1. Colour-blind readers can
 * tell neighbouring hues apart. test/chart/theme.test.ts verifies all three.
 */
import { hasKey } from '../base/known.ts';

/** How many series have a hue of their own. Further ones are drawn in the colour of lines. */
export const HUES = 8;

/** Opacity of the first hue from which text on heat map cells is `strong_ink`; below it is `faint_ink`. */
export const STRONG_FROM = 0.72;

const LIGHT = {
  ground: '#ffffff',
  ink: '#1b1f24',
  muted: '#59636e',
  line: '#818b95',
  grid: '#e4e7eb',
  tint: '#e8effc',
  faint_ink: '#1b1f24',
  strong_ink: '#000000',
  hue0: '#2062dd',
  hue1: '#e6710d',
  hue2: '#1c514e',
  hue3: '#a77594',
  hue4: '#1b99e7',
  hue5: '#980300',
  hue6: '#632f9c',
  hue7: '#786d4c',
} as const;

export type Paint = keyof typeof LIGHT;

const DARK: Readonly<Record<Paint, string>> = {
  ground: '#16181c',
  ink: '#eceef1',
  muted: '#a3abb5',
  line: '#6e7781',
  grid: '#2b3037',
  tint: '#1b2a47',
  faint_ink: '#ffffff',
  strong_ink: '#000000',
  hue0: '#5d9bf7',
  hue1: '#f06114',
  hue2: '#b2e8be',
  hue3: '#ce799a',
  hue4: '#79cdff',
  hue5: '#bf3e43',
  hue6: '#8151cc',
  hue7: '#e3c10e',
};

export const THEMES = { light: LIGHT, dark: DARK } as const;

/** `page` uses CSS variables, which the page sets with `themeCss`. */
export type Theme = keyof typeof THEMES | 'page';

export type PaintOf = (name: Paint) => string;

export function paintOf(theme: Theme): PaintOf {
  if (theme === 'page') return (name) => `var(--${name})`;
  return (name) => THEMES[theme][name];
}

function variables(theme: 'light' | 'dark'): string {
  return Object.entries(THEMES[theme])
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
}

/** Sets CSS variables to the reader's colour scheme, or to the theme in the element's `data-theme`. */
export function themeCss(selector: string): string {
  return [
    `${selector}{${variables('light')}}`,
    `@media (prefers-color-scheme:dark){${selector}:not([data-theme=light]){${variables('dark')}}}`,
    `${selector}[data-theme=dark]{${variables('dark')}}`,
  ].join('\n');
}

/** From the fifth series on, dashes tell series apart in addition to colours. */
const DASHES = ['', '', '', '', '7 3', '2 2', '7 3 2 3', '10 4'];

export function dashOf(hue: number): string {
  return DASHES[hue] ?? '';
}

export function huePaint(hue: number): Paint {
  const paint = `hue${hue}`;
  return hasKey(THEMES.light, paint) ? paint : 'line';
}
