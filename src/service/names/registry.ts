/**
 * What a schema takes besides the fields it publishes, and what lies inside fields that code reads. A registry, because it
 * belongs to the schema but is neither checked nor published: it only tells a name nobody knows from one that is taken.
 */
import { z } from 'zod';

interface Known {
  /** Taken, though not published: name -> what it holds. */
  readonly also?: Readonly<Record<string, z.ZodType>>;
  /** Of no influence on an answer. */
  readonly passed_over?: readonly string[];
  /** Of a field that code reads: what this value holds; null where any name is right. */
  readonly holds?: (value: unknown) => z.ZodType | null;
  /** Whether any other name is passed over as well. */
  readonly open?: boolean;
}

const known = new WeakMap<z.ZodType, Known>();

/** Returns the schema. */
export function know<T extends z.ZodType>(schema: T, more: Known): T {
  known.set(schema, more);
  return schema;
}

export function knownOf(schema: z.ZodType): Known {
  return known.get(schema) ?? {};
}

export const ANYTHING = z.unknown();

/** An object that has these members, each of anything. */
export function members(...names: readonly string[]): z.ZodObject {
  return z.looseObject(Object.fromEntries(names.map((name) => [name, ANYTHING])));
}

/** What it holds depends on the value. */
export function dynamic(holds: (value: unknown) => z.ZodType | null): z.ZodType {
  return know(z.unknown(), { holds });
}
