import type { SearchAnswer } from '../../markdown/search/search-answer.ts';
import { formatCounted } from '../format/count.ts';
import type { SearchWords } from '../words/words.ts';
import { create } from './create-element.ts';

/** The results as options of the list: each page, and below it the headings that match. */
export function listResults({ results }: SearchAnswer, { states }: SearchWords): HTMLElement[] {
  let count = 0;
  const option = (href: string, kind: string, ...content: (Node | string)[]) => {
    count += 1;
    const attributes = {
      role: 'option',
      id: `search-option-${count}`,
      tabindex: '-1',
      'aria-selected': 'false',
    };
    return create('a', { ...attributes, href, class: kind }, ...content);
  };
  return results.flatMap(({ path, title, trail, headings, snippet, state }) => [
    option(
      path,
      'sd-page',
      create('span', { class: 'sd-title' }, title, ...(state ? [' ', create('em', {}, states[state])] : [])),
      create('span', { class: 'sd-trail' }, trail.join(' / ')),
      create('span', { class: 'sd-snippet' }, ...snippet.map(toPiece)),
    ),
    ...headings.map(({ id, text }) => option(`${path}#${encodeURIComponent(id)}`, 'sd-heading', text)),
  ]);
}

/** Every second piece is what was searched for. */
function toPiece(piece: string, index: number): Node | string {
  return index % 2 === 1 ? create('mark', {}, piece) : piece;
}

export function describeCount(
  { total, partial, indexing }: SearchAnswer,
  words: SearchWords,
  language: string,
): string {
  if (total === 0) return indexing ? words.nothingFoundYet : words.nothingFound;
  const count = formatCounted(total, words.result, language);
  return partial || indexing ? words.orMore(count) : count;
}

export function note(...content: (Node | string)[]): HTMLElement {
  return create('p', { class: 'sd-note' }, ...content);
}
