import type { SearchAnswer, SearchResult } from '../../markdown/search/search-answer.ts';

/** The part of Pagefind's module that is used here. */
interface Pagefind {
  options(options: { excerptLength: number }): Promise<void>;
  search(question: string): Promise<{ results: { data(): Promise<Fragment> }[] }>;
}

interface Fragment {
  url: string;
  /** HTML: text with `<mark>`. */
  excerpt: string;
  meta: { title?: string; trail?: string };
  sub_results: { title: string; url: string }[];
}

const address = '/pagefind/pagefind.js';
const excerptLength = 24;
const maxHeadings = 3;

let loading: Promise<Pagefind> | undefined;

/** The pages that match, from the files of an exported site. */
export async function searchFiles(question: string, { offset = 0, limit = 8 } = {}): Promise<SearchAnswer> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  const { results } = await (await loading).search(question);
  const shown = await Promise.all(results.slice(offset, offset + limit).map((result) => result.data()));
  return { revision: 0, query: question.trim(), total: results.length, results: shown.map(toResult) };
}

async function load(): Promise<Pagefind> {
  const pagefind: Pagefind = await import(/* @vite-ignore */ address);
  await pagefind.options({ excerptLength });
  return pagefind;
}

function toResult({ url, excerpt, meta, sub_results }: Fragment): SearchResult {
  return {
    path: url,
    title: meta.title ?? url,
    trail: meta.trail ? meta.trail.split(' / ') : [],
    headings: sub_results
      .flatMap(({ title, url: place }) => {
        const id = place.split('#')[1];
        return id ? [{ id: decodeURIComponent(id), text: title }] : [];
      })
      .slice(0, maxHeadings),
    snippet: excerpt.split(/<\/?mark>/).map(toText),
  };
}

function toText(html: string): string {
  // In an element: a space at the beginning of a document is dropped.
  return new DOMParser().parseFromString(`<p>${html}`, 'text/html').body.textContent ?? '';
}
