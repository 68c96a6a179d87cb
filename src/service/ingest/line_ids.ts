/**
 * Lines of files that bring no id are known again by what they say, and by how many equal ones came before them in the
 * same source: so a file that has grown, was packed, or was split in another way adds only what is new. All that is
 * imported at a time counts as one document; the project holds each event as often as the document that has it most often.
 */
import { Hash64, HashCounts } from '../../base/hash64.ts';
import { canonical } from '../../base/json.ts';
import type { ImportedLine } from '../../store/types/store.ts';
import type { EventBatch, OtherItem } from './types.ts';

const UUID_BYTES = 16;
/** What is counted: a project's source tells of events and of others under the same number otherwise. */
const EVENT = 1;
const OTHER = 2;

/** Of one source, for as long as its files are imported. */
export class LineIds {
  readonly #start: Hash64;
  readonly #counts = new HashCounts();

  constructor(source: string) {
    this.#start = new Hash64().text(source).end();
  }

  /**
   * Gives these rows of the batch their ids, in order.
   * @param hashes 2 * row -> what the row says, see `contentHashes`
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

  /** A line that says how a person or a group is. */
  of(item: OtherItem): ImportedLine {
    const [about, content] =
      item.kind === 'person'
        ? [['person', item.person.distinct_ids[0]], item.person]
        : [['group', item.group.group_type, item.group.group_key], item.group];
    const hash = this.#hash().word(OTHER).text(canonical(about)).end();
    const nth = this.#counts.count(hash.a, hash.b);
    return { about: bytesOf(hash), nth, content: bytesOf(this.#hash().text(canonical(content)).end()) };
  }

  #hash(): Hash64 {
    return new Hash64().seed(this.#start.a, this.#start.b);
  }
}

/**
 * The time, and 56 bits of the hash. The time comes first, as in ids of version 7: it takes no room beside the event's
 * own. The rest tells events of one name at the very same millisecond apart; each byte more costs one on the disk.
 */
function writeId(uuids: DataView, at: number, time_ms: number, { a, b }: Hash64): void {
  uuids.setUint32(at, Math.floor(time_ms / 65_536));
  uuids.setUint16(at + 4, time_ms % 65_536);
  // Version 8, and the mark of its layout.
  uuids.setUint16(at + 6, 0x8000);
  uuids.setUint32(at + 8, 0x8000_0000 + (b >>> 8));
  uuids.setUint32(at + 12, a);
}

function bytesOf({ a, b }: Hash64): Uint8Array {
  return new Uint8Array(Int32Array.of(a, b).buffer);
}
