/** Text as a literal of statements and expressions; the lexer reads it back unchanged. */
export function textLiteral(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
