/** Reads segments of format 5 and older, which hold one event and month each, every column in a blob. */
import { monthStart } from '../../base/time.ts';
import type { Column } from '../frame/column.ts';
import { plainColumn } from '../wasm/decoded.ts';
import type { Arrivals } from './arrivals.ts';
import { corrupted, decodeFrame, frameCrc, KIND, parseJsonBytes } from './codec.ts';
import { codesOf, decodeDistinct, decodeOffsets, numbersOf, sectionBytes, valuesIn } from './column_codec.ts';
import { decodeUuids } from './uuid_codec.ts';

interface ColumnInfo {
  readonly name: string;
  /** null = not a property. */
  readonly property: string | null;
  readonly kind: string;
  readonly crc: number;
}

interface Header {
  readonly event_ord: number;
  readonly month: number;
  readonly rows: number;
  readonly columns: readonly ColumnInfo[];
}

/** @throws ServiceError data_corrupted, here and from every column */
export function openOutdatedSegment(header: Uint8Array, read: (name: string) => Uint8Array | undefined): Arrivals {
  const { event_ord, month, rows, columns } = headerOf(header);
  const byProperty = new Map<string, ColumnInfo>();
  for (const info of columns) if (info.property !== null) byProperty.set(info.property, info);
  const blob = ({ name, crc }: ColumnInfo): Uint8Array => {
    const bytes = read(name);
    if (bytes === undefined) throw corrupted(`column ${name} is missing`);
    if (frameCrc(bytes) !== crc) throw corrupted(`column ${name} is not the one that was sealed`);
    return bytes;
  };
  const fixed = (kind: string): Uint8Array => {
    const info = columns.find((column) => column.kind === kind);
    if (info === undefined) throw corrupted(`no column ${kind}`);
    return blob(info);
  };
  const start_ms = monthStart(month);
  const timeMs = (): Float64Array => Float64Array.from(decodeOffsets(fixed('time'), rows), (ms) => start_ms + ms);
  return {
    rows,
    properties: [...byProperty.keys()],
    eventOrd: () => new Uint32Array(rows).fill(event_ord),
    distinct: () => decodeDistinct(fixed('distinct'), rows),
    timeMs,
    uuids: () => decodeUuids(fixed('uuid'), rows, timeMs),
    column(property) {
      const info = byProperty.get(property);
      return info === undefined ? null : decodeColumn(blob(info), rows);
    },
  };
}

function headerOf(bytes: Uint8Array): Header {
  const text = decodeFrame(bytes, [KIND.header]).sections[0]?.bytes;
  if (text === undefined) throw corrupted('incomplete header');
  return parseJsonBytes(text) as Header;
}

/** Codes and values are in one frame. */
function decodeColumn(bytes: Uint8Array, rows: number): Column {
  const frame = decodeFrame(bytes, [KIND.dictionary, KIND.number]);
  if (frame.rows !== rows) throw corrupted('wrong row count');
  if (frame.kind === KIND.number) return plainColumn(numbersOf(frame));
  const values = valuesIn(parseJsonBytes(sectionBytes(frame, 1)));
  return { kind: 'dictionary', codes: codesOf(frame, values.length), values };
}
