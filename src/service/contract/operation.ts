/**
 * An operation is written once: name, text, routes, scope, schemas, handler. REST route, MCP tool, OpenAPI entry and
 * scope table are derived from it.
 */
import type { z } from 'zod';
import { nearestNames } from '../../base/nearest.ts';
import type { Unread } from '../../base/written.ts';
import type { Chart } from '../../model/question/chart.ts';
import type { Scope } from '../../model/scope.ts';
import type { Context, ProjectContext } from './context.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A REST route. `path` is below /api/projects/:project_id for operations in a project, else below /api. */
export interface Route {
  readonly method: Method;
  /** For example `/insights/:id/`; `:key` names a member of the operation's input. */
  readonly path: string;
  /** The default is 200. */
  readonly status?: number;
  /** Operation output -> REST body. The default is the output itself. */
  present?(output: unknown): unknown;
  /** What `present` returns, for the description of the interface. */
  readonly presented?: z.ZodType;
  /** Whether to answer `?format=csv` (needs the operation's `table`). */
  readonly csv?: boolean;
  /** If the body may also be a JSON array: the input member that gets it. */
  readonly list_as?: string;
}

/** What a call does, for MCP annotations and idempotency. `act`: it does something but stores nothing. */
export type Effect = 'read' | 'act' | 'create' | 'update' | 'destroy';

/** A table for `format=csv`. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
}

/** A handler's output. Long members may be JSON text already; `call` parses it for readers of the object. */
type Handled<Out extends z.ZodType> = Unread<z.output<Out>>;

type Handling<T> = T | StoringStep<T> | Promise<T | StoringStep<T>>;

/** For handlers that wait before they store, or after: `store` runs in one transaction with the audit entry. */
export class StoringStep<T> {
  readonly store: () => Stored<T>;

  constructor(store: () => Stored<T>) {
    this.store = store;
  }
}

interface Stored<T> {
  /** Of what was stored. */
  readonly id: number;
  /** Called after the transaction. */
  answer(): T | Promise<T>;
}

interface Shared<In extends z.ZodObject, Out extends z.ZodType> {
  /** snake_case; also the name of the tool and the OpenAPI operationId. */
  readonly name: string;
  readonly title: string;
  /** For people and models; a test bounds its length. */
  readonly description: string;
  readonly routes: readonly Route[];
  /** Whether it is listed as MCP tool. */
  readonly tool: boolean;
  /** null means that any valid key will do. */
  readonly scope: Scope | null;
  readonly effect: Effect;
  /** One flat object for both faces, without `project_id`. */
  readonly input: In;
  readonly output: Out;
  /** A few lines that a model can use as they are. They must contain the numbers that matter. */
  text(output: z.output<Out>): string;
  table?(output: z.output<Out>): Table;
  /** The answer as a chart; null if there is nothing to draw. `asked`: the input, with which the chart asks again. */
  chart?(output: z.output<Out>, asked: Readonly<Record<string, unknown>>): Chart | null;
  /** Whether holders of a sharing link may call it. The handler then shows only what the link opens. */
  readonly shareable?: boolean;
  /** false if it stores something but is not audited. */
  readonly audited?: boolean;
  /** Whether a handler that stores returns a promise. If not, it runs in one transaction. */
  readonly waits?: boolean;
  /** Whether an Idempotency-Key makes retries safe. If so, the handler must be synchronous. */
  readonly repeatable?: boolean;
}

export interface ProjectOperation<In extends z.ZodObject = z.ZodObject, Out extends z.ZodType = z.ZodType>
  extends Shared<In, Out> {
  readonly in_project: true;
  /**
   * Throws `not_found` if the raw input names an object that does not exist, so that this comes before errors in the
   * body. May only read members in a route's path.
   */
  locate?(context: ProjectContext, input: Readonly<Record<string, unknown>>): void;
  handle(context: ProjectContext, input: z.output<In>): Handling<Handled<Out>>;
}

export interface GlobalOperation<In extends z.ZodObject = z.ZodObject, Out extends z.ZodType = z.ZodType>
  extends Shared<In, Out> {
  readonly in_project: false;
  handle(context: Context, input: z.output<In>): Handling<Handled<Out>>;
}

/** Type of the table's elements. Schema types are erased; `call` parses input before it passes it on. */
export type Operation = ProjectOperation | GlobalOperation;

/** An operation with a typed answer, for callers that read it. */
export type Answering<Out extends z.ZodType> = Operation & { readonly output: Out };

export function operation<In extends z.ZodObject, Out extends z.ZodType>(
  values: Omit<ProjectOperation<In, Out>, 'in_project'>,
): Answering<Out> {
  return { ...values, in_project: true };
}

export function globalOperation<In extends z.ZodObject, Out extends z.ZodType>(
  values: Omit<GlobalOperation<In, Out>, 'in_project'>,
): Answering<Out> {
  return { ...values, in_project: false };
}

/** Whether the input has all members of a route's path. If not, report that instead of `not_found`. */
export function isNamed({ routes }: Operation, input: Readonly<Record<string, unknown>>): boolean {
  return routes.some((route) => membersInPath(route).every((member) => (input[member] ?? null) !== null));
}

/** Input members that are part of the route's path. */
export function membersInPath({ path }: Route): string[] {
  return Array.from(path.matchAll(/:(\w+)/g), ([, member]) => member!);
}

export function isStoring({ effect }: Operation): boolean {
  return effect !== 'read' && effect !== 'act';
}

/** Unknown names -> the nearest name in the operation's input, or null. */
export function unknownMembers({ input }: Operation, names: readonly string[]): Map<string, string | null> {
  const known = Object.keys(input.shape);
  const unknown = names.filter((name) => !known.includes(name));
  return new Map(unknown.map((name) => [name, nearestNames(name, known)[0] ?? null]));
}
