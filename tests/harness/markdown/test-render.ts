/** Renders a piece of Markdown for a test. */
import type { TreeNode } from '../../../markdown/document.ts';
import { createMarkdownRenderer } from '../../../markdown/render/render-markdown.ts';
import type { RenderedBody } from '../../../markdown/render/rendering.ts';

const render = createMarkdownRenderer();

export function renderTest(markdown: string, title = ''): Promise<RenderedBody> {
  return render({ markdown, firstLine: 1, title: () => (title === '' ? {} : { text: title }) });
}

export async function toTree(markdown: string): Promise<TreeNode[]> {
  return (await renderTest(markdown)).body;
}
