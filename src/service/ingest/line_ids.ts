/**
 * Ids for file lines without one, made of the line's content and of how many equal lines came before it in the same
 * source. So importing a file again adds only what is new, even if it has grown, was compressed or was split
 * differently. Everything imported together counts as one document. The project holds each event as often as the
 * document that repeats it most.
 */
import { Hash64, HashCounts } from '../../base/hash64.ts';
import { canonical } from '../../base/json.ts';
import type { ImportedLine } from '../../store/types/store.ts';
import { aboutHash, hashBytes, sourceHash } from '../identity/line_about.ts';
import type { EventBatch, OtherItem } from './types.ts';

const UUID_BYTES = 16;
/** Hash tag of events; other lines have theirs in line_about.ts. */
const EVENT = 1;

/** Ids of one source, while its files are imported. */
export class LineIds {
  readonly #start: Hash64;
  readonly #counts = new HashCounts();

  constructor(source: string) {
    this.#start = sourceHash(source);
  }

  /**
   * Assigns ids to these rows of the batch, in order.
   * @param hashes 2 * row -> content hash, see `contentHashes`
   */
  giveTo(batch: EventBatch, rows: readonly number[], hashes: Int32Array): void {
    const { uuids, time_ms } = batch;
    const view = new DataView(uuids.buffer, uuids.byteOffset, uuids.byteLength);
    const { a, b } = this.#start;
    const hash = new Hash64();
    for (const row of rows) {
      hash
        .seed(a, b)
        .word(EVENT)
        .word(hashes[row * 2]!)
        .word(hashes[row * 2 + 1]!)
        .end();
      const nth = this.#counts.count(hash.a, hash.b);
      if (nth > 1) hash.word(nth).end();
      writeId(view, row * UUID_BYTES, time_ms[row]!, hash);
    }
  }

  /** Identifies a line about a person or a group. */
  of(item: OtherItem): ImportedLine {
    const [about, content] = told(item);
    const hash = aboutHash(this.#start, about);
    const nth = this.#counts.count(hash.a, hash.b);
    const { a, b } = this.#start;
    return { about: hashBytes(hash), nth, content: hashBytes(new Hash64().seed(a, b).text(canonical(content)).end()) };
  }
}

/** Whom or what a line is about, and what it says. */
function told(item: OtherItem): readonly [about: readonly string[], content: object] {
  switch (item.kind) {
    case 'person':
      return [['person', item.person.distinct_ids[0]!], item.person];
    case 'group':
      return [['group', item.group.group_type, item.group.group_key], item.group];
    case 'group_type':
      return [['group_type', item.group_type.group_type], item.group_type];
  }
}

/**
 * Time, then 56 bits of the hash. As in UUID version 7, the time comes first, where it compresses to nothing beside the
 * event's own. The hash only separates events of one name in the same millisecond; each further byte would cost one on
 * disk.
 */
function writeId(uuids: DataView, at: number, time_ms: number, { a, b }: Hash64): void {
  uuids.setUint32(at, Math.floor(time_ms / 65_536));
  uuids.setUint16(at + 4, time_ms % 65_536);
  // UUID version 8, and the tag of this layout.
  uuids.setUint16(at + 6, 0x8000);
  uuids.setUint32(at + 8, 0x8000_0000 + (b >>> 8));
  uuids.setUint32(at + 12, a);
}
