const special = /["&'<>]/;
const specials = /["&'<>]/g;
const written: Record<string, string> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#x27;',
  '<': '&lt;',
  '>': '&gt;',
};

/** Text for HTML, between tags and in attributes, in the way React writes it. */
export function escapeHtml(text: string): string {
  // Most pieces of text have none of these, and looking is cheaper than replacing.
  return special.test(text) ? text.replace(specials, (character) => written[character] ?? character) : text;
}
