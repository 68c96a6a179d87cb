/** The token in a header `Authorization: Bearer …`; null for other headers or none. */
export function bearerOf(authorization: string | null | undefined): string | null {
  return /^\s*Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1] ?? null;
}
