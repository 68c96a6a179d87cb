export const BINARY: string;
/** The text of the file with the binary. */
export function assembled(): Promise<string>;
