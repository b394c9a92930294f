const special = /["&'<>]/;
const specials = /["&'<>]/g;
const written: Record<string, string> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#x27;',
  '<': '&lt;',
  '>': '&gt;',
};

/** Escapes text for HTML content and attributes in the same way as React. */
export function escapeHtml(text: string): string {
  // Most texts contain none of these characters, and a test is cheaper than a replacement.
  return special.test(text) ? text.replace(specials, (character) => written[character] ?? character) : text;
}
