/** Completes arguments of prompts and addresses with real names of the project, as far as the caller may read them. */

import {
  type CompleteRequest,
  type CompleteResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { soughtName } from '../base/letters/caseless.ts';
import { visible } from '../base/visible.ts';
import { ServiceError } from '../model/error.ts';
import { titleOf } from '../model/saved/insight.ts';
import type { Caller, Service } from '../service/contract/context.ts';
import type { Answering } from '../service/contract/operation.ts';
import { call } from '../service/gate/call.ts';
import { describeProject, listInsights, listProjects } from '../service/operations/index.ts';
import { PROMPTS } from './prompts.ts';
import { TEMPLATES } from './resources.ts';
import { helpTopics } from './tools/help.ts';

/** How many completions the protocol allows. */
const VALUES_MAX = 100;

interface Asking {
  readonly service: Service;
  readonly caller: Caller;
  /** Text typed so far. */
  readonly typed: string;
  /** Arguments already filled in. */
  readonly others: Readonly<Record<string, string>>;
}

type Completer = (asking: Asking) => Promise<string[]> | string[];

/** Prompt argument or address variable -> completions. */
const COMPLETERS: Readonly<Record<string, Completer>> = {
  event: eventNames,
  focus: eventNames,
  property: propertyNames,
  value: propertyValues,
  insight: insightNames,
  id: insightIds,
  project_id: projectIds,
  topic: ({ typed }) => helpTopics().filter((topic) => topic.startsWith(typed.toLowerCase())),
};

function isKnown(ref: CompleteRequest['params']['ref']): boolean {
  if (ref.type === 'ref/prompt') return PROMPTS.some(({ name }) => name === ref.name);
  return TEMPLATES.some(({ uriTemplate }) => uriTemplate === ref.uri);
}

/** Completes nothing for unknown arguments, and for names that the caller may not read. */
export async function complete(
  service: Service,
  caller: Caller,
  { ref, argument, context }: CompleteRequest['params'],
): Promise<CompleteResult> {
  if (!isKnown(ref))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such prompt or resource template.');
  const asking = { service, caller, typed: argument.value, others: context?.arguments ?? {} };
  const completer = Object.hasOwn(COMPLETERS, argument.name) ? COMPLETERS[argument.name] : undefined;
  const found = completer === undefined ? [] : await foundOrNothing(() => completer(asking));
  const values = found.map(visible).slice(0, VALUES_MAX);
  return { completion: { values, total: found.length, hasMore: found.length > values.length } };
}

async function foundOrNothing(look: () => Promise<string[]> | string[]): Promise<string[]> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof ServiceError) return [];
    throw error;
  }
}

function use<Out extends z.ZodType>(
  { service, caller, others }: Asking,
  operation: Answering<Out>,
  input: Record<string, unknown>,
): Promise<z.output<Out>> {
  return call(service, caller, operation, input, { project_id: others['project_id'] ?? null, face: 'mcp' });
}

/** Prefix matches come before other matches. */
function ordered(names: readonly string[], typed: string): string[] {
  const begun = soughtName(typed);
  const [first, rest] = [true, false].map((begins) =>
    names.filter((name) => soughtName(name).startsWith(begun) === begins),
  );
  return [...first!, ...rest!];
}

async function eventNames(asking: Asking): Promise<string[]> {
  const input = { section: 'events', search: asking.typed, limit: VALUES_MAX };
  const { events } = await use(asking, describeProject, input);
  return ordered(
    events.map(({ name }) => name),
    asking.typed,
  );
}

/** Uses the summary, which has all names and reads no values. */
async function propertyNames(asking: Asking): Promise<string[]> {
  const { properties } = await use(asking, describeProject, { search: asking.typed, limit: VALUES_MAX });
  return ordered([...new Set(properties.map(({ name }) => name))], asking.typed);
}

async function propertyValues(asking: Asking): Promise<string[]> {
  const { property, event } = asking.others;
  if (property === undefined) return [];
  const asked = { property, search: asking.typed, limit: VALUES_MAX };
  const of_events = { section: 'properties', ...asked, ...(event ? { event } : {}) };
  const [properties, people] = [
    await foundOrNothing(() => valuesIn(asking, of_events)),
    await foundOrNothing(() => valuesIn(asking, { section: 'people', ...asked })),
  ];
  return ordered([...new Set([...properties, ...people])], asking.typed);
}

async function valuesIn(asking: Asking, input: Record<string, unknown>): Promise<string[]> {
  const { properties } = await use(asking, describeProject, input);
  return properties.flatMap(({ top_values }) => top_values.map(({ value }) => value));
}

async function insightNames(asking: Asking): Promise<string[]> {
  const { results } = await use(asking, listInsights, {
    search: asking.typed,
    basic: true,
    limit: VALUES_MAX,
  });
  return results.map((insight) => `${titleOf(insight) ?? 'Insight'} (${insight.short_id})`);
}

/** Matches the id itself, or the name. */
async function insightIds(asking: Asking): Promise<string[]> {
  const { results } = await use(asking, listInsights, { basic: true, limit: VALUES_MAX });
  const typed = soughtName(asking.typed);
  return results
    .filter(({ short_id, name }) => short_id.toLowerCase().startsWith(typed) || soughtName(name ?? '').includes(typed))
    .map(({ short_id }) => short_id);
}

async function projectIds(asking: Asking): Promise<string[]> {
  const { results } = await use(asking, listProjects, {});
  return results.map(({ id }) => String(id)).filter((id) => id.startsWith(asking.typed));
}
