/** The weights of a header like `Accept: text/html, text/markdown;q=0.8`, by the name in lower case. */
export function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    if (name) weights.set(name, weight ? Number(weight.slice(2)) || 0 : 1);
  }
  return weights;
}

/** True for a client that names Markdown and wants HTML no more than that. Browsers never name it. */
export function prefersMarkdown(accept: string | null | undefined): boolean {
  // Every request for a page is asked this.
  if (!accept?.includes('text/markdown')) return false;
  const weights = parseWeights(accept);
  const markdown = weights.get('text/markdown') ?? 0;
  const html = weights.get('text/html') ?? weights.get('text/*') ?? weights.get('*/*') ?? 0;
  return markdown > 0 && markdown >= html;
}
