import type { ReplaceBlocks } from '../components/prose/block-replacement.ts';
import { matchBlocks } from './match-blocks.ts';

/**
 * Replaces the blocks of a text that differ. The others are the same elements as before, with all that a reader has done in them: an opened
 * fold, a chosen tab, a film that plays.
 */
export const replaceBlocks: ReplaceBlocks = (container, before, after) => {
  const shown = [...container.childNodes];
  const past = parse(before);
  const next = parse(after);
  // The browser has made something else of the HTML than here, for example because an extension has changed the page.
  if (shown.length !== past.length) {
    container.innerHTML = after;
    return;
  }
  const kept = new Set<ChildNode>();
  for (const [at, nextAt] of matchBlocks(past.map(toText), next.map(toText))) {
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

const island = /( data-island=")\d+"/g;

/** A block is the same if only the numbers of its islands differ, which count from the beginning of the text. */
function toText(node: ChildNode): string {
  return node instanceof Element ? node.outerHTML.replace(island, '$1"') : (node.textContent ?? '');
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
