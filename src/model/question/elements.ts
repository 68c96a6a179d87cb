/**
 * The page elements of an $autocapture event: the element that was clicked, then its parents. Events carry them as one
 * text, `$elements_chain`, in the grammar of the client libraries:
 *   a.small.nav:attr__x="1"href="/url"nth-child="1"nth-of-type="2"text="Buy";div:nth-child="0"…
 */

export interface Element {
  /** '' if unknown. */
  readonly tag_name: string;
  readonly classes: readonly string[];
  /** By name: href, text, nth-child, nth-of-type, attr_id, attr__*. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** One element of a selector; null and empty mean any. */
export interface SelectorPart {
  readonly tag_name: string | null;
  readonly id: string | null;
  readonly classes: readonly string[];
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
  readonly nth_child: string | null;
  readonly nth_of_type: string | null;
  /** The part before must be its parent, not just any ancestor. */
  readonly is_child: boolean;
}

/** From the outermost to the innermost. */
export type Selector = readonly SelectorPart[];

export function writeChain(elements: readonly Element[]): string {
  return elements.map(writeElement).join(';');
}

function writeElement({ tag_name, classes, attributes }: Element): string {
  const names = classes.map((name) => `.${name.replace(/["\s;]/g, '')}`).filter((name) => name !== '.');
  const written = Object.keys(attributes)
    .sort()
    .map((name) => `${name.replace(/["=:;\s]/g, '')}="${attributes[name]!.replace(/[\\"]/g, '\\$&')}"`);
  return `${tag_name.replace(/[".:;\s]/g, '')}${names.join('')}:${written.join('')}`;
}

/** Lenient: a chain that breaks off just ends there. */
export function parseChain(text: string): Element[] {
  const elements: Element[] = [];
  for (let at = 0; at < text.length; ) {
    const end = endOfElement(text, at);
    elements.push(parseElement(text.slice(at, end)));
    at = end + 1;
  }
  return elements;
}

/** Next semicolon outside quotes. */
function endOfElement(text: string, from: number): number {
  let quoted = false;
  for (let at = from; at < text.length; at++) {
    const letter = text[at];
    if (letter === '\\' && quoted) at++;
    else if (letter === '"') quoted = !quoted;
    else if (letter === ';' && !quoted) return at;
  }
  return text.length;
}

/** Class names may contain colons, so attributes begin at the first colon followed by a name and a quote. */
const HEAD = /^((?:(?!:[\w-]+=")[^"])*?)(?::(?=[\w-]+=")|:?$)/s;
const ATTRIBUTE = /([\w-]+)="((?:[^"\\]|\\.)*)"/gs;

function parseElement(text: string): Element {
  const head = HEAD.exec(text);
  const [tag_name = '', ...classes] = (head?.[1] ?? '').split('.');
  const attributes: Record<string, string> = {};
  for (const [, name, value] of text.slice(head?.[0].length ?? 0).matchAll(ATTRIBUTE)) {
    attributes[name!] = value!.replace(/\\(["\\])/g, '$1');
  }
  return { tag_name, classes: classes.filter((name) => name !== ''), attributes };
}
