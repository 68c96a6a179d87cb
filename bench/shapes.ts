/** All shapes. Loaded on demand, since loading counts in a cold start. */
import type { Shape } from './shape.ts';

export async function shapeNamed(name: string): Promise<Shape> {
  if (name === 'web') return (await import('./web/shape.ts')).WEB;
  if (name === 'calls') return (await import('./calls/shape.ts')).CALLS;
  if (name === 'old') return (await import('./old/shape.ts')).OLD;
  throw new Error(`There is no shape ${name}: web, calls, old`);
}
