/** The token of a header `Authorization: Bearer …`; null if it is another, or none. */
export function bearerOf(authorization: string | null | undefined): string | null {
  return /^\s*Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1] ?? null;
}
