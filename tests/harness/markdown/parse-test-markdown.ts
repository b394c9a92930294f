/** Renders a piece of Markdown for a test. */

import { toArticleBody } from '../../../markdown/html/to-html.ts';
import type { ParsedBody } from '../../../markdown/parse/parse-context.ts';
import { createMarkdownParser, type MarkdownSource } from '../../../markdown/parse/parse-markdown.ts';

const render = createMarkdownParser();

type More = Partial<Pick<MarkdownSource, 'facts' | 'isMdx'>>;

export function parseTest(markdown: string, title = '', more: More = {}): Promise<ParsedBody> {
  return render({ markdown, firstLine: 1, title: () => (title === '' ? {} : { text: title }), ...more });
}

/** The HTML of a document, without the icons of callouts. */
export async function toHtml(markdown: string, title?: string, more?: More): Promise<string> {
  const { html } = toArticleBody((await parseTest(markdown, title, more)).body);
  return html.replace(/<svg viewBox="0 0 20 20" aria-hidden="true">.*?<\/svg>/g, '');
}
