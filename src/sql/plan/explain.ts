/** A plan as lines. The last step comes first, and inputs are indented. */

import { MAX_MS, MIN_MS } from '../../base/time.ts';
import type { Expression, ExpressionNode, PlainSource } from '../../model/question/expression.ts';
import type { Predicate } from '../../model/question/predicate.ts';
import type { EventsRelation, Relation, SortKey, SqlAggregate, SqlQuery } from '../../model/sql/plan.ts';

export function explained({ relation, subqueries }: SqlQuery): string[] {
  const before = subqueries.flatMap((subquery, at) => [`sub-query ${at + 1}`, ...linesOf(subquery, 1)]);
  return [...before, ...linesOf(relation, 0)];
}

function linesOf(relation: Relation, depth: number): string[] {
  const line = `${'  '.repeat(depth)}${stepOf(relation)}`;
  if (relation.kind === 'join')
    return [line, ...linesOf(relation.left, depth + 1), ...linesOf(relation.right, depth + 1)];
  if (relation.kind === 'union') return [line, ...relation.of.flatMap((part) => linesOf(part, depth + 1))];
  return 'of' in relation ? [line, ...linesOf(relation.of, depth + 1)] : [line];
}

function stepOf(relation: Relation): string {
  switch (relation.kind) {
    case 'events':
      return scanText(relation);
    case 'numbers':
      return `numbers 0 to ${relation.count - 1}`;
    case 'cohort_people':
      return `cohort_people of ${relation.cohorts.length} cohorts`;
    case 'groups':
      return `groups of ${relation.types.length} types`;
    case 'filter':
      return `filter ${expressionText(relation.where)}`;
    case 'unnest':
      return `a row for each ${relation.name} of ${expressionText(relation.list)}`;
    case 'project':
      return `columns ${relation.columns.map(expressionText).join(', ')}`;
    case 'aggregate': {
      const keys = relation.keys.map(expressionText).join(', ');
      return `aggregate ${relation.aggregates.map(aggregateText).join(', ')}${keys === '' ? '' : ` by ${keys}`}`;
    }
    case 'window':
      return `window ${relation.columns.map(({ call }) => (call.kind === 'window' ? call.name : aggregateText(call.aggregate))).join(', ')}`;
    case 'limit_by':
      return `first ${relation.limit} by ${relation.keys.map(columnText).join(', ')}`;
    case 'sort': {
      const { limit, offset } = relation;
      const cut = [limit === null ? '' : `first ${limit}`, offset === 0 ? '' : `after ${offset}`]
        .filter(Boolean)
        .join(' ');
      return relation.by.length === 0
        ? cut
        : `sort by ${relation.by.map(sortText).join(', ')}${cut === '' ? '' : `, ${cut}`}`;
    }
    case 'join':
      return `${relation.how} join${relation.left_keys.map((left, at) => `${at === 0 ? ' on' : ' and'} left ${columnText(left)} = right ${columnText(relation.right_keys[at]!)}`).join('')}`;
    default:
      return relation.kind;
  }
}

/** Conditions that the scan applies before it reads rows. */
function scanText({ matches, range, is_of_rows }: EventsRelation): string {
  const names = matches.flatMap(({ event }) => (event === null ? [] : [event]));
  const said = [
    matches.length === 0 ? 'none' : names.length === 0 ? 'every event' : names.join(', '),
    range.from_ms > MIN_MS ? `from ${new Date(range.from_ms).toISOString()}` : '',
    range.until_ms < MAX_MS ? `until ${new Date(range.until_ms).toISOString()}` : '',
    matches[0] === undefined || matches[0].where.kind === 'all' ? '' : `where ${predicateText(matches[0].where)}`,
    is_of_rows ? '' : 'with who is who',
  ];
  return `scan events: ${said.filter(Boolean).join('; ')}`;
}

function predicateText(predicate: Predicate): string {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return `(${predicate.of.map(predicateText).join(` ${predicate.kind} `)})`;
    case 'not':
      return `not ${predicateText(predicate.of)}`;
    case 'value': {
      const { source, test } = predicate;
      if (source.of === 'expression') return expressionText(source.expression);
      return `${sourceText(source)} ${test.op}${'values' in test ? ` ${JSON.stringify(test.values)}` : ''}`;
    }
    default:
      return predicate.kind;
  }
}

function expressionText({ nodes }: Expression): string {
  const texts: string[] = [];
  for (const node of nodes) texts.push(nodeText(node, texts));
  return texts.at(-1)!;
}

function nodeText(node: ExpressionNode, texts: readonly string[]): string {
  switch (node.kind) {
    case 'literal':
      return JSON.stringify(node.value);
    case 'source':
      return sourceText(node.source);
    case 'moment':
      return `timestamp to ${node.grain_ms} ms`;
    case 'column':
      return columnText(node.index);
    case 'field':
      return node.key === undefined ? node.name : `${node.name} ${node.key}`;
    case 'subquery':
      return `sub-query ${node.index + 1}`;
    default:
      return `${node.kind === 'each' ? 'each' : node.name}(${node.args.map((arg) => texts[arg]).join(', ')})`;
  }
}

function sourceText(source: PlainSource): string {
  if (source.of === 'metadata') return source.key;
  const owner = source.of === 'group' ? `group_${source.type_index}` : source.of;
  return source.of === 'event' ? `properties.${source.key}` : `${owner}.${source.key}`;
}

function columnText(index: number): string {
  return `#${index + 1}`;
}

function aggregateText({ name, args, condition, parameter }: SqlAggregate): string {
  const of = args.map(expressionText).join(', ');
  return `${name}${parameter === 0 ? '' : ` ${parameter}`}(${of})${condition === null ? '' : ` if ${expressionText(condition)}`}`;
}

function sortText({ index, is_descending, nulls_first }: SortKey): string {
  return `${columnText(index)}${is_descending ? ' desc' : ''}${nulls_first ? ' nulls first' : ''}`;
}
