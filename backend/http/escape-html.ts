const special = /["&'<>]/;
const specials = /["&'<>]/g;
const escapes: Record<string, string> = {
  '"': '&#34;',
  '&': '&amp;',
  "'": '&#39;',
  '<': '&lt;',
  '>': '&gt;',
};

/** Escapes text for the content and the attributes of HTML. */
export function escapeHtml(text: string): string {
  // Most texts contain none of these characters, and a test is cheaper than a replacement.
  return special.test(text) ? text.replace(specials, (character) => escapes[character] ?? '') : text;
}
