/** Query nodes as schemas of names: made of the body that a node becomes, and of what its settings are called there. */
import { z } from 'zod';
import { isObject } from '../../base/json.ts';
import { EntityBody, ExclusionBody, QUESTION_FIELDS, TrendEntityBody } from '../../model/body.ts';
import { FunnelBody } from '../../model/funnel.ts';
import { PathBody } from '../../model/path.ts';
import { RetentionBody } from '../../model/retention.ts';
import { TrendBody } from '../../model/trend.ts';
import { NODE_INSIGHTS, TOPICS, WRAPPERS } from '../resolve/query_node.ts';
import { inCamelCase, OF_FILTERS, OF_NODES } from './passed_over.ts';
import { ANYTHING, know, knownOf, members, place } from './registry.ts';

/** The body whose arguments the filters of an insight of that kind are. */
export function bodyOf(insight: string | undefined): z.ZodObject {
  switch (insight) {
    case 'FUNNELS':
      return FunnelBody;
    case 'PATHS':
      return PathBody;
    case 'RETENTION':
      return RetentionBody;
    default:
      return TrendBody;
  }
}

/** A node, or one that wraps another. null where it is of a kind that nothing here computes. */
export function nodeNames(node: unknown): z.ZodType | null {
  if (!isObject(node)) return null;
  const kind = String(node['kind']);
  if (WRAPPERS.includes(kind)) return WRAPPER;
  const insight = NODE_INSIGHTS[kind];
  if (insight === undefined) return null;
  const names = made.get(insight) ?? namesOf(insight);
  made.set(insight, names);
  return names;
}

/** Kind of insight -> the names of its nodes, made when first asked for. */
const made = new Map<string, z.ZodType>();

/** How a node is shown, under any name, and the node. */
const WRAPPER = know(z.looseObject({ source: place(nodeNames) }), { open: true });

function namesOf(insight: string): z.ZodObject {
  const body = bodyOf(insight);
  const line = insight === 'FUNNELS' ? EntityBody : TrendEntityBody;
  const topics = Object.entries(TOPICS).map(([topic, names]) => [topic, topicNames(body, names)]);
  const shape = {
    kind: ANYTHING,
    series: z.array(fixedToo(line, ['event'])),
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

/** Filters that a line's writer fixed hold beside its others. */
function fixedToo(line: z.ZodObject, names: readonly string[]): z.ZodObject {
  const { also, ...known } = knownOf(line);
  const named = Object.fromEntries(names.map((name) => [name, ANYTHING]));
  const fixed = { fixedProperties: EntityBody.shape.properties };
  return know(z.looseObject({ ...line.shape, ...named }), { ...known, also: { ...also, ...fixed } });
}

/** Settings under the names that nodes have for them, and under those of filters: only the body's own. */
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
