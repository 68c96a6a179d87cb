/** A text as statements and expressions have it: the lexer reads it back as it was. */
export function textLiteral(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
