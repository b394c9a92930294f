const special = /["&<>]/;
const specials = /["&<>]/g;
const written: Record<string, string> = { '"': '&quot;', '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes text for HTML content and for attributes in double quotes. */
export function escapeHtml(text: string): string {
  // Most texts contain none of these characters, and a test is cheaper than a replacement.
  return special.test(text) ? text.replace(specials, (character) => written[character] ?? character) : text;
}
