/**
 * Pages of a SQLite file, read only to tell which of their bytes are unused: SQLite leaves deleted or moved data there.
 * The format is documented at https://sqlite.org/fileformat2.html.
 */

/** What a page holds, as the file's pointer map says. */
export const PAGE = { root: 1, free: 2, firstOverflow: 3, overflow: 4, tree: 5 } as const;

const INTERIOR_INDEX = 2;
const INTERIOR_TABLE = 5;
const LEAF_INDEX = 10;
const LEAF_TABLE = 13;
const KINDS: readonly number[] = [INTERIOR_INDEX, INTERIOR_TABLE, LEAF_INDEX, LEAF_TABLE];

/** Bytes before the tree of the first page. */
export const FILE_HEADER_BYTES = 100;
const CELL_BYTES_MIN = 4;
const FREE_BLOCK_HEADER_BYTES = 4;
const NEXT_BYTES = 4;
/** Where a trunk page of the free list has the number of pages it lists, and where its list begins. */
const TRUNK_COUNT_AT = 4;
const TRUNK_PAGES_AT = 8;

/** A record in a page of a tree. */
interface Cell {
  readonly at: number;
  readonly bytes: number;
  /** First overflow page, and how many bytes are in overflow pages. null if all fits into the tree. */
  readonly overflow: { readonly page: number; readonly bytes: number } | null;
}

/** The page does not make sense: the file is damaged. */
export class UnreadablePage extends Error {}

/** The page with zeros for unused bytes. `head_bytes`: before the tree. `usable`: bytes of a page minus reserved ones. */
export function cleanTree(page: Buffer, head_bytes: number, usable: number): Buffer {
  const clean = Buffer.alloc(page.length);
  const keep = (from: number, bytes: number): void => {
    if (from + bytes > usable) throw new UnreadablePage();
    page.copy(clean, from, from, from + bytes);
  };
  page.copy(clean, usable, usable);
  keep(0, cellsAt(page, head_bytes) + 2 * page.readUInt16BE(head_bytes + 3));
  let free = page.readUInt16BE(head_bytes + 1);
  for (let blocks = 0; free !== 0; blocks++) {
    if (blocks > usable / FREE_BLOCK_HEADER_BYTES) throw new UnreadablePage();
    keep(free, FREE_BLOCK_HEADER_BYTES);
    free = page.readUInt16BE(free);
  }
  for (const { at, bytes } of cellsOf(page, head_bytes, usable)) keep(at, bytes);
  return clean;
}

/** The last overflow page of a record, with zeros after its `used` bytes. */
export function cleanOverflow(page: Buffer, used: number, usable: number): Buffer {
  if (used < 0 || NEXT_BYTES + used > usable) throw new UnreadablePage();
  return Buffer.from(page).fill(0, NEXT_BYTES + used, usable);
}

export function nextOverflow(page: Buffer): number {
  return page.readUInt32BE(0);
}

/** A trunk page, which lists free pages, with zeros after the list. */
export function cleanTrunk(page: Buffer): Buffer {
  const end = TRUNK_PAGES_AT + 4 * page.readUInt32BE(TRUNK_COUNT_AT);
  if (end > page.length) throw new UnreadablePage();
  return Buffer.from(page).fill(0, end);
}

/** How many bytes the last page holds of the overflow that begins at `first` and has `pages` pages. */
export function lastBytes(
  owner: Buffer,
  head_bytes: number,
  usable: number,
  { first, pages }: { readonly first: number; readonly pages: number },
): number {
  const { overflow } = cellsOf(owner, head_bytes, usable).find((cell) => cell.overflow?.page === first) ?? {};
  if (!overflow) throw new UnreadablePage();
  return overflow.bytes - (pages - 1) * (usable - NEXT_BYTES);
}

function cellsAt(page: Buffer, head_bytes: number): number {
  const kind = page[head_bytes]!;
  if (!KINDS.includes(kind)) throw new UnreadablePage();
  return head_bytes + (isLeaf(kind) ? 8 : 12);
}

function isLeaf(kind: number): boolean {
  return kind === LEAF_INDEX || kind === LEAF_TABLE;
}

function cellsOf(page: Buffer, head_bytes: number, usable: number): Cell[] {
  const kind = page[head_bytes]!;
  const pointers = cellsAt(page, head_bytes);
  const count = page.readUInt16BE(head_bytes + 3);
  if (pointers + 2 * count > usable) throw new UnreadablePage();
  return Array.from({ length: count }, (_, nth) => {
    const at = page.readUInt16BE(pointers + 2 * nth);
    if (at < pointers || at + CELL_BYTES_MIN > usable) throw new UnreadablePage();
    return cellAt(page, at, kind, usable);
  });
}

function cellAt(page: Buffer, at: number, kind: number, usable: number): Cell {
  let end = isLeaf(kind) ? at : at + 4; // the page below
  const number = (): number => {
    const [value, next] = varint(page, end);
    end = next;
    return value;
  };
  if (kind === INTERIOR_TABLE) {
    number();
    return { at, bytes: end - at, overflow: null };
  }
  const payload = number();
  if (kind === LEAF_TABLE) number();
  const local = localBytes(payload, kind, usable);
  end += local;
  if (local === payload) return { at, bytes: Math.max(CELL_BYTES_MIN, end - at), overflow: null };
  if (end + 4 > usable) throw new UnreadablePage();
  return { at, bytes: end + 4 - at, overflow: { page: page.readUInt32BE(end), bytes: payload - local } };
}

/** How many bytes of a record are in the tree itself. */
function localBytes(payload: number, kind: number, usable: number): number {
  const most = kind === LEAF_TABLE ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
  if (payload <= most) return payload;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const rest = least + ((payload - least) % (usable - NEXT_BYTES));
  return rest <= most ? rest : least;
}

/** Value, and where it ends. Seven bits a byte, highest first; the ninth byte has eight. */
function varint(page: Buffer, from: number): [value: number, end: number] {
  let value = 0;
  for (let nth = 0; nth < 8; nth++) {
    const byte = page[from + nth]!;
    value = value * 128 + (byte & 127);
    if (byte < 128) return [value, from + nth + 1];
  }
  return [value * 256 + page[from + 8]!, from + 9];
}
