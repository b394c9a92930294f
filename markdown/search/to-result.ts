import type { NamedPage } from '../site-tree/site-view.ts';
import type { VisiblePages } from '../site-tree/visible-pages.ts';
import type { Marker } from './marks.ts';
import type { PageText } from './page-text.ts';
import type { SearchResult } from './search-answer.ts';
import { toSnippet } from './snippet.ts';

const maxHeadings = 3;

/** A page as it is shown among the results. */
export function toResult(
  page: NamedPage,
  content: PageText | undefined,
  marker: Marker,
  pages: Pick<VisiblePages, 'localNavigation'>,
): SearchResult {
  const { path, title, description = '', state, unlisted } = page;
  const shownState = state === 'published' ? (unlisted ? 'unlisted' : undefined) : state;
  return {
    path,
    title,
    trail: toTrail(page, pages),
    headings: findHeadings(content?.headings ?? [], marker),
    snippet: toSnippet(marker, description, content?.text ?? ''),
    ...(shownState && { state: shownState }),
  };
}

function toTrail({ path }: NamedPage, pages: Pick<VisiblePages, 'localNavigation'>): string[] {
  const trail = pages.localNavigation(path)?.trail ?? [];
  return trail.filter((folder) => folder.path !== path).map((folder) => folder.title);
}

/** Those with most of the words, and with more than half of them, in the order of the page. */
function findHeadings(headings: PageText['headings'], marker: Marker): SearchResult['headings'] {
  const counted = headings.map((heading) => ({
    heading,
    words: new Set(marker.find(heading.text).map(({ term }) => term)).size,
  }));
  const most = Math.max(0, ...counted.map(({ words }) => words));
  if (most <= marker.terms / 2) return [];
  return counted
    .filter(({ words }) => words === most)
    .slice(0, maxHeadings)
    .map(({ heading: { id, text } }) => ({ id, text }));
}
