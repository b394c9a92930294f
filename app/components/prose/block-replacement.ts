import type { ArticleBody } from '../../../markdown/document.ts';

/** Changes the HTML in an element from one text to another, and leaves the blocks that are the same in both as they are. */
export type ReplaceBlocks = (container: Element, before: ArticleBody, after: ArticleBody) => void;

let replaceBlocks: ReplaceBlocks | undefined;

/** Set where an open page follows its file (`app/live-page`). Elsewhere React sets the whole text. */
export function setBlockReplacement(replace: ReplaceBlocks): void {
  replaceBlocks = replace;
}

export function blockReplacement(): ReplaceBlocks | undefined {
  return replaceBlocks;
}
