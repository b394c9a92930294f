/** Renders a piece of Markdown for a test. */

import { toArticleBody } from '../../../markdown/html/to-html.ts';
import { createMarkdownRenderer } from '../../../markdown/render/render-markdown.ts';
import type { RenderedBody } from '../../../markdown/render/rendering.ts';

const render = createMarkdownRenderer();

export function renderTest(markdown: string, title = ''): Promise<RenderedBody> {
  return render({ markdown, firstLine: 1, title: () => (title === '' ? {} : { text: title }) });
}

/** The HTML of a document, without the icons of callouts. */
export async function toHtml(markdown: string, title?: string): Promise<string> {
  const { html } = toArticleBody((await renderTest(markdown, title)).body);
  return html.replace(/<svg viewBox="0 0 20 20" aria-hidden="true">.*?<\/svg>/g, '');
}
