/** Matches a CSS-like selector against the elements of an event: the clicked element first, then its parents. */
import type { Element, Selector, SelectorPart } from '../../../model/question/elements.ts';
import type { ElementPart } from '../../../model/question/predicate.ts';

/** Text of one part of an element, null = none. */
export function partOf(element: Element, part: ElementPart): string | null {
  if (part === 'tag_name') return element.tag_name === '' ? null : element.tag_name;
  const { attributes } = element;
  return (part === 'href' ? (attributes['href'] ?? attributes['attr__href']) : attributes['text']) ?? null;
}

/**
 * Whether any element matches. Works outwards from the innermost part and keeps every element that a part may be, so
 * that no mix of child and descendant is missed. An empty selector matches.
 */
export function findsElement(selector: Selector, chain: readonly Element[]): boolean {
  const last = selector.at(-1);
  if (last === undefined) return true;
  let indices = indicesOf(last, chain);
  for (let at = selector.length - 2; at >= 0 && indices.length > 0; at--) {
    const is_child = selector[at + 1]!.is_child;
    const nearest = indices[0]!;
    const inner = new Set(indices);
    indices = indicesOf(selector[at]!, chain).filter((index) => (is_child ? inner.has(index - 1) : index > nearest));
  }
  return indices.length > 0;
}

/** Indices of the chain's elements that the part matches, ascending. */
function indicesOf(part: SelectorPart, chain: readonly Element[]): number[] {
  const indices: number[] = [];
  for (const [index, element] of chain.entries()) if (isMeant(part, element)) indices.push(index);
  return indices;
}

function isMeant(part: SelectorPart, { tag_name, classes, attributes }: Element): boolean {
  if (part.tag_name !== null && part.tag_name !== tag_name) return false;
  if (part.id !== null && part.id !== (attributes['attr_id'] ?? attributes['attr__id'])) return false;
  if (part.nth_child !== null && part.nth_child !== attributes['nth-child']) return false;
  if (part.nth_of_type !== null && part.nth_of_type !== attributes['nth-of-type']) return false;
  return (
    part.classes.every((name) => classes.includes(name)) &&
    part.attributes.every(({ name, value }) => attributeOf(attributes, name) === value)
  );
}

/** Clients prefix page attributes; a few have names of their own. */
function attributeOf(attributes: Element['attributes'], name: string): string | undefined {
  return attributes[`attr__${name}`] ?? (name === 'id' ? attributes['attr_id'] : attributes[name]);
}
