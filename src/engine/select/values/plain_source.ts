/** Finds the values of a plain source: a column, and the index of each row in it. */
import { unreachable } from '../../../base/assert.ts';
import type { PlainSource } from '../../../model/question/expression.ts';
import type { Column } from '../../frame/column.ts';
import type { DatasetView } from '../../frame/dataset.ts';
import { ALL_EVENTS, EVENT_NAME, type Run } from '../../frame/run.ts';

export interface SourceColumn {
  readonly column: Column;
  /** row -> index into the column, past its end = no value; null = the row itself. */
  readonly owner: Uint32Array | null;
}

export function plainColumn(source: PlainSource, run: Run, view: DatasetView): SourceColumn {
  switch (source.of) {
    case 'event':
      return { column: run.column(source.key), owner: null };
    case 'person': {
      const owner = view.rowOwner(run, { kind: 'person' });
      return { column: view.personColumn(source.key), owner };
    }
    case 'group': {
      const owner = view.rowOwner(run, { kind: 'group', type_index: source.type_index });
      return { column: view.groupColumn(source.type_index, source.key), owner };
    }
    case 'metadata':
      if (source.key === 'timestamp') return { column: { kind: 'number', values: run.time_ms }, owner: null };
      if (source.key === 'person_id') {
        return { column: view.personIdColumn(), owner: view.rowOwner(run, { kind: 'person' }) };
      }
      if (source.key === 'distinct_id') return { column: view.distinctColumn(), owner: view.rowDistinct(run) };
      if (run.event === ALL_EVENTS) return { column: run.column(EVENT_NAME), owner: null };
      return {
        column: { kind: 'dictionary', codes: Uint8Array.of(1), values: [null, run.event] },
        owner: ownedByFirst(run),
      };
    case 'session': {
      const owner = view.rowSession(run);
      return { column: view.sessionColumn(source.key), owner };
    }
    default:
      return unreachable(source);
  }
}

/** All rows share one value. */
function ownedByFirst(run: Run): Uint32Array {
  return new Uint32Array(run.rows);
}
