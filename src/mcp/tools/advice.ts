/** What answers advise to call next, for callers who may not call everything. */

/** Lines that say what to call next. */
const ADVICE = /^(Next|Behind the first row): /;

/** The text without sentences of advice that name one of these tools. */
export function adviceWithout(text: string, barred: readonly string[]): string {
  if (barred.length === 0) return text;
  const isKept = (sentence: string) => !barred.some((name) => sentence.includes(name));
  return text
    .split('\n')
    .flatMap((line) => {
      if (!ADVICE.test(line) || isKept(line)) return [line];
      const kept = line.split(/(?<=\.) /).filter(isKept);
      return kept.length === 0 ? [] : [kept.join(' ')];
    })
    .join('\n');
}
