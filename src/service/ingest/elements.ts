/** Elements of $autocapture events: arrays from older client libraries become the chain text of newer ones. */
import { isObject, listOf } from '../../base/json.ts';
import { type Element, writeChain } from '../../model/question/elements.ts';

type Properties = Readonly<Record<string, unknown>>;

/** Element fields besides the page's own attributes: name in the array -> name in the chain. */
const NAMED: Readonly<Record<string, string>> = {
  text: 'text',
  $el_text: 'text',
  href: 'href',
  attr__href: 'href',
  attr_id: 'attr_id',
  attr__id: 'attr_id',
  nth_child: 'nth-child',
  nth_of_type: 'nth-of-type',
};

/** Replaces `$elements` by `$elements_chain`; returns the given object if there is no such array. */
export function withElementsChain(properties: Properties): Properties {
  const list = properties['$elements'];
  if (!Array.isArray(list)) return properties;
  const { $elements: _elements, ...rest } = properties;
  return { $elements_chain: writeChain(list.filter(isObject).map(elementOf)), ...rest };
}

function elementOf(sent: Record<string, unknown>): Element {
  const attributes: Record<string, string> = {};
  const inner = sent['attributes'];
  for (const [name, value] of Object.entries(isObject(inner) ? { ...inner, ...sent } : sent)) {
    if (!isText(value) || value === '') continue;
    if (name.startsWith('attr__') && name !== 'attr__class') attributes[name] = String(value);
    if (Object.hasOwn(NAMED, name)) attributes[NAMED[name]!] = String(value);
  }
  const tag_name = sent['tag_name'];
  return { tag_name: typeof tag_name === 'string' ? tag_name : '', classes: classesOf(sent), attributes };
}

function isText(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Classes of an element, sent as an array or as the text of its class attribute. */
function classesOf(sent: Record<string, unknown>): string[] {
  const classes = sent['attr_class'] ?? sent['attr__class'] ?? sent['classes'];
  if (typeof classes === 'string') return classes.split(/\s+/).filter((name) => name !== '');
  return listOf(classes)
    .filter((name) => typeof name === 'string')
    .filter((name) => name !== '');
}
