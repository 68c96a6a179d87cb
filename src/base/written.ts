/** A value as JSON text in UTF-8: written once by whoever had it, read by whoever looks into it. */
export class Written<T> {
  readonly bytes: Uint8Array<ArrayBuffer>;
  #value: { readonly read: T } | null = null;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
  }

  static of<T>(value: T): Written<T> {
    const written = new Written<T>(new TextEncoder().encode(JSON.stringify(value)));
    written.#value = { read: value };
    return written;
  }

  /** Not to be written to. */
  get value(): T {
    this.#value ??= { read: JSON.parse(new TextDecoder().decode(this.bytes)) as T };
    return this.#value.read;
  }
}
