/** Expressions in bodies: text -> what the engine computes. */

import type { Clock } from '../../../base/time.ts';
import { invalid } from '../../../model/error.ts';
import type { AggregateExpression, Expression } from '../../../model/question/expression.ts';
import type { Predicate } from '../../../model/question/predicate.ts';
import { type AggregateNode, EVENT_AGGREGATE_NAMES } from '../../../sql/expression/aggregates.ts';
import { type Resolving, resolveSyntax } from '../../../sql/expression/resolver.ts';
import { listed, type Tree } from '../../../sql/expression/tree.ts';
import { asCondition, asNumber, isTime, type Scope, shown, type Typed } from '../../../sql/expression/typed.ts';
import { NO_ZONE, zoneTable } from '../../../sql/expression/zone_table.ts';
import { parseExpression } from '../../../sql/grammar/parser.ts';
import { wrongAt } from '../../../sql/grammar/source.ts';
import type { ProjectContext } from '../../contract/context.ts';
import { clockOf } from './clock.ts';

/** What expressions depend on besides their text. */
export interface ExpressionSetting extends Clock {
  readonly groupTypes: Scope['groupTypes'];
}

export function expressionSetting(context: ProjectContext): ExpressionSetting {
  return { ...clockOf(context), groupTypes: () => context.service.store.groups.types(context.project.id) };
}

/** An expression as a filter: selects the rows for which it is true. */
export function resolveCondition(setting: ExpressionSetting, sent: unknown, attr: string): Predicate {
  const { scope, typed } = read(setting, sent, attr, null);
  const expression = finished(scope, asCondition(scope, typed));
  return { kind: 'value', source: { of: 'expression', expression }, test: { op: 'in', values: ['true'] } };
}

/** An expression that gives one value per row, as for a breakdown: times become text, other values stay as they are. */
export function resolveValue(setting: ExpressionSetting, sent: unknown, attr: string): Expression {
  const { scope, typed } = read(setting, sent, attr, null);
  const text = shown(scope, typed); // Refuses anything but a single value.
  return finished(scope, isTime(typed) ? text : typed.node);
}

/** One number over many rows. In a sample, counts and sums are scaled up. */
export function resolveAggregateExpression(
  setting: ExpressionSetting,
  sent: unknown,
  attr: string,
  share = 1,
): AggregateExpression {
  const aggregates: AggregateNode[] = [];
  const { scope, typed } = read(setting, sent, attr, aggregates, share);
  const result = finished(scope, asNumber(scope, typed));
  if (aggregates.length === 0) {
    throw wrongAt(
      scope.source,
      0,
      `an aggregate is needed, as count() or sum(properties.price): ${EVENT_AGGREGATE_NAMES.join(', ')}.`,
    );
  }
  const aggregations = aggregates.map(({ value, condition, ...rest }) => ({
    ...rest,
    value: value && finished(scope, value),
    condition: condition && finished(scope, condition),
  }));
  return { aggregations, result };
}

function read(
  setting: ExpressionSetting,
  sent: unknown,
  attr: string,
  aggregates: AggregateNode[] | null,
  share = 1,
): { scope: Resolving; typed: Typed } {
  if (typeof sent !== 'string' || sent.trim() === '') {
    throw invalid(attr, "This field is required: an expression, as properties.plan = 'pro'.", 'required');
  }
  const source = { text: sent, attr };
  const scope: Resolving = {
    source,
    clock: setting,
    groupTypes: setting.groupTypes,
    usesZone: false,
    aggregates,
    special: null,
    inside: false,
    done: new Map(),
    share,
  };
  return { scope, typed: resolveSyntax(scope, parseExpression(source)) };
}

function finished(scope: Scope, root: Tree): Expression {
  return { nodes: listed(root), zone: scope.usesZone ? zoneTable(scope.clock.timezone) : NO_ZONE };
}
