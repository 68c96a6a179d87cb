/** Columns of numbers as codes, for counts that are kept by code. */
import type { Codes, Column, Value, Values } from '../../frame/column.ts';

/** A dictionary column with the same values. */
export function coded(column: Column): { codes: Codes; values: Values } {
  if (column.kind === 'dictionary') return column;
  const values: Value[] = [null];
  const code_of = new Map<number, number>();
  const codes = Uint32Array.from(column.values, (value) => {
    if (Number.isNaN(value)) return 0;
    let code = code_of.get(value);
    if (code === undefined) {
      code = values.length;
      values.push(value);
      code_of.set(value, code);
    }
    return code;
  });
  return { codes, values };
}
