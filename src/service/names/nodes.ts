/** Schemas of the names that a query node may have: those of the body it becomes, and what nodes call its settings. */
import { z } from 'zod';
import { isObject } from '../../base/json.ts';
import { EntityBody, ExclusionBody, QUESTION_FIELDS } from '../../model/question/body.ts';
import { KIND_BY_INSIGHT, KIND_BY_NODE, type KindName, WRAPPER_NODES } from '../../model/question/kind.ts';
import { kindOf } from '../kinds/index.ts';
import { TOPICS } from '../resolve/query_node.ts';
import { inCamelCase, OF_FILTERS, OF_NODES } from './passed_over.ts';
import { ANYTHING, dynamic, know, knownOf, members } from './registry.ts';

/** Schema of the body for filters with this insight name; a trend's if the name is unknown. */
export function bodyOf(insight: string): z.ZodObject {
  return kindOf(KIND_BY_INSIGHT.get(insight) ?? 'trend').body;
}

/** Schema of a node, or of one that wraps another; null if nothing here computes its kind. */
export function nodeNames(node: unknown): z.ZodType | null {
  if (!isObject(node)) return null;
  const kind = String(node['kind']);
  if (WRAPPER_NODES.includes(kind)) return WRAPPER;
  const asked = KIND_BY_NODE.get(kind);
  if (asked === undefined) return null;
  const names = made.get(asked) ?? namesOf(asked);
  made.set(asked, names);
  return names;
}

/** Cache, filled on first use. */
const made = new Map<KindName, z.ZodType>();

/** Accepts display settings under any name, and the node inside. */
const WRAPPER = know(z.looseObject({ source: dynamic(nodeNames) }), { open: true });

/** A statement and values for it. */
const STATEMENT = know(
  z.looseObject({
    ...{ kind: ANYTHING, query: ANYTHING, values: ANYTHING, variables: ANYTHING, explain: ANYTHING, limit: ANYTHING },
    ...{ dateRange: ANYTHING, properties: QUESTION_FIELDS.properties, filterTestAccounts: ANYTHING },
    filters: members('dateRange', 'properties', 'filterTestAccounts'),
  }),
  { passed_over: OF_NODES },
);

function namesOf(kind: KindName): z.ZodObject {
  if (kind === 'sql') return STATEMENT;
  const { body, line } = kindOf(kind);
  const topics = Object.entries(TOPICS).map(([topic, names]) => [topic, topicNames(body, names)]);
  const shape = {
    kind: ANYTHING,
    series: z.array(fixedToo(line, ['event', 'operator'])),
    ...Object.fromEntries(topics),
    interval: ANYTHING,
    intervalCount: ANYTHING,
    properties: QUESTION_FIELDS.properties,
    filterTestAccounts: ANYTHING,
    samplingFactor: ANYTHING,
    aggregation_group_type_index: ANYTHING,
    funnelPathsFilter: members('funnelPathType', 'funnelSource', 'funnelStep'),
  };
  return know(z.looseObject(shape), { passed_over: OF_NODES });
}

/** A line may have fixed filters in addition to its others. */
function fixedToo(line: z.ZodObject, names: readonly string[]): z.ZodObject {
  const { also, ...known } = knownOf(line);
  const named = Object.fromEntries(names.map((name) => [name, ANYTHING]));
  const fixed = { fixedProperties: EntityBody.shape.properties };
  return know(z.looseObject({ ...line.shape, ...named }), { ...known, also: { ...also, ...fixed } });
}

/** Settings by their names in nodes and in filters, limited to those that the body has. */
function topicNames(body: z.ZodObject, names: Readonly<Record<string, string>>): z.ZodObject {
  const renamed = Object.entries(names)
    .filter(([, field]) => field in body.shape)
    .map(([name, field]) => [name, body.shape[field]]);
  const shape = { ...body.shape, ...Object.fromEntries(renamed) };
  const exclusions = z.array(fixedToo(ExclusionBody, ['event', 'funnelFromStep', 'funnelToStep']));
  return know(z.looseObject('exclusions' in shape ? { ...shape, exclusions } : shape), {
    also: { display: ANYTHING },
    passed_over: [...OF_FILTERS, ...OF_FILTERS.map(inCamelCase)],
  });
}
