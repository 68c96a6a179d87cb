/** Patterns in which times are written. */
import { CLOCK_LETTERS } from '../../engine/select/expression/casts.ts';
import { wrongAt } from '../grammar/source.ts';
import type { Tree } from './tree.ts';
import { asText, type Scope, type Typed } from './typed.ts';

/** Refuses a letter that means nothing, as it would stand in every row. */
export function clockPattern(scope: Scope, of: Typed): Tree {
  const pattern = asText(scope, of);
  const said = pattern.kind === 'literal' ? String(pattern.value) : '';
  const wrong = [...said.matchAll(/%(.)/g)].find(([, letter = '']) => !CLOCK_LETTERS.includes(letter));
  if (wrong === undefined) return pattern;
  const help = "as '%Y-%m-%d %H:%i:%S'; %M and %W are names of months and days, %G-%V the week";
  throw wrongAt(
    scope.source,
    of.at,
    `formatDateTime knows no ${wrong[0]}. Write it with %${CLOCK_LETTERS.join(' %')}, ${help}.`,
  );
}
