import { adminPages } from '../../app/admin/admin-paths.ts';
import type { SearchAnswer, SearchResult } from '../../markdown/search/search-answer.ts';

/** Adds the pages of the admin area whose name or purpose begins with the words of the question. For owners only. */
export function withAdminPages(answer: SearchAnswer): SearchAnswer {
  const words = answer.query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return answer;
  const found = adminPages
    .filter(({ title, purpose }) => {
      const known = `admin ${title} ${purpose}`.toLowerCase().match(/[a-z]+/g) ?? [];
      return words.every((word) => known.some((each) => each.startsWith(word)));
    })
    .map(
      ({ path, title, purpose }): SearchResult => ({
        path,
        title,
        trail: ['Admin'],
        headings: [],
        snippet: [purpose],
      }),
    );
  if (found.length === 0) return answer;
  // What was found instead of something is not what the owner meant.
  const { corrected, some, ...rest } = answer;
  const results = corrected !== undefined || some ? [] : answer.results;
  const total = results.length === 0 ? found.length : answer.total + found.length;
  return { ...rest, results: [...found, ...results], total };
}
