/** Says why an answer is empty, from what the computation found and from when the project has events at all. */
import { isObject } from '../../base/json.ts';
import { meantText, nearText, thereText } from '../../base/nearest.ts';
import { quoted } from '../../base/visible.ts';
import { isSent } from '../../model/fields.ts';
import type { TimeRange } from '../../model/question/query.ts';
import { FORMULAS } from '../../model/question/trend.ts';
import { textLiteral } from '../../sql/grammar/literal.ts';
import type { EventDefinition } from '../../store/types/store.ts';
import type { ProjectContext } from '../contract/context.ts';
import { type Span, spanOf } from '../names/data_span.ts';
import { testAccountKeys } from '../names/properties.ts';
import { conditionText } from '../nothing/condition.ts';
import type { Reason, WantedValue } from '../nothing/reasons.ts';
import { settingOf } from '../resolve/filters/setting.ts';
import { testAccountFilter } from '../resolve/question.ts';
import { spanWords } from '../sentences/durations.ts';
import { expressionPath, isOwned } from '../words/expression_path.ts';
import { isoWithOffset } from '../words/labels.ts';
import { listed } from '../words/lists.ts';
import { see } from '../words/operation_names.ts';
import { unknownValueText } from './unknown_values.ts';

interface Asked {
  readonly range: TimeRange;
  /** The question as sent. */
  readonly filters: Readonly<Record<string, unknown>>;
}

export function reasonTexts(context: ProjectContext, reasons: readonly Reason[], { range, filters }: Asked): string[] {
  if (reasons.length === 0) return [];
  const { keys: own, conditions } = testAccounts(context, filters);
  const events = context.service.store.definitions.events(context.project.id);
  const all = spanOf(events);
  if (all === null) return [];
  if (isOutside(all, range)) {
    return [`The range lies outside the data: the project has events ${spanText(context, all)}.`];
  }
  return [
    ...new Set(
      reasons
        .filter((reason) => !own.includes(keyOf(reason)))
        .flatMap((reason) =>
          reason.kind === 'zero' ? zeroText(filters) : reasonText(context, reason, { events, filters, conditions }),
        ),
    ),
  ];
}

/**
 * The project's own filters are no part of the question, and whoever reads its answer may not know them: their values may
 * well not occur, and their conditions are not named.
 */
function testAccounts(context: ProjectContext, filters: Asked['filters']) {
  if (filters['filter_test_accounts'] !== true) return { keys: [], conditions: [] };
  const where = testAccountFilter(context, settingOf(context));
  const parts = where.kind === 'and' ? [where, ...where.of] : [where];
  return { keys: testAccountKeys(context), conditions: parts.map(conditionText) };
}

/** Of reasons that say that a value does not occur; '' for others. */
function keyOf(reason: Reason): string {
  return reason.kind === 'idle' ? reason.key : reason.kind === 'value' ? reason.source.key : '';
}

interface Known extends Pick<Asked, 'filters'> {
  /** Texts of what holds for all but test accounts. */
  readonly conditions: readonly string[];
  readonly events: readonly EventDefinition[];
}

type Told = Exclude<Reason, { kind: 'zero' }>;

function reasonText(context: ProjectContext, reason: Told, { events, filters, conditions }: Known): string[] {
  const what = reason.name === null ? 'event' : quoted(reason.name);
  const condition = reason.kind === 'condition' ? reason.text : reason.kind === 'nobody' ? reason.cohort : '';
  if (conditions.includes(condition)) return [`Each ${what} of the range is of a test account. ${COUNTED}`];
  switch (reason.kind) {
    case 'absent': {
      const named = events.filter(({ name }) => reason.events.includes(null) || reason.events.includes(name));
      const span = spanOf(named);
      // A name that was never received gets another warning, with the nearest names.
      return span === null ? [] : [`No ${what} lies in the range: there are some ${spanText(context, span)}.`];
    }
    case 'condition': {
      const { near, values, text, item } = reason;
      const there = values.length === 0 ? '' : thereText(values.map((value) => quoted(value)));
      const help = itemText(item) || meantText(near) || there;
      return [`No ${what} of the range passes the filter ${text}. ${help}`.trim()];
    }
    case 'idle':
      return [`The filter that leaves out ${reason.text} leaves out nothing. ${meantText(reason.near)}`];
    case 'nobody':
      return [`Nobody is in ${reason.cohort}.`];
    case 'together':
      return [`Some ${what} of the range passes each of the filters, but none passes all of them together.`];
    case 'valueless':
      return [
        `No ${what} of the range has ${quoted(reason.key)}. ${see('list_property_definitions')} lists what an event has.`,
      ];
    case 'numberless':
      return [`${quoted(reason.key)} is a number in no ${what} of the range, and other values do not count.`];
    case 'unsplit':
      return [unsplitText(reason, filters)];
    case 'apart':
      return [apartText(reason)];
    case 'point': {
      // Steps of a path are URLs or event names, so both are suggested.
      const near = nearText(reason.point, [...reason.near, ...events.map(({ name }) => name)]);
      const help = near || 'Without it, the answer shows the steps there are.';
      return [`No path comes by the step ${quoted(reason.point)}. ${help}`];
    }
    case 'left_out': {
      const names = events.map(({ name }) => name);
      if (names.includes(reason.step)) return [];
      const near = nearText(reason.step, [...reason.near, ...names]);
      return [`No path comes by the step ${quoted(reason.step)}, so nothing is left out. ${near}`.trim()];
    }
    case 'value':
      return [unknownValueText(reason.source, reason.text, meantText(reason.near))];
    case 'step': {
      const { place, before, window_ms } = reason;
      // Steps without an order have no step before them: the numbers are of those who did so many.
      const missed =
        filters['funnel_order_type'] === 'unordered'
          ? `did ${place} of the steps within ${spanWords(window_ms)}`
          : `did it as the order asks after ${quoted(before)} and within ${spanWords(window_ms)} of the first step`;
      return [`Step ${place} ${what} happened in the range, but nobody ${missed}.`];
    }
  }
}

const COUNTED = 'Without "filter_test_accounts" they count.';

/** Filters compare a list as a whole; what it holds is looked for by an expression. */
function itemText(item: WantedValue | null): string {
  if (item === null || !isOwned(item.source)) return '';
  const sent = { type: 'hogql', key: `has(${expressionPath(item.source)}, ${textLiteral(item.value)})` };
  return `Values of ${quoted(item.source.key)} are lists, and ${JSON.stringify(sent)} finds those that hold it.`;
}

/** Arguments by which other numbers are made of events than how many there are or whose. */
const MAKING: readonly string[] = [
  ...FORMULAS,
  ...['math', 'math_group_type_index', 'aggregation_group_type', 'aggregation_group_type_index'],
  ...['funnel_aggregate_by_hogql', 'retention_type', 'sampling_factor'],
];
/** With these values they count events and people. */
const PLAIN: readonly unknown[] = ['total', 'retention_recurring', 0, 1];

function zeroText(filters: Asked['filters']): string {
  const { events, actions, target_entity, returning_entity } = filters;
  const lines = [events, actions, target_entity, returning_entity].flat().filter(isObject);
  const sent = MAKING.filter((name) =>
    [filters, ...lines].some((one) => isSent(one[name]) && !PLAIN.includes(one[name])),
  );
  const help =
    sent.length === 0 ? '' : ` Without ${listed(sent.map((name) => JSON.stringify(name)))} the answer counts them.`;
  return `Events match, but the numbers made of them are 0.${help}`;
}

function unsplitText(
  { key, steps }: Extract<Reason, { kind: 'unsplit' }>,
  { breakdown_attribution_type: type }: Asked['filters'],
): string {
  const having = steps.map(({ place, name }) => `step ${place} ${quoted(name)}`);
  const whose = type === 'all_events' ? 'all steps' : 'the step that it is taken from';
  const send = `"breakdown_attribution_type":"step","breakdown_attribution_value":${steps[0]!.place - 1}`;
  return `Nobody has ${quoted(key)} at ${whose}, so all are together; events of ${listed(having)} have it: send ${send}, or "breakdown_attribution_type":"first_touch".`;
}

function apartText({ start, end }: Extract<Reason, { kind: 'apart' }>): string {
  const [from, to] = [start, end].map((point) => (point === null ? null : quoted(point)));
  if (from && to) return `The steps ${from} and ${to} occur, but no session goes from one to the other.`;
  if (from) return `The step ${from} occurs, but no session goes on from it.`;
  if (to) return `The step ${to} occurs, but no session leads to it.`;
  return 'There are steps, but no session goes from one to a different one.';
}

function isOutside({ first_seen_ms, last_seen_ms }: Span, { from_ms, until_ms }: TimeRange): boolean {
  return last_seen_ms < from_ms || first_seen_ms >= until_ms;
}

function spanText({ project }: ProjectContext, { first_seen_ms, last_seen_ms }: Span): string {
  return `from ${isoWithOffset(project.timezone, first_seen_ms)} to ${isoWithOffset(project.timezone, last_seen_ms)}`;
}
