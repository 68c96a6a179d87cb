/** Numbers of saved things. */
import { z } from 'zod';

/** In a path, the number comes as text. */
export function numberId(description: string) {
  return z
    .preprocess(
      (value) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value),
      z.int().min(1),
    )
    .describe(description);
}
