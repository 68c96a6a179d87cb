/**
 * Gives each step name a number; equal texts share one. Dictionary texts are known by code and decoded only when read:
 * of tens of thousands, a few dozen are shown.
 */
import { must } from '../../../base/assert.ts';
import type { Dictionary } from '../../storage/dictionary.ts';

export class StepTexts {
  /** number -> text; undefined = only its code is known. */
  readonly #texts: (string | undefined)[] = [];
  /** number -> code of its text. */
  readonly #codes: number[] = [];
  /** text -> number, for names looked up by text. */
  readonly #of_text = new Map<string, number>();
  /** The first dictionary seen; only its codes are used. */
  #dictionary: Dictionary | null = null;
  /** code -> number + 1, 0 = none yet. */
  #of_code = new Uint32Array(0);

  get length(): number {
    return this.#texts.length;
  }

  at(number: number): string {
    let text = this.#texts[number];
    if (text === undefined) {
      text = must(this.#dictionary, 'codes of a dictionary').at(this.#codes[number]!) as string;
      this.#texts[number] = text;
    }
    return text;
  }

  /** undefined if no step has that name. */
  find(text: string): number | undefined {
    const known = this.#of_text.get(text);
    if (known !== undefined) return known;
    const twin = this.#of_code[this.#dictionary?.find(text) ?? 0] ?? 0;
    return twin === 0 ? undefined : twin - 1;
  }

  numberOf(text: string): number {
    const number = this.find(text) ?? this.#add(text, 0);
    this.#of_text.set(text, number);
    const code = this.#dictionary?.find(text) ?? 0;
    if (code !== 0) this.#of_code[code] = number + 1;
    return number;
  }

  /** Number of a dictionary value; null if it is no text, or from another dictionary. */
  numberOfCode(dictionary: Dictionary, code: number): number | null {
    if (!this.#speaks(dictionary)) return null;
    const known = this.#of_code[code]!;
    if (known !== 0) return known - 1;
    if (!dictionary.isText(code)) return null;
    const number = this.#add(undefined, code);
    this.#of_code[code] = number + 1;
    return number;
  }

  #add(text: string | undefined, code: number): number {
    this.#texts.push(text);
    return this.#codes.push(code) - 1;
  }

  /** Whether the dictionary is the first one seen. Extends the table to its new codes. */
  #speaks(dictionary: Dictionary): boolean {
    if (this.#dictionary !== null && this.#dictionary !== dictionary) return false;
    if (this.#dictionary !== null && this.#of_code.length === dictionary.length) return true;
    this.#dictionary = dictionary;
    const grown = new Uint32Array(dictionary.length);
    grown.set(this.#of_code);
    this.#of_code = grown;
    for (const [text, number] of this.#of_text) {
      const code = dictionary.find(text);
      if (code !== 0) grown[code] = number + 1;
    }
    return true;
  }
}
