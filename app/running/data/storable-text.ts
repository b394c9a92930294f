/** A text that Postgres accepts: without NUL and lone surrogates, and not longer than its column. Files may contain anything. */
export function toStorable(text: string, longest: number): string {
  const letters = Array.from(text.replaceAll('\0', '').toWellFormed());
  return letters.length > longest ? letters.slice(0, longest).join('') : letters.join('');
}
