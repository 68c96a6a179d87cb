/** Cached counts of the most frequent values of properties. */

import type { ValueCount } from '../../model/question/values.ts';
import type { Column } from '../frame/column.ts';
import type { WantedValues } from '../frame/dataset.ts';
import { type Room, Shelf } from './budget.ts';
import type { CodedValues } from './coded_values.ts';
import type { ProjectRows } from './project_rows.ts';
import { hasText, tableOf, topValues } from './top_values.ts';

interface Kept {
  readonly version: number;
  readonly table: CodedValues;
}

export class KeptValues {
  readonly #rows: ProjectRows;
  readonly #checkpoint: () => void;
  readonly #tables: Shelf<Kept>;

  constructor(rows: ProjectRows, budget: Room, checkpoint: () => void) {
    this.#rows = rows;
    this.#checkpoint = checkpoint;
    this.#tables = new Shelf(budget, ({ table }) => table.bytes);
  }

  /** `event`: null = all. Counts of sealed rows stay valid until the next sealing. */
  ofEvents(event: string | null, property: string, wanted: WantedValues): ValueCount[] {
    const name = JSON.stringify([event, property]);
    const table = this.#table(name, this.#rows.epoch, () => this.#sealed(event, property));
    return topValues(table, this.#tail(event, property), wanted);
  }

  /** Whether any of these events has a value. */
  isOnEvents(event: string | null, property: string): boolean {
    const isAny = (columns: Iterable<Column | null>) => {
      for (const column of columns) if (column !== null && hasText(column)) return true;
      return false;
    };
    return isAny(this.#tail(event, property)) || this.#rows.inPassing(() => isAny(this.#sealed(event, property)));
  }

  /** `version` must change whenever the column does. */
  ofPersons(property: string, column: () => Column, wanted: WantedValues, version: number): ValueCount[] {
    const table = this.#table(JSON.stringify([property]), version, () => [column()]);
    return topValues(table, [], wanted);
  }

  #table(name: string, version: number, columns: () => Iterable<Column | null>): CodedValues {
    const kept = this.#tables.get(name);
    if (kept?.version === version) return kept.table;
    const table = this.#rows.inPassing(() => tableOf([...columns()]));
    return this.#tables.put(name, { version, table }).table;
  }

  *#sealed(event: string | null, property: string): Iterable<Column | null> {
    if (event === null) {
      for (const segment of this.#rows.segments().values()) {
        this.#checkpoint();
        yield segment.column(property);
      }
      return;
    }
    for (const ord of this.#rows.ordsOf([event])) {
      for (const { partition } of this.#rows.partitionsOf(ord)) yield partition.column(property);
    }
  }

  *#tail(event: string | null, property: string): Iterable<Column | null> {
    for (const ord of this.#rows.ordsOf(event === null ? null : [event])) {
      yield this.#rows.tails().get(ord)?.column(property) ?? null;
    }
  }
}
