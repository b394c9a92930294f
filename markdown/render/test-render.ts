/** Renders a piece of Markdown for a test. */

import { createMarkdownRenderer } from './render-markdown.ts';
import type { RenderedBody } from './rendering.ts';
import type { TreeNode } from './tree.ts';

const render = createMarkdownRenderer();

export function renderTest(markdown: string, title = ''): Promise<RenderedBody> {
  return render({ markdown, firstLine: 1, title: () => (title === '' ? {} : { text: title }) });
}

export async function toTree(markdown: string): Promise<TreeNode[]> {
  return (await renderTest(markdown)).body;
}
