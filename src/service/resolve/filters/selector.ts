/**
 * Parses CSS selectors as people type them. Supported: tag, .class, #id, [name="value"], :nth-child(n),
 * :nth-of-type(n), `a > b` and `a b`. A lone `*` is ignored; anything else is refused rather than misread.
 */

import { invalid, tooLong } from '../../../model/error.ts';
import { LIMIT } from '../../../model/limit.ts';
import type { Selector, SelectorPart } from '../../../model/question/elements.ts';

const NAME = String.raw`(?:[\w-]|[^\x00-\x7f]|\\.)+`;
/** One simple selector or combinator, at a position. */
const TOKEN = new RegExp(
  [
    `(?<between>\\s*>\\s*|\\s+)`,
    `(?<star>\\*)`,
    `\\.(?<class>${NAME})`,
    `#(?<id>${NAME})`,
    `\\[\\s*(?<name>[\\w:-]+)\\s*=\\s*(?:"(?<double>(?:[^"\\\\]|\\\\.)*)"|'(?<single>(?:[^'\\\\]|\\\\.)*)')\\s*\\]`,
    `:nth-child\\(\\s*(?<child>\\d+)\\s*\\)`,
    `:nth-of-type\\(\\s*(?<type>\\d+)\\s*\\)`,
    `(?<tag>${NAME})`,
  ].join('|'),
  'y',
);

const FORM = 'Use tag, .class, #id, [name="value"], :nth-child(n), :nth-of-type(n), a > b and a b.';

interface Draft {
  tag_name: string | null;
  id: string | null;
  classes: string[];
  attributes: { name: string; value: string }[];
  nth_child: string | null;
  nth_of_type: string | null;
  is_child: boolean;
  /** Whether anything has been read yet. */
  begun: boolean;
}

/** @throws ServiceError if the text is not a selector, or not a supported one */
export function parseSelector(sent: string, attr: string): Selector {
  const text = sent.trim();
  if (text.length > LIMIT.selector_chars) throw tooLong(attr, LIMIT.selector_chars, 'characters');
  const parts: SelectorPart[] = [];
  let draft = begin(false);
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(text)?.groups;
    if (token === undefined) {
      throw invalid(attr, `Could not read the selector from ${JSON.stringify(text.slice(at, at + 20))} on. ${FORM}`);
    }
    if (token['between'] === undefined) {
      take(draft, token, attr);
      continue;
    }
    if (!draft.begun) throw invalid(attr, `A selector cannot have ">" there. ${FORM}`);
    const isKept = close(parts, draft);
    draft = begin(isKept && token['between'].includes('>'));
  }
  if (!draft.begun && text !== '') throw invalid(attr, `A selector cannot end with ">". ${FORM}`);
  close(parts, draft);
  return parts;
}

function begin(is_child: boolean): Draft {
  return {
    tag_name: null,
    id: null,
    classes: [],
    attributes: [],
    nth_child: null,
    nth_of_type: null,
    is_child,
    begun: false,
  };
}

function take(draft: Draft, token: Record<string, string | undefined>, attr: string): void {
  const { class: class_name, id, name, double, single, child, type, tag } = token;
  if (tag !== undefined) {
    if (draft.begun) throw invalid(attr, `A tag comes first, as in a.button. ${FORM}`);
    draft.tag_name = withoutEscapes(tag);
  } else if (class_name !== undefined) draft.classes.push(withoutEscapes(class_name));
  else if (id !== undefined) draft.id = withoutEscapes(id);
  else if (name !== undefined) draft.attributes.push({ name, value: withoutEscapes(double ?? single ?? '') });
  else if (child !== undefined) draft.nth_child = String(Number(child));
  else if (type !== undefined) draft.nth_of_type = String(Number(type));
  draft.begun = true;
}

function withoutEscapes(text: string): string {
  return text.replace(/\\(.)/gs, '$1');
}

/** Drops a lone star: it matches everything, and what follows may be at any depth. Returns whether it was kept. */
function close(parts: SelectorPart[], { begun: _begun, ...part }: Draft): boolean {
  const asks =
    part.tag_name ?? part.id ?? part.nth_child ?? part.nth_of_type ?? part.classes[0] ?? part.attributes[0] ?? null;
  if (asks !== null) parts.push(part);
  return asks !== null;
}
