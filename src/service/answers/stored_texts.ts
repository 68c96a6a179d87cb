/**
 * Stores long texts in pieces, because a large write or delete blocks everybody. Piece keys contain the text's creation
 * time, so pieces of two texts never mix. The text's record says how many pieces it has.
 */
import { setImmediate } from 'node:timers/promises';
import { TUNING } from '../../model/tuning.ts';
import type { Store } from '../../store/types/store.ts';
import { writeIfFree } from '../data/writing.ts';

export interface StoredText {
  readonly made_at_ms: number;
  readonly pieces: number;
}

interface ResultKey {
  readonly project_id: number;
  readonly key: string;
}

export interface MadeText {
  readonly bytes: Uint8Array;
  readonly made_at_ms: number;
  /** The project's erasure count before the text was made. If it has changed, the text may contain erased data. */
  readonly erasures: number;
  readonly before: StoredText | null;
}

/** The last piece's transaction also calls `tell`, which records the text, and deletes the old text's first piece. */
export async function storeText(
  store: Store,
  of: ResultKey,
  { bytes, made_at_ms, erasures, before }: MadeText,
  tell: (text: StoredText) => void,
): Promise<void> {
  const size = TUNING.stored_piece_bytes;
  const text = { made_at_ms, pieces: Math.max(1, Math.ceil(bytes.length / size)) };
  const put = (nth: number): void => {
    const piece = bytes.subarray(nth * size, (nth + 1) * size);
    store.results.putBytes(of.project_id, keyOf(of, made_at_ms, nth), piece, made_at_ms);
  };
  /** Returns whether it was written. Writes nothing if anything was erased since. */
  const write = (run: () => void): boolean => {
    let isCurrent = false;
    const is_written = writeIfFree(store, () => {
      isCurrent = store.events.erasures(of.project_id) === erasures;
      if (isCurrent) run();
    });
    return is_written && isCurrent;
  };
  const last = text.pieces - 1;
  for (let nth = 0; nth < last; nth++) {
    if (!write(() => put(nth))) return;
    await setImmediate();
  }
  const old = before === null || before.made_at_ms === made_at_ms ? 0 : before.pieces;
  const forget = (nth: number): void => store.results.delete(of.project_id, keyOf(of, before!.made_at_ms, nth));
  const is_told = write(() => {
    put(last);
    tell(text);
    if (old > 0) forget(0);
  });
  for (let nth = 1; is_told && nth < old; nth++) {
    await setImmediate();
    writeIfFree(store, () => forget(nth));
  }
}

/** Returns null if a piece is gone, for example while another text replaces this one. Yields between pieces. */
export async function readText(store: Store, of: ResultKey, text: StoredText): Promise<Uint8Array<ArrayBuffer> | null> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (const piece of piecesOf(store, of, text)) {
    if (piece === undefined) return null;
    pieces.push(piece);
    if (pieces.length < text.pieces) await setImmediate();
  }
  return joined(pieces);
}

/** The same within a transaction, without yielding. */
export function readTextAtOnce(store: Store, of: ResultKey, text: StoredText): Uint8Array<ArrayBuffer> | null {
  const pieces = [...piecesOf(store, of, text)];
  return pieces.every((piece) => piece !== undefined) ? joined(pieces) : null;
}

function* piecesOf(store: Store, of: ResultKey, text: StoredText): Generator<Uint8Array<ArrayBuffer> | undefined> {
  for (let nth = 0; nth < text.pieces; nth++) {
    yield store.results.bytes(of.project_id, keyOf(of, text.made_at_ms, nth));
  }
}

function joined(pieces: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  if (pieces.length === 1) return pieces[0]!;
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let end = 0;
  for (const piece of pieces) {
    bytes.set(piece, end);
    end += piece.length;
  }
  return bytes;
}

function keyOf({ key }: ResultKey, made_at_ms: number, nth: number): string {
  return `${key}:${made_at_ms}:${nth}`;
}
