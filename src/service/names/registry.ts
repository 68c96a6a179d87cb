/**
 * Names that a schema accepts besides its published fields, and what fields contain that code reads. They are in a
 * registry because they are neither validated nor published: they only tell unknown names from accepted ones.
 */
import { z } from 'zod';

interface Known {
  /** Names accepted but not published -> what they hold. */
  readonly also?: Readonly<Record<string, z.ZodType>>;
  /** Names that do not affect an answer. */
  readonly passed_over?: readonly string[];
  /** For a field that code reads: the schema of this value; null if any name is right. */
  readonly holds?: (value: unknown) => z.ZodType | null;
  /** Whether all other names are ignored as well. */
  readonly open?: boolean;
}

const known = new WeakMap<z.core.$ZodType, Known>();

/** Registers `more`. Returns the schema. */
export function know<T extends z.ZodType>(schema: T, more: Known): T {
  known.set(schema, more);
  return schema;
}

export function knownOf(schema: z.core.$ZodType): Known {
  return known.get(schema) ?? {};
}

export const ANYTHING = z.unknown();

/** An object with these members of any type. */
export function members(...names: readonly string[]): z.ZodObject {
  return z.looseObject(Object.fromEntries(names.map((name) => [name, ANYTHING])));
}

/** A schema that depends on the value. */
export function dynamic(holds: (value: unknown) => z.ZodType | null): z.ZodType {
  return know(z.unknown(), { holds });
}
