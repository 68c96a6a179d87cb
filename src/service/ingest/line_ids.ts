/**
 * Ids for file lines without one, made of the line's content and of how many equal lines came before it in the same
 * source. So importing a file again adds only what is new, even if it has grown, was compressed or was split
 * differently. Everything imported together counts as one document. The project holds each event as often as the
 * document that repeats it most.
 */
import { Hash64, HashCounts } from '../../base/hash64.ts';
import { canonical } from '../../base/json.ts';
import { UUID_BYTES } from '../../base/uuid.ts';
import type { ImportedLine } from '../../store/types/store.ts';
import { aboutHash, hashBytes, sourceHash } from '../identity/line_about.ts';
import type { ContentHashes } from './content_hash.ts';
import type { EventBatch, FormerIds, OtherItem } from './types.ts';

/** Hash tag of events; other lines have theirs in line_about.ts. */
const EVENT = 1;

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function isSame(one: Int32Array, other: Int32Array, row: number): boolean {
  return one[row * 2] === other[row * 2] && one[row * 2 + 1] === other[row * 2 + 1];
}

/** Ids of one source, while its files are imported. */
export class LineIds {
  readonly #start: Hash64;
  readonly #counts = new HashCounts();

  constructor(source: string) {
    this.#start = sourceHash(source);
  }

  /**
   * Assigns ids to these rows of the batch, in order.
   * @param former gets the ids that earlier versions gave, where they differ
   */
  giveTo(batch: EventBatch, rows: readonly number[], hashes: ContentHashes, former: FormerIds): void {
    const { uuids, time_ms } = batch;
    const view = viewOf(uuids);
    const hash = new Hash64();
    for (const row of rows) {
      writeId(view, row * UUID_BYTES, time_ms[row]!, this.#counted(hash, hashes.hashes, row));
      if (hashes.former === null || isSame(hashes.former, hashes.hashes, row)) continue;
      const uuid = new Uint8Array(UUID_BYTES);
      writeId(viewOf(uuid), 0, time_ms[row]!, this.#counted(hash, hashes.former, row));
      former.set(row, uuid);
    }
  }

  /** The hash of that row's content, and of how many equal ones came before. */
  #counted(hash: Hash64, hashes: Int32Array, row: number): Hash64 {
    const { a, b } = this.#start;
    hash
      .seed(a, b)
      .word(EVENT)
      .word(hashes[row * 2]!)
      .word(hashes[row * 2 + 1]!)
      .end();
    const nth = this.#counts.count(hash.a, hash.b);
    return nth > 1 ? hash.word(nth).end() : hash;
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
