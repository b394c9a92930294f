import type { ArticleBody, Island } from '../../markdown/document.ts';
import type { ReplaceBlocks } from '../components/prose/block-replacement.ts';
import { type Block, matchBlocks } from './match-blocks.ts';

/**
 * Replaces the blocks of a text that differ. The others are the same elements as before, with all that a reader has done in them: an opened
 * fold, a chosen tab, a film that plays.
 */
export const replaceBlocks: ReplaceBlocks = (container, before, after) => {
  const shown = [...container.childNodes];
  const past = parse(before.html);
  const next = parse(after.html);
  // The browser has made something else of the HTML than here, for example because an extension has changed the page.
  if (shown.length !== past.length) {
    container.innerHTML = after.html;
    return;
  }
  const kept = new Set<ChildNode>();
  const toBlocks = (nodes: ChildNode[], { islands }: ArticleBody) =>
    nodes.map((node) => toBlock(node, islands));
  for (const [at, nextAt] of matchBlocks(toBlocks(past, before), toBlocks(next, after))) {
    const node = shown[at];
    const twin = next[nextAt];
    if (!node || !twin) continue;
    renumberIslands(node, twin);
    next[nextAt] = node;
    kept.add(node);
  }
  for (const node of shown) if (!kept.has(node)) node.remove();
  let place = container.firstChild;
  for (const node of next) {
    if (node === place) place = place.nextSibling;
    else container.insertBefore(node, place);
    if (!kept.has(node)) highlight(node);
  }
};

function parse(html: string): ChildNode[] {
  const template = document.createElement('template');
  template.innerHTML = html;
  return [...template.content.childNodes];
}

/** Without the numbers of its islands, which count from the beginning of the text. */
function toBlock(node: ChildNode, islands: Island[]): Block {
  const html = node instanceof Element ? node.outerHTML : (node.textContent ?? '');
  const fill = (write: (island: Island | undefined) => unknown) =>
    html.replace(
      / data-island="(\d+)"/g,
      (_, index: string) => ` data-island=${write(islands[Number(index)])}`,
    );
  return { whole: fill(JSON.stringify), frame: fill((island) => island?.component) };
}

function renumberIslands(node: ChildNode, twin: ChildNode): void {
  if (!(node instanceof Element) || !(twin instanceof Element)) return;
  const numbers = listIslands(twin).map((element) => element.dataset.island);
  for (const [at, element] of listIslands(node).entries()) element.dataset.island = numbers[at] ?? '';
}

/** Those of the text itself: the content of an island has numbers of its own. */
function listIslands(block: Element): HTMLElement[] {
  const found = [block, ...block.querySelectorAll('[data-island]')].filter(
    (element) => element instanceof HTMLElement && element.dataset.island !== undefined,
  ) as HTMLElement[];
  return found.filter((element) => !found.some((outer) => outer !== element && outer.contains(element)));
}

function highlight(node: ChildNode): void {
  if (!(node instanceof Element) || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const lit = { backgroundColor: 'color-mix(in oklab, var(--color-flame) 22%, transparent)' };
  node.animate([lit, { backgroundColor: 'transparent' }], { duration: 1800, easing: 'ease-in' });
}
