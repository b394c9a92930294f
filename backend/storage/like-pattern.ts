/** A pattern for LIKE that finds this text anywhere, letter for letter. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
