/** Joins words into readable text. */

/** `a`, `a and b`, `a, b and c`. Of more than `most` words it makes `a, b and 3 more`. */
export function listed(words: readonly string[], last = 'and', most = words.length): string {
  const shown = words.length > most ? [...words.slice(0, most - 1), `${words.length - most + 1} more`] : [...words];
  const end = shown.pop() ?? '';
  return shown.length === 0 ? end : `${shown.join(', ')} ${last} ${end}`;
}

/** Joins the non-empty clauses with commas. */
export function claused(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(', ');
}

/** For example `1 day` or `8 days`. */
export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : plural(noun)}`;
}

/** `toLocaleString` makes a formatter each time, which a line for each of many files would take seconds for. */
let formatter: Intl.NumberFormat | null = null;

/** With commas between thousands, for people at a prompt. */
export function grouped(number: number): string {
  formatter ??= new Intl.NumberFormat('en');
  return formatter.format(number);
}

/** For example `1 person` or `1,200 people`. */
export function manyOf(number: number, noun: string): string {
  return `${grouped(number)} ${number === 1 ? noun : plural(noun)}`;
}

export function plural(noun: string): string {
  if (noun === 'person') return 'people';
  return noun.endsWith('y') && !noun.endsWith('ay') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/** Lists of properties are cut, and what a product says of itself tells more than what libraries add. */
export function ownFirst<T>(rows: readonly T[], nameOf: (row: T) => string): T[] {
  const isOwn = (row: T) => !nameOf(row).startsWith('$');
  return [...rows.filter(isOwn), ...rows.filter((row) => !isOwn(row))];
}

/** Type of a property's values; null where they differ, and of lists and objects, which are not told apart. */
export function typeText(type: string | null): string {
  return type ?? 'mixed or JSON';
}
