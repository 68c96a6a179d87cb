/**
 * Digests of texts. Node's cryptography is loaded when one is first needed: that takes a thread 5 ms at its start, and few
 * questions need any.
 */
type Cryptography = typeof import('node:crypto');

let loaded: Cryptography | null = null;

export function digest(algorithm: 'sha1' | 'sha256', text: string, encoding: 'hex' | 'latin1'): string {
  loaded ??= process.getBuiltinModule('node:crypto');
  return loaded.hash(algorithm, text, encoding);
}
