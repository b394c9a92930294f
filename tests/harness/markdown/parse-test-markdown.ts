/** Renders a piece of Markdown for a test. */

import { toArticleBody } from '../../../markdown/html/to-html.ts';
import type { ParsedBody } from '../../../markdown/parse/parse-context.ts';
import { createMarkdownParser } from '../../../markdown/parse/parse-markdown.ts';

const render = createMarkdownParser();

export function parseTest(markdown: string, title = ''): Promise<ParsedBody> {
  return render({ markdown, firstLine: 1, title: () => (title === '' ? {} : { text: title }) });
}

/** The HTML of a document, without the icons of callouts. */
export async function toHtml(markdown: string, title?: string): Promise<string> {
  const { html } = toArticleBody((await parseTest(markdown, title)).body);
  return html.replace(/<svg viewBox="0 0 20 20" aria-hidden="true">.*?<\/svg>/g, '');
}
