/** Recognises other kinds of files by their first bytes, and says what to do instead. */
import { ServiceError } from '../../model/error.ts';
import { shownValue } from './shown.ts';

interface Kind {
  readonly name: string;
  readonly hint: string;
}

const UNPACK = 'Unpack it first.';
const EXPORT = 'Export it as CSV or NDJSON first.';
/** First bytes, as Latin-1 -> kind. */
const MAGIC: readonly (readonly [string, Kind])[] = [
  ['PAR1', { name: 'a Parquet file inside another file', hint: UNPACK }],
  ['PK\x03\x04', { name: 'a zip archive inside another file, or from stdin', hint: UNPACK }],
  ['PK\x05\x06', { name: 'an empty zip archive', hint: UNPACK }],
  ['SQLite format 3\0', { name: 'an SQLite database', hint: EXPORT }],
  ['\xd0\xcf\x11\xe0', { name: 'an old Excel workbook', hint: 'Export the sheet as CSV.' }],
  ['Obj\x01', { name: 'an Avro file', hint: EXPORT }],
  ['ORC', { name: 'an ORC file', hint: EXPORT }],
  ['ARROW1', { name: 'an Arrow file', hint: EXPORT }],
  ['\x89HDF', { name: 'an HDF5 file', hint: EXPORT }],
  ['PGDMP', { name: 'a PostgreSQL dump', hint: EXPORT }],
  ['BZh', { name: 'a bzip2 file', hint: UNPACK }],
  ['\xfd7zXZ', { name: 'an xz file', hint: UNPACK }],
  ['7z\xbc\xaf', { name: 'a 7z archive', hint: UNPACK }],
  ['\x04"M\x18', { name: 'an lz4 file', hint: UNPACK }],
  ['Rar!', { name: 'a rar archive', hint: UNPACK }],
  ['\x1f\x8b', { name: 'a gzip file inside another one', hint: UNPACK }],
  ['\x28\xb5\x2f\xfd', { name: 'a zstd file inside another one', hint: UNPACK }],
  ['%PDF', { name: 'a PDF', hint: EXPORT }],
  ['\x89PNG', { name: 'a picture', hint: '' }],
  ['GIF8', { name: 'a picture', hint: '' }],
  ['\xff\xd8\xff', { name: 'a picture', hint: '' }],
  ['\x7fELF', { name: 'a program', hint: '' }],
];
/** The first letters of text in UTF-32, of either order of bytes, with or without a mark. It would pass for UTF-16. */
const UTF_32 = /^(\xff\xfe\0\0|\0\0\xfe\xff|([^\0]\0\0\0){2}|(\0\0\0[^\0]){2})/;
/** Position of a tar archive's signature. */
const TAR_AT = 257;
/** First words of text -> kind. */
const TEXTS: readonly (readonly [RegExp, Kind])[] = [
  [/^<(!doctype html|html|head|body)\b/i, { name: 'a web page', hint: 'Was the download an error page?' }],
  [/^<(\?xml|!|[a-z])/i, { name: 'XML', hint: EXPORT }],
  [
    // Statements, not headers of CSV that have a column of such a name.
    /^(--|\/\*|(create|drop|alter)\s+(table|database|schema|type)\s+["'`[\w]|insert\s+into\s+["'`[\w]|copy\s+\S+\s.*\bfrom\s+stdin|(begin|(begin|start)\s+transaction|pragma\s+\w.*|set\s+\w+\s*=.*);[^\S\n]*(\n|$))/i,
    { name: 'SQL', hint: 'Load it into its database and export the table as CSV.' },
  ],
];
/** Text files have hardly any control characters. */
const CONTROLS_MAX = 0.02;
/** Up to this many control characters may occur in any text, however short. */
const CONTROLS_ODD = 4;

/** @throws ServiceError not_supported if the decompressed bytes are of a binary kind */
export function refuseBinary(block: Buffer): void {
  const start = block.subarray(0, 16).toString('latin1');
  const [bytes, kind] = MAGIC.find(([first]) => start.startsWith(first)) ?? [];
  // A header of CSV may begin with the same letters.
  if (kind !== undefined && !(/^[ -~]+$/.test(bytes ?? '') && !block.some(isControl))) throw foreign(kind);
  if (UTF_32.test(start)) throw foreign({ name: 'text in UTF-32', hint: 'Save it as UTF-8 first.' });
  if (block.subarray(TAR_AT, TAR_AT + 5).toString('latin1') === 'ustar') {
    throw foreign({ name: 'a tar archive', hint: UNPACK });
  }
}

function isControl(byte: number): boolean {
  return byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13;
}

/** @throws ServiceError not_supported if the bytes are no text in any encoding */
export function refuseControls(block: Buffer): void {
  let controls = 0;
  for (const byte of block) if (isControl(byte)) controls++;
  if (controls > Math.max(CONTROLS_ODD, block.length * CONTROLS_MAX))
    throw foreign({ name: 'no text', hint: 'Is it the right file?' });
}

/** @throws ServiceError not_supported if the text is neither JSON nor CSV */
export function refuseText(text: string): void {
  const start = text.trimStart().slice(0, 4_000);
  const kind = TEXTS.find(([pattern]) => pattern.test(start))?.[1];
  if (kind !== undefined) throw foreign(kind);
}

/** For text of an unknown kind. */
export function unknownText(text: string): ServiceError {
  const line = text.trim().split(/\r?\n/)[0]!;
  return foreign({
    name: 'neither JSON nor CSV',
    hint: `It begins with ${shownValue(line)}. If that is a header of CSV, say what separates its columns: --delimiter ";"`,
  });
}

function foreign({ name, hint }: Kind): ServiceError {
  const what = `This is ${name}. Events are read from NDJSON, a JSON list, CSV or Parquet, also packed with gzip or zstd.`;
  return new ServiceError('not_supported', hint === '' ? what : `${what} ${hint}`, { needs: 'import format' });
}
