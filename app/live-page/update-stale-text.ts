import type { Page } from '../page-data.ts';
import { replaceBlocks } from './replace-blocks.ts';

/**
 * React takes over the text that the server has sent, with data that are read later: a file that was saved in between is only in the data.
 * Replaces the blocks that are older. Returns whether there were any: their islands are mounted when the page is shown anew.
 */
export function updateStaleText({ data }: Page): boolean {
  const article = data && (('article' in data && data.article) || ('intro' in data && data.intro));
  const container = document.querySelector('.prose');
  if (!article || !container) return false;
  const shown = withoutIslands(container);
  const current = document.createElement('div');
  current.innerHTML = article.body.html;
  if (shown.textContent === current.textContent) return false;
  replaceBlocks(container, { html: shown.innerHTML, islands: article.body.islands }, article.body);
  return true;
}

function withoutIslands(container: Element): Element {
  const copy = container.cloneNode(true) as Element;
  for (const island of copy.querySelectorAll('[data-island]')) island.replaceChildren();
  return copy;
}
