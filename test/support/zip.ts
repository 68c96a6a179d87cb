/** Zip archives for tests: what is stored is not compressed again. */
import { crc32 } from 'node:zlib';

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;

export function zipOf(files: Readonly<Record<string, Uint8Array>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const local = Buffer.concat([Buffer.alloc(LOCAL_BYTES), Buffer.from(name)]);
    local.writeUInt32LE(LOCAL, 0);
    const entry = Buffer.concat([Buffer.alloc(CENTRAL_BYTES), Buffer.from(name)]);
    entry.writeUInt32LE(CENTRAL, 0);
    for (const [header, at] of [
      [local, 14],
      [entry, 16],
    ] as const) {
      header.writeUInt32LE(crc32(content), at);
      header.writeUInt32LE(content.length, at + 4);
      header.writeUInt32LE(content.length, at + 8);
      header.writeUInt16LE(Buffer.byteLength(name), at + 12);
    }
    entry.writeUInt32LE(offset, 42);
    parts.push(local, Buffer.from(content));
    directory.push(entry);
    offset += local.length + content.length;
  }
  const end = Buffer.alloc(END_BYTES);
  const central = Buffer.concat(directory);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}
